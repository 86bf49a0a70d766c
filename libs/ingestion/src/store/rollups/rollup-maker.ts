import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ClickHouse, Jobs, Logger, Metrics, Passes, type Instant, type Pass } from '@tollgate/platform';
import { makeHours, makeLonger, type Statement } from './making-sql.js';
import { currentSet, digestOf, hourMs, setKey, type RollupSet, type State } from './query-plan.js';
import { keyOf, readStates } from './rollup-state.js';
import { RollupDefinitions, type RequestedRollup } from './rollup-definitions.js';
import { backfillProjections } from '../projections/backfill-projections.js';

const everyMinute = 60_000;
/** After this long a run leaves the rest to the next one. */
const longestRun = 45_000;
/** Most stored rows that one statement reads. */
const rowsAtOnce = 500_000;
/** The upper bound of the column `hours`. */
const longestRunHours = 65_535;
/** Shortest interval between two rollups of an hour whose events still change. */
const restMs = 10 * 60_000;

const lengths = ['hours', 'days', 'runs'] as const;

/** Number of rollups written. */
export type RollupCounts = Record<(typeof lengths)[number], number>;

/**
 * Writes the rollups that queries of busy subscriptions request, after each hour ends. Correctness never depends on
 * when or how often it runs, or on whether it finishes. A query uses a rollup only if its source matches the stored
 * rows.
 */
@Injectable()
export class RollupMaker implements OnApplicationBootstrap {
  private readonly definitions: RollupDefinitions;
  /** The last definition that a run of this process reached. */
  private reached = '';

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.definitions = new RollupDefinitions(clickhouse);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('usage-rollups', () => this.run(), 1);
    await this.jobs.every('usage-rollups', everyMinute, {});
  }

  private async run(): Promise<void> {
    await this.passes.steps('usage-rollups', {
      projections: () => backfillProjections(this.clickhouse),
      rollups: () => this.makeAll(),
    });
  }

  private async makeAll(): Promise<void> {
    const begun = Date.now();
    const sum: RollupCounts = { hours: 0, days: 0, runs: 0 };
    const ordered = fromReached(await this.definitions.all(), this.reached);
    await this.passes.each(making, ordered, async (rollup) => {
      if (Date.now() > begun + longestRun) return;
      // Also after a failure the next run begins with the one behind.
      this.reached = nameOf(rollup);
      const made = await makeRollups(this.clickhouse, rollup, { now: begun, until: begun + longestRun, restMs });
      for (const length of lengths) sum[length] += made[length];
    });
    for (const length of lengths) this.metrics.usageRollupsMade.inc({ length }, sum[length]);
    if (sum.hours + sum.days + sum.runs > 0)
      this.logger.info('usage rollups created', { ...sum, ms: Date.now() - begun });
  }
}

/** A definition that cannot be rolled up, as when its values overflow or a statement takes too long. */
const making: Pass<RequestedRollup> = {
  name: 'usage-rollups',
  failure: 'usage rollups not made',
  about: ({ organizationId, externalSubscriptionId, code, definition }) => ({
    organization_id: organizationId,
    external_subscription_id: externalSubscriptionId,
    code,
    definition: JSON.stringify(definition),
  }),
};

const nameOf = (requested: RequestedRollup): string => JSON.stringify([keyOf(requested), requested.since]);

