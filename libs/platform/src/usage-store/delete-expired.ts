import type { ClickHouse } from './clickhouse.js';

/** The rows of one organization in a table of the usage store that are older than an instant. */
export interface ExpiredRows {
  /** In the database of the usage store. */
  table: string;
  /** The column with the time of a row. */
  column: string;
  organization: string;
  before: Date;
}

const hourMs = 3_600_000;

/**
 * Has the usage store delete expired rows, if there are any. It rewrites whole parts for that, so it deletes whole days.
 */
export async function deleteExpired(clickhouse: ClickHouse, rows: ExpiredRows): Promise<void> {
  const day = 24 * hourMs;
  const parameters = { organization: rows.organization, before: Math.floor(rows.before.getTime() / day) * day };
  const { database } = clickhouse;
  const expired = `organization_id = {organization:UUID} and ${rows.column} < fromUnixTimestamp64Milli({before:Int64})`;
  const found = await clickhouse.rows(`select 1 from ${database}.${rows.table} where ${expired} limit 1`, parameters);
  if (found.length === 0 || (await isChanging(clickhouse, rows.table, rows.organization))) return;
  await clickhouse.command(`alter table ${database}.${rows.table} delete where ${expired}`, parameters);
}

/**
 * Whether the store still rewrites rows of a table for something that names a text, such as an identifier.
 * @throws Error with the reason of a rewriting that fails: an operator has to see to the store
 */
export async function isChanging(clickhouse: ClickHouse, table: string, named: string): Promise<boolean> {
  const [waiting] = await clickhouse.rows<{ reason: string }>(
    `select latest_fail_reason as reason from system.mutations
     where database = {database:String} and table = {table:String} and not is_done
       and position(command, {named:String}) > 0 limit 1`,
    { database: clickhouse.database, table, named },
  );
  if (waiting && waiting.reason !== '') throw new Error(`the usage store does not rewrite ${table}: ${waiting.reason}`);
  return waiting !== undefined;
}
