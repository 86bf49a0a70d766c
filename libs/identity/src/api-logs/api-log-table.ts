import type { ClickHouse } from '@tollgate/platform';

export const apiLogTable = 'api_logs';

/**
 * Creates the table of calls, or changes its retention. A block that was written twice, because its outcome was
 * unknown, counts once. Retention follows the wall clock, whatever the organization's clock shows.
 */
export async function migrateApiLogs(clickhouse: ClickHouse, retentionDays: number): Promise<void> {
  const table = `${clickhouse.database}.${apiLogTable}`;
  const ttlClause = `ttl toDateTime(created_at) + interval ${retentionDays} day`;
  await clickhouse.command(`
    create table if not exists ${table} (
      organization_id UUID,
      id UUID,
      request_id String,
      api_key_id Nullable(UUID),
      client String,
      http_method LowCardinality(String),
      http_status UInt16,
      request_origin String,
      request_path String,
      request_body String codec(ZSTD(1)),
      request_response String codec(ZSTD(1)),
      api_version LowCardinality(String),
      logged_at DateTime64(3, 'UTC'),
      created_at DateTime64(3, 'UTC'),
      index by_request request_id type bloom_filter(0.01) granularity 4
    ) engine = ReplacingMergeTree
    partition by toYYYYMM(created_at)
    order by (organization_id, logged_at, id)
    ${ttlClause}`);
  const [row] = await clickhouse.rows<{ made: string }>(
    'select create_table_query as made from system.tables where database = {database:String} and name = {table:String}',
    { database: clickhouse.database, table: apiLogTable },
  );
  if (row && !new RegExp(`toIntervalDay\\(${retentionDays}\\)`).test(row.made))
    await clickhouse.command(`alter table ${table} modify ${ttlClause}`);
}
