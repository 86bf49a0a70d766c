import type { ClickHouse } from '@tollgate/platform';
import { projections } from './projections.js';

/** Fewer parts without a projection cost queries little. */
const manyParts = 8;
const manyRows = 100_000;

/**
 * Builds the projections of parts that lack one: parts from before it existed, and small parts between others.
 * ClickHouse merges only parts that all have a projection or all lack it. Other parts are not rewritten.
 * @param settled seconds in which a young part may still be merged
 */
export async function backfillProjections(clickhouse: ClickHouse, settled = 60): Promise<void> {
  const { database } = clickhouse;
  const [lacking] = await clickhouse.rows<{ parts: string; rows: string; running: string }>(
    `select countIf(lacking) as parts, sumIf(rows, lacking) as rows,
            (select count() from system.mutations where database = {database:String} and table = 'events' and not is_done) as running
     from (select rows, not hasAll(projections, {projections:Array(String)}) and modification_time <= now() - toIntervalSecond({settled:UInt32}) as lacking
           from system.parts where database = {database:String} and table = 'events' and active)`,
    { database, projections, settled },
  );
  if (!lacking || Number(lacking.running) > 0 || (Number(lacking.parts) < manyParts && Number(lacking.rows) < manyRows))
    return;
  const built = projections.map((projection) => `materialize projection ${projection}`);
  await clickhouse.command(`alter table ${database}.events ${built.join(', ')}`);
}
