import type { Instant } from '@tollgate/platform';
export const hourMs = 3_600_000;
const wrap = (1n << 64n) - 1n;

/** Fingerprint of stored rows: their number and the sum of their hashes, modulo 2^64. */
export interface Digest {
  rows: number;
  digest: bigint;
}

/** A stored rollup of one hour, one day or a run of days; `start` is its first hour since the epoch. */
export interface RollupSet extends Digest {
  hours: number;
  start: number;
  /** Recorded but not worth its entries; queries read the events instead. */
  skipped: boolean;
  /** Unix milliseconds. */
  madeAt: number;
}

/** The state of one code: the hours with events as they are now, and the existing rollups. */
export interface State {
  /** In order. */
  hours: number[];
  /** The digest of all hours before each of `hours`, and of all hours. */
  sums: Digest[];
  /** The first hour that this state does not cover. */
  unreadFrom: number;
  sets: Map<string, RollupSet>;
  /** Lengths in hours of the rollups that begin at a day, longest first. */
  lengths: Map<number, number[]>;
}

/** Unix milliseconds, the end exclusive. */
export interface Range {
  from: number;
  until: Instant;
}

/** How a query reads the usage of a time: from rollups, and from events in raw ranges. */
export interface QueryPlan {
  sets: RollupSet[];
  raw: Range[];
  /** Stored rows of the time, and the part of them that the rollups cover. */
  rows: number;
  rolledRows: number;
}

/**
 * Builds a state from digests by hour and rollups.
 * @param unreadFrom first hour without digests: this and later hours may hold events and have no rollup
 */
export function stateOf(digests: Map<number, Digest>, rollups: RollupSet[], unreadFrom = Infinity): State {
  const hours = [...digests.keys()].sort((a, b) => a - b);
  const sums: Digest[] = [{ rows: 0, digest: 0n }];
  for (const [index, hour] of hours.entries()) {
    const [before, current] = [sums[index] as Digest, digests.get(hour) as Digest];
    sums.push({ rows: before.rows + current.rows, digest: (before.digest + current.digest) & wrap });
  }
  const lengths = new Map<number, number[]>();
  for (const { start, hours: length } of rollups)
    if (length > 1)
      lengths.set(
        start,
        [...(lengths.get(start) ?? []), length].sort((a, b) => b - a),
      );
  return { hours, sums, unreadFrom, sets: new Map(rollups.map((set) => [setKey(set.hours, set.start), set])), lengths };
}

export const setKey = (hours: number, start: number): string => `${hours} ${start}`;

/** Names a rollup of a definition by its hours and its source rows. */
export const setName = ({ hours, start, rows, digest }: RollupSet): string => `${hours} ${start} ${rows} ${digest}`;

export const same = (one: Digest | undefined, other: Digest | undefined): boolean =>
  one !== undefined && other !== undefined && one.rows === other.rows && one.digest === other.digest;

/** The digest of `length` hours from `start`; undefined when they hold nothing. */
export function digestOf({ hours, sums }: State, start: number, length: number): Digest | undefined {
  const [before, upTo] = [sums[position(hours, start)], sums[position(hours, start + length)]];
  if (!before || !upTo || before.rows === upTo.rows) return undefined;
  return { rows: upTo.rows - before.rows, digest: (upTo.digest - before.digest) & wrap };
}

/** Number of the sorted hours before one. */
function position(hours: number[], hour: number): number {
  let [low, high] = [0, hours.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hours[middle] ?? 0) < hour) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rollup of some hours, if its source is exactly what they hold now. */
export function currentSet(state: State, start: number, hours: number): RollupSet | undefined {
  const set = state.sets.get(setKey(hours, start));
  return set && same(digestOf(state, start, hours), set) ? set : undefined;
}

/**
 * Plans a query like a database: current rollups of runs, days and hours, longest first, and raw ranges for the rest. A
 * rollup never crosses an edge.
 * @param edges Unix milliseconds in order: the begin, perhaps instants within, the exclusive end
 */
export function queryPlanOf(state: State, edges: number[]): QueryPlan {
  const plan: QueryPlan = { sets: [], raw: [], rows: 0, rolledRows: 0 };
  for (let index = 1; index < edges.length; index++)
    planSegment(state, { from: edges[index - 1] ?? 0, until: edges[index] ?? 0 }, plan);
  return plan;
}

function planSegment(state: State, { from, until }: Range, plan: QueryPlan): void {
  const hours = state.hours.filter((hour) => (hour + 1) * hourMs > from && hour * hourMs < until);
  let done = -Infinity;
  let open: Range | undefined;
  for (const hour of hours) {
    if (hour < done) continue;
    const set = longest(Math.floor(hour / 24) * 24) ?? inside(hour, 1);
    plan.rows += set?.rows ?? digestOf(state, hour, 1)?.rows ?? 0;
    if (set) {
      plan.sets.push(set);
      plan.rolledRows += set.rows;
      done = set.start + set.hours;
      open = undefined;
      continue;
    }
    const end = Math.min(until, (hour + 1) * hourMs);
    // Hours without events may lie between.
    if (open) open.until = end;
    else plan.raw.push((open = { from: Math.max(from, hour * hourMs), until: end }));
  }
  const unread = Math.max(from, state.unreadFrom * hourMs);
  if (unread < until) {
    if (open) open.until = until;
    else plan.raw.push({ from: unread, until });
  }

  /** The longest usable rollup that begins at a day. */
  function longest(day: number): RollupSet | undefined {
    for (const length of state.lengths.get(day) ?? []) {
      const set = inside(day, length);
      if (set) return set;
    }
    return undefined;
  }

  function inside(start: number, length: number): RollupSet | undefined {
    if (start * hourMs < from || (start + length) * hourMs > until) return undefined;
    const set = currentSet(state, start, length);
    return set?.skipped ? undefined : set;
  }
}
