import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ClickHouse, Jobs, Logger, Metrics } from '@tollgate/platform';
import { makeDays, makeHours, type Statement } from './making-sql.js';
import { currentSet, digestOf, hourMs, setKey, type RollupSet, type State } from './plan.js';
import { readState } from './rollup-state.js';
import { RollupShapes, type AskedFor } from './rollup-shapes.js';
import { mendDigests } from './mend-digests.js';

const everyMinute = 60_000;
/** After this long a run leaves the rest to the next one. */
const longestRun = 45_000;
/** Stored rows that one statement reads. */
const rowsAtOnce = 500_000;
/** An hour whose events still change is not made anew more often than this. */
const restMs = 10 * 60_000;

/** How many rollups were made. */
export interface Made {
  hours: number;
  days: number;
}

/**
 * Makes the rollups that readings of busy subscriptions ask for, once an hour is over. Nothing depends on when it runs,
 * or how often, or on its coming to an end: a reading uses a rollup only if it was made of what is stored.
 */
@Injectable()
export class RollupMaker implements OnApplicationBootstrap {
  private readonly shapes: RollupShapes;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.shapes = new RollupShapes(clickhouse);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('usage-rollups', () => this.run(), 1);
    await this.jobs.every('usage-rollups', everyMinute, {});
  }

  private async run(): Promise<void> {
    const begun = Date.now();
    await mendDigests(this.clickhouse);
    const { hours, days } = await makeRollups(this.clickhouse, await this.shapes.all(), { now: begun, until: begun + longestRun, restMs });
    this.metrics.usageRollupsMade.inc({ of: 'hour' }, hours);
    this.metrics.usageRollupsMade.inc({ of: 'day' }, days);
    if (hours + days > 0) this.logger.info('usage rollups made', { hours, days, ms: Date.now() - begun });
  }
}

/** When it is, when to stop (Unix milliseconds), and how long an hour that changes is left alone. */
export interface MakingTimes {
  now: number;
  until: number;
  restMs: number;
}

/** Makes what is missing or no longer right of all hours but the running one. */
export async function makeRollups(clickhouse: ClickHouse, asked: AskedFor[], times: MakingTimes): Promise<Made> {
  const made: Made = { hours: 0, days: 0 };
  for (const each of asked) {
    if (Date.now() > times.until) break;
    const state = await stateOf(clickhouse, each);
    const missing = missingHours(state, times);
    if (missing.length > 0) await makeMissingHours(clickhouse, each, missing, state, times.until);
    const after = missing.length > 0 ? await stateOf(clickhouse, each) : state;
    made.hours += missing.filter((hour) => currentSet(after, hour, 1)).length;
    made.days += await makeMissingDays(clickhouse, each, after, times);
  }
  return made;
}

async function stateOf(clickhouse: ClickHouse, asked: AskedFor): Promise<State> {
  const [state] = await readState(clickhouse, [asked], asked.since, farFuture);
  return state as State;
}

const farFuture = Date.UTC(2200, 0, 1);

function missingHours(state: State, { now, restMs: rest }: MakingTimes): number[] {
  const running = Math.floor(now / hourMs);
  return [...state.digests.keys()]
    .filter((hour) => hour !== running && !currentSet(state, hour, 1) && rested(state.sets.get(setKey(1, hour)), now, rest))
    .sort((a, b) => a - b);
}

const rested = (set: RollupSet | undefined, now: number, rest: number): boolean => set === undefined || set.madeAt + rest <= now;

/** Neighbouring hours go together, up to a number of rows; hours with repeated events are made in a second, slower way. */
async function makeMissingHours(clickhouse: ClickHouse, asked: AskedFor, missing: number[], state: State, until: number): Promise<void> {
  for (const repeated of [false, true]) {
    const known = repeated ? await stateOf(clickhouse, asked) : state;
    const left = missing.filter((hour) => !currentSet(known, hour, 1));
    for (const [from, end] of batches(left, (hour) => known.digests.get(hour)?.rows ?? 0)) {
      if (Date.now() > until) return;
      await execute(clickhouse, makeHours(clickhouse.database, asked, from, end, repeated));
    }
  }
}

/** Runs of hours, as first hour and the one after the last. */
function batches(hours: number[], rowsOf: (hour: number) => number): [number, number][] {
  const found: [number, number][] = [];
  let rows = 0;
  for (const hour of hours) {
    const last = found.at(-1);
    rows += rowsOf(hour);
    if (last && last[1] === hour && rows <= rowsAtOnce) last[1] = hour + 1;
    else {
      found.push([hour, hour + 1]);
      rows = rowsOf(hour);
    }
  }
  return found;
}

async function makeMissingDays(clickhouse: ClickHouse, asked: AskedFor, state: State, { now }: MakingTimes): Promise<number> {
  const running = Math.floor(now / hourMs / 24) * 24;
  const firstWhole = Math.ceil(asked.since / hourMs / 24) * 24;
  const days = [...new Set([...state.digests.keys()].map((hour) => Math.floor(hour / 24) * 24))].filter((day) => {
    if (day === running || day < firstWhole || currentSet(state, day, 24)) return false;
    return hoursOf(state, day).every((set) => set && !set.skipped);
  });
  // One block of rows at a time: days with many entries are heavy.
  for (const day of days) await execute(clickhouse, makeDays(clickhouse.database, asked, hoursOf(state, day) as RollupSet[]));
  return days.length;
}

/** The current rollups of the hours of a day that hold anything; undefined for one that has none. */
const hoursOf = (state: State, day: number): (RollupSet | undefined)[] =>
  Array.from({ length: 24 }, (_, index) => day + index)
    .filter((hour) => digestOf(state, hour, 1))
    .map((hour) => currentSet(state, hour, 1));

const execute = (clickhouse: ClickHouse, { query, parameters }: Statement): Promise<void> => clickhouse.command(query, parameters);
