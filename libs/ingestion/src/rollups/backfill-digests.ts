import type { ClickHouse } from '@tollgate/platform';

/** Fewer parts without digests cost queries little. */
const manyParts = 8;
const manyRows = 100_000;

/**
 * Builds the digests of parts that lack them: parts from before digests existed, and small parts between others.
 * ClickHouse merges only parts that all have a projection or all lack it. Other parts are not rewritten.
 */
export async function backfillDigests(clickhouse: ClickHouse): Promise<void> {
  const { database } = clickhouse;
  const [lacking] = await clickhouse.rows<{ parts: string; rows: string; running: string }>(
    `select countIf(lacking) as parts, sumIf(rows, lacking) as rows,
            (select count() from system.mutations where database = {database:String} and table = 'events' and not is_done) as running
     from (select rows, not has(projections, 'digests') and modification_time < now() - interval 1 minute as lacking
           from system.parts where database = {database:String} and table = 'events' and active)`,
    { database },
  );
  if (!lacking || Number(lacking.running) > 0 || (Number(lacking.parts) < manyParts && Number(lacking.rows) < manyRows))
    return;
  await clickhouse.command(`alter table ${database}.events materialize projection digests`);
}
