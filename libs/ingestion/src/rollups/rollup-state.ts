import type { ClickHouse } from '@tollgate/platform';
import { QueryParameters } from '../usage/parts-sql.js';
import { hourMs, setKey, type RollupSet, type State } from './plan.js';
import { eventHour, rowHash, usedDays } from './rollup-tables.js';
import type { Shape } from './shape.js';

/** Whose events, by which shape. */
export interface RollupOf {
  organizationId: string;
  externalSubscriptionId: string;
  code: string;
  shape: Shape;
}

interface StateRow {
  code: string;
  /** Empty for what the events are now. */
  shape: string;
  hours: number;
  start: string;
  rows: string;
  digest: string;
  skipped: number;
  made_at: string;
}

/**
 * The state of rollups of one subscription, in one query and in the order of `wanted`.
 * @param from Unix milliseconds, with the whole hour that it lies in; likewise `until`
 */
export async function readState(clickhouse: ClickHouse, wanted: RollupOf[], from: number, until: number): Promise<State[]> {
  const [first] = wanted;
  if (!first) return [];
  const parameters = new QueryParameters();
  const list = (values: string[]) => parameters.add([...new Set(values)], 'Array(String)');
  const owner = `organization_id = ${parameters.add(first.organizationId, 'UUID')}
    and external_subscription_id = ${parameters.add(first.externalSubscriptionId, 'String')} and code in ${list(wanted.map(({ code }) => code))}`;
  const hour = (at: number) => parameters.add(Math.floor(at / hourMs), 'Int64');
  const rows = await clickhouse.rows<StateRow>(
    `select code, '' as shape, toUInt16(1) as hours, ${eventHour} as start, toUInt64(count()) as rows, sum(${rowHash}) as digest,
            toUInt8(0) as skipped, toInt64(0) as made_at
     from ${clickhouse.database}.events where ${owner} and start >= ${hour(from)} and start <= ${hour(until)} group by code, start
     union all
     select code, shape, hours, start, rows, digest, skipped, toUnixTimestamp64Milli(made_at) as made_at
     from (select code, shape, hours, start, rows, digest, skipped, made_at
           from ${clickhouse.database}.rollups
           where ${owner} and shape in ${list(wanted.map(({ shape }) => shape.id))} and start > ${hour(from)} - 24 and start <= ${hour(until)}
             and made_at > now() - interval ${usedDays} day
           order by made_at desc limit 1 by code, shape, hours, start)`,
    parameters.values,
  );
  const states = new Map(wanted.map(({ code, shape }): [string, State] => [`${shape.id} ${code}`, { digests: new Map(), sets: new Map() }]));
  for (const row of rows) {
    const found = { rows: Number(row.rows), digest: BigInt(row.digest) };
    const start = Number(row.start);
    for (const { code, shape } of wanted) {
      if (code !== row.code) continue;
      const state = states.get(`${shape.id} ${code}`);
      if (row.shape === '') state?.digests.set(start, found);
      if (row.shape === shape.id) state?.sets.set(setKey(row.hours, start), setOf(row, found, start));
    }
  }
  return wanted.map(({ code, shape }) => states.get(`${shape.id} ${code}`) as State);
}

const setOf = (row: StateRow, found: { rows: number; digest: bigint }, start: number): RollupSet => ({
  ...found,
  hours: row.hours === 24 ? 24 : 1,
  start,
  skipped: row.skipped === 1,
  madeAt: Number(row.made_at),
});
