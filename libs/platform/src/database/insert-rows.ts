import { sql } from 'kysely';
import { groupBy } from '../grouping.js';
import { sharedStatement } from './shared-statements.js';
import type { Transaction } from './transaction.js';

/** Values by column; a `jsonb` column takes the value itself, not its text. */
type Columns = object;

interface RowsOfTable {
  table: `${string}.${string}`;
  rows: readonly Columns[];
}

/**
 * Inserts any number of rows in order, in one statement with one parameter. PostgreSQL's limit of 65,535 parameters is
 * too low for a `values` list of a few hundred wide rows. Concurrent inserts of the same transaction into the table
 * share the statement.
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

/** Whole numbers beyond a double become text, which the column parses exactly. */
const textOf = (rows: readonly Columns[]): string =>
  JSON.stringify(rows, (column, value: unknown) => {
    // Every named column needs a value: its default does not apply.
    if (value === undefined) throw new Error(`no value for ${column}`);
    return typeof value === 'bigint' ? value.toString() : value;
  });

/**
 * Updates any number of rows by their ids, in one statement with one parameter.
 * @param table with its schema; all rows name the same columns
 */
export async function updateRows<Row extends Columns & { id: string }>(
  transaction: Transaction,
  table: `${string}.${string}`,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const changes = columnsOf(rows).filter((column) => column !== 'id');
  await sql`
    update ${sql.table(table)} as stored
    set ${sql.join(changes.map((column) => sql`${sql.ref(column)} = ${sql.ref(`listed.${column}`)}`))}
    from json_populate_recordset(null::${sql.table(table)}, ${textOf(rows)}::json) as listed
    where stored.id = listed.id
  `.execute(transaction);
}
