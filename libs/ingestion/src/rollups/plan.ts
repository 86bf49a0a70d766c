export const hourMs = 3_600_000;
const wrap = (1n << 64n) - 1n;

/** Of which stored rows: their number and the sum of their hashes, modulo 2^64. */
export interface Digest {
  rows: number;
  digest: bigint;
}

/** A rollup that is there: of the hours from `start` on, counted since the epoch. */
export interface RollupSet extends Digest {
  hours: 1 | 24;
  start: number;
  /** Told of, but not worth its entries: read raw. */
  skipped: boolean;
  /** Unix milliseconds. */
  madeAt: number;
}

/** What the store has of one code: the digests of its hours as they are now, and the rollups that were made. */
export interface State {
  digests: Map<number, Digest>;
  sets: Map<string, RollupSet>;
}

/** Unix milliseconds, the end left out. */
export interface Range {
  from: number;
  until: number;
}

export interface Plan {
  sets: RollupSet[];
  raw: Range[];
  /** Stored rows of the time, and those of them that the sets stand for. */
  rows: number;
  rolledRows: number;
}

export const setKey = (hours: number, start: number): string => `${hours} ${start}`;

/** Names a rollup among those of a shape: its hours, and what it was made of. */
export const setName = ({ hours, start, rows, digest }: RollupSet): string => `${hours} ${start} ${rows} ${digest}`;

export const same = (one: Digest | undefined, other: Digest | undefined): boolean =>
  one !== undefined && other !== undefined && one.rows === other.rows && one.digest === other.digest;

/** The digest of all hours from `start` on; undefined when there is nothing. */
export function digestOf({ digests }: State, start: number, hours: number): Digest | undefined {
  const sum: Digest = { rows: 0, digest: 0n };
  for (let hour = start; hour < start + hours; hour++) {
    const own = digests.get(hour);
    if (!own) continue;
    sum.rows += own.rows;
    sum.digest = (sum.digest + own.digest) & wrap;
  }
  return sum.rows === 0 ? undefined : sum;
}

/** The rollup of some hours, when it was made of exactly what they hold now. */
export function currentSet(state: State, start: number, hours: 1 | 24): RollupSet | undefined {
  const set = state.sets.get(setKey(hours, start));
  return set && same(digestOf(state, start, hours), set) ? set : undefined;
}

/**
 * How to read a time: days and hours whose rollups are current, everything else raw. Rollups never reach over an edge.
 * @param edges Unix milliseconds in order: the begin, perhaps instants within, the end (left out)
 */
export function planOf(state: State, edges: number[]): Plan {
  const plan: Plan = { sets: [], raw: [], rows: 0, rolledRows: 0 };
  for (let index = 1; index < edges.length; index++) planSegment(state, { from: edges[index - 1] ?? 0, until: edges[index] ?? 0 }, plan);
  return plan;
}

function planSegment(state: State, { from, until }: Range, plan: Plan): void {
  const hours = [...state.digests.keys()].filter((hour) => (hour + 1) * hourMs > from && hour * hourMs < until).sort((a, b) => a - b);
  let done = -Infinity;
  let open: Range | undefined;
  for (const hour of hours) {
    if (hour < done) continue;
    const set = inside(Math.floor(hour / 24) * 24, 24) ?? inside(hour, 1);
    plan.rows += set?.rows ?? state.digests.get(hour)?.rows ?? 0;
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

  function inside(start: number, length: 1 | 24): RollupSet | undefined {
    if (start * hourMs < from || (start + length) * hourMs > until) return undefined;
    const set = currentSet(state, start, length);
    return set?.skipped ? undefined : set;
  }
}