/** Definitions in order, starting after the one that the last run reached, so that none waits for ever. */
export function fromReached(requested: RequestedRollup[], reached: string): RequestedRollup[] {
  const ordered = requested
    .map((rollup) => ({ rollup, name: nameOf(rollup) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const first = Math.max(
    ordered.findIndex(({ name }) => name > reached),
    0,
  );
  return [...ordered.slice(first), ...ordered.slice(0, first)].map(({ rollup }) => rollup);
}

/** The current time, the deadline (Unix milliseconds), and the shortest interval of a changing hour. */
export interface MakingTimes {
  now: Instant;
  until: Instant;
  restMs: number;
}

/** Writes missing or outdated rollups of all hours except the current one. */
export async function makeRollups(
  clickhouse: ClickHouse,
  requested: RequestedRollup,
  times: MakingTimes,
): Promise<RollupCounts> {
  if (Date.now() > times.until) return { hours: 0, days: 0, runs: 0 };
  const before = await readState(clickhouse, requested);
  const missing = missingHours(before, times);
  if (missing.length > 0) await makeMissingHours(clickhouse, requested, missing, before, times.until);
  const withHours = missing.length > 0 ? await readState(clickhouse, requested) : before;
  const hours = missing.filter((hour) => currentSet(withHours, hour, 1)).length;
  const days = await makeMissingDays(clickhouse, requested, withHours, times);
  const runs = await makeMissingRuns(
    clickhouse,
    requested,
    days > 0 ? await readState(clickhouse, requested) : withHours,
    times,
  );
  return { hours, days, runs };
}

async function readState(clickhouse: ClickHouse, requested: RequestedRollup): Promise<State> {
  const [state] = await readStates(clickhouse, [requested], requested.since, farFuture);
  return state as State;
}

const farFuture = Date.UTC(2200, 0, 1);

function missingHours(state: State, { now, restMs: rest }: MakingTimes): number[] {
  const running = Math.floor(now / hourMs);
  return state.hours.filter(
    (hour) => hour !== running && !currentSet(state, hour, 1) && rested(state.sets.get(setKey(1, hour)), now, rest),
  );
}

const rested = (set: RollupSet | undefined, now: Instant, rest: number): boolean =>
  set === undefined || set.madeAt + rest <= now;

/** Batches neighbouring hours up to a number of rows; hours with repeated events need a second, slower way. */
async function makeMissingHours(
  clickhouse: ClickHouse,
  requested: RequestedRollup,
  missing: number[],
  state: State,
  until: Instant,
): Promise<void> {
  for (const repeated of [false, true]) {
    const current = repeated ? await readState(clickhouse, requested) : state;
    const left = missing.filter((hour) => !currentSet(current, hour, 1));
    for (const [from, end] of batches(left, (hour) => digestOf(current, hour, 1)?.rows ?? 0)) {
      if (Date.now() > until) return;
      await execute(clickhouse, makeHours(clickhouse.database, requested, from, end, repeated));
    }
  }
}

/** Runs of consecutive hours, as the first hour and the one after the last. */
function batches(hours: number[], rowsOf: (hour: number) => number): [number, number][] {
  const runs: [number, number][] = [];
  let rows = 0;
  for (const hour of hours) {
    const last = runs.at(-1);
    rows += rowsOf(hour);
    if (last && last[1] === hour && rows <= rowsAtOnce) last[1] = hour + 1;
    else {
      runs.push([hour, hour + 1]);
      rows = rowsOf(hour);
    }
  }
  return runs;
}

const dayOf = (hour: number) => Math.floor(hour / 24) * 24;

/** Days with events that the request covers wholly, except the current day. */
function wholeDays(state: State, { since }: RequestedRollup, now: Instant): number[] {
  const first = Math.ceil(since / hourMs / 24) * 24;
  const running = dayOf(now / hourMs);
  const days = new Set(state.hours.map(dayOf));
  return [...days].filter((day) => day >= first && day !== running);
}

async function makeMissingDays(
  clickhouse: ClickHouse,
  requested: RequestedRollup,
  state: State,
  { now, until }: MakingTimes,
): Promise<number> {
  let made = 0;
  for (const day of wholeDays(state, requested, now)) {
    if (currentSet(state, day, 24) || Date.now() > until) continue;
    const hours = within(state, day, 24, 1);
    if (!hours) continue;
    await execute(clickhouse, makeLonger(clickhouse.database, requested, day, 24, hours));
    made++;
  }
  return made;
}

/**
 * A run from the first whole day over all consecutive daily rollups; queries of the whole time read it instead of those
 * days. It is rewritten once it grows by an eighth, which bounds the storage of old runs.
 */
async function makeMissingRuns(
  clickhouse: ClickHouse,
  requested: RequestedRollup,
  state: State,
  { now, until }: MakingTimes,
): Promise<number> {
  const days = wholeDays(state, requested, now);
  const broken = days.findIndex((day) => currentSet(state, day, 24)?.skipped !== false);
  const run = broken < 0 ? days : days.slice(0, broken);
  const [start, last] = [run[0], run.at(-1)];
  if (start === undefined || last === undefined || run.length < 2 || Date.now() > until) return 0;
  const length = last + 24 - start;
  const shorter = within(state, start, length, 24);
  const currentLength = (state.lengths.get(start) ?? []).find((hours) => currentSet(state, start, hours)) ?? 0;
  if (!shorter || length > longestRunHours || (currentLength > 24 && length * 8 < currentLength * 9)) return 0;
  await execute(clickhouse, makeLonger(clickhouse.database, requested, start, length, shorter));
  return 1;
}

/** The current rollups of one length for all hours with events; undefined when one is missing or skipped. */
function within(state: State, start: number, hours: number, length: number): RollupSet[] | undefined {
  const sets: RollupSet[] = [];
  for (let at = start; at < start + hours; at += length) {
    if (!digestOf(state, at, length)) continue;
    const set = currentSet(state, at, length);
    if (!set || set.skipped) return undefined;
    sets.push(set);
  }
  return sets;
}

const execute = (clickhouse: ClickHouse, { query, parameters }: Statement): Promise<void> =>
  clickhouse.command(query, parameters);
