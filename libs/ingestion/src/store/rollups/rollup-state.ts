import type { ClickHouse, Instant } from '@tollgate/platform';
import { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import { hourMs, stateOf, type Digest, type RollupSet, type State } from './query-plan.js';
import { eventHour, rowHash } from '../projections/projections.js';
import { usedDays } from './rollup-tables.js';
import type { RollupDefinition } from './rollup-definition.js';

/** A subscription's code and a definition. */
export interface RollupOf {
  organizationId: string;
  externalSubscriptionId: string;
  code: string;
  definition: RollupDefinition;
}

/** Rollups by subscription, code and definition: `keyOf`. */
export type SetsByKey = Map<string, RollupSet[]>;

interface DigestRow {
  code: string;
  start: string;
  rows: string;
  digest: string;
}

interface SetRow extends DigestRow {
  shape: string;
  hours: number;
  skipped: number;
  made_at: string;
}

export const keyOf = ({ organizationId, externalSubscriptionId, code, definition }: RollupOf): string =>
  JSON.stringify([organizationId, externalSubscriptionId, code, definition.id]);

/** The stored rollups of one subscription, current or not. @param from Unix milliseconds */
export async function readSets(clickhouse: ClickHouse, rollups: RollupOf[], from: number): Promise<SetsByKey> {
  const parameters = new QueryParameters();
  const rows = await clickhouse.rows<SetRow>(
    `select code, shape, hours, start, rows, digest, skipped, toUnixTimestamp64Milli(made_at) as made_at
     from (select code, shape, hours, start, rows, digest, skipped, made_at
           from ${clickhouse.database}.rollups
           where ${ownerOf(rollups, parameters)} and shape in ${list(
             rollups.map(({ definition }) => definition.id),
             parameters,
           )}
             and start >= ${parameters.add(Math.floor(from / hourMs), 'Int64')} and made_at > now() - interval ${usedDays} day
           order by made_at desc limit 1 by code, shape, hours, start)`,
    parameters.values,
  );
  const setsByKey: SetsByKey = new Map(rollups.map((each) => [keyOf(each), []]));
  const byName = new Map(rollups.map((each) => [`${each.definition.id} ${each.code}`, keyOf(each)]));
  for (const row of rows) {
    const set = {
      ...digestOf(row),
      hours: row.hours,
      start: Number(row.start),
      skipped: row.skipped === 1,
      madeAt: Number(row.made_at),
    };
    setsByKey.get(byName.get(`${row.shape} ${row.code}`) ?? '')?.push(set);
  }
  return setsByKey;
}

/**
 * The current digests of one subscription's hours, by code.
 * @param from Unix milliseconds; its whole hour is included, and that of `until` too
 */
export async function readDigests(
  clickhouse: ClickHouse,
  rollups: RollupOf[],
  from: number,
  until: Instant,
): Promise<Map<string, Map<number, Digest>>> {
  const parameters = new QueryParameters();
  const hour = (at: Instant) => parameters.add(Math.floor(at / hourMs), 'Int64');
  const rows = await clickhouse.rows<DigestRow>(
    `select code, ${eventHour} as start, toUInt64(count()) as rows, sum(${rowHash}) as digest from ${clickhouse.database}.events
     where ${ownerOf(rollups, parameters)} and start >= ${hour(from)} and start <= ${hour(until)} group by code, start`,
    parameters.values,
  );
  const digestsByCode = new Map<string, Map<number, Digest>>(rollups.map(({ code }) => [code, new Map()]));
  for (const row of rows) digestsByCode.get(row.code)?.set(Number(row.start), digestOf(row));
  return digestsByCode;
}

/** Reads both, in the order of `rollups`. */
export async function readStates(
  clickhouse: ClickHouse,
  rollups: RollupOf[],
  from: number,
  until: Instant,
): Promise<State[]> {
  const [digests, sets] = await Promise.all([
    readDigests(clickhouse, rollups, from, until),
    readSets(clickhouse, rollups, from),
  ]);
  return rollups.map((each) => stateOf(digests.get(each.code) ?? new Map(), sets.get(keyOf(each)) ?? []));
}

const digestOf = ({ rows, digest }: DigestRow): Digest => ({ rows: Number(rows), digest: BigInt(digest) });

const list = (values: string[], parameters: QueryParameters) => parameters.add([...new Set(values)], 'Array(String)');

/** All `rollups` belong to one subscription. */
function ownerOf(rollups: RollupOf[], parameters: QueryParameters): string {
  const { organizationId = '', externalSubscriptionId = '' } = rollups[0] ?? {};
  return `organization_id = ${parameters.add(organizationId, 'UUID')} and external_subscription_id = ${parameters.add(externalSubscriptionId, 'String')}
    and code in ${list(
      rollups.map(({ code }) => code),
      parameters,
    )}`;
}
