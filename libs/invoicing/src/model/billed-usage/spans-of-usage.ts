import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for whether a row of `invoicing.billing_periods` bills usage. A row without usage has a single instant. So does the
 * first period of a start in the last millisecond of its local day, and that one has usage.
 * @param row the alias of the row
 */
export function billsUsage(row: string): RawBuilder<boolean> {
  const [from, to, timezone] = ['charges_from', 'charges_to', 'timezone'].map((column) => sql.ref(`${row}.${column}`));
  return sql<boolean>`(${from} < ${to} or ${from} = ${to}
    and ((${to} + interval '1 millisecond') at time zone ${timezone})::time = time '00:00')`;
}
