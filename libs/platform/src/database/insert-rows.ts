import { sql } from 'kysely';
import { groupBy } from '../grouping.js';
import { sharedStatement } from './shared-statements.js';
import type { Transaction } from './transaction.js';

/** A value of a column; what a `jsonb` column holds is given as it is, not as text. */
type Columns = object;

interface RowsOfTable {
  table: `${string}.${string}`;
  rows: readonly Columns[];
}

/**
 * Inserts any number of rows in one statement of one parameter, in the order given: PostgreSQL takes 65,535 parameters,
 * which a `values` list of a few hundred wide rows exceeds. Those that other work of the same transaction inserts into the
 * table at the same time go with them.
 * @param table with its schema; all rows name the same columns
 */
export async function insertRows<Row extends Columns>(
  transaction: Transaction,
  table: `${string}.${string}`,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await insert(transaction, { table, rows });
}

const insert = sharedStatement(async (transaction: Transaction, requests: RowsOfTable[]): Promise<void[]> => {
  const together = groupBy(requests, ({ table, rows }) => [table, ...columnsOf(rows)].join());
  for (const [{ table, rows: some }, ...others] of together.values() as Iterable<[RowsOfTable, ...RowsOfTable[]]>) {
    const rows = [...some, ...others.flatMap((other) => other.rows)];
    const columns = sql.join(columnsOf(rows).map((column) => sql.ref(column)));
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${textOf(rows)}::json) with ordinality as listed
      order by listed.ordinality
    `.execute(transaction);
  }
  return requests.map(() => undefined);
});

const columnsOf = ([first]: readonly Columns[]): string[] => Object.keys(first ?? {});

/** Whole numbers beyond a double go as text: the column reads them exactly. */
const textOf = (rows: readonly Columns[]): string =>
  JSON.stringify(rows, (column, value: unknown) => {
    // A column that is named gets a value: its default is not looked up.
    if (value === undefined) throw new Error(`no value for ${column}`);
    return typeof value === 'bigint' ? value.toString() : value;
  });
