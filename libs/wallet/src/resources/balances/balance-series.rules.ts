import { Decimal } from '@tollgate/rating';

export type Granularity = 'day' | 'hour';

const lengthMs: Record<Granularity, number> = { day: 86_400_000, hour: 3_600_000 };

/** The change by settled transactions in one day or hour. */
export interface Movement {
  /** Its start, Unix milliseconds. */
  start: number;
  cents: bigint;
  credits: Decimal;
}

/** A balance after the last instant of a day or hour. */
export interface BalanceAt {
  at: number;
  cents: bigint;
  credits: Decimal;
}

const startOf = (instant: number, granularity: Granularity): number =>
  Math.floor(instant / lengthMs[granularity]) * lengthMs[granularity];

/** The number of days or hours in a span; both instants are inclusive. */
export const pointsIn = (from: number, to: number, granularity: Granularity): number =>
  to < from ? 0 : (startOf(to, granularity) - startOf(from, granularity)) / lengthMs[granularity] + 1;

/**
 * The balances at the end of each day or hour of a span. They are computed back from the present balance, so they agree
 * with it whatever came before the span.
 * @param movements all from the start of the first day or hour on
 * @param to the end of the last point; no later than now
 */
export function balanceSeries(
  present: Omit<BalanceAt, 'at'>,
  movements: Movement[],
  { from, to, granularity }: { from: number; to: number; granularity: Granularity },
): BalanceAt[] {
  const latestFirst = [...movements].sort((one, other) => other.start - one.start);
  const series: BalanceAt[] = [];
  let { cents, credits } = present;
  let next = 0;
  for (let start = startOf(to, granularity); start >= startOf(from, granularity); start -= lengthMs[granularity]) {
    for (let movement = latestFirst[next]; movement && movement.start > start; movement = latestFirst[next]) {
      cents -= movement.cents;
      credits = credits.minus(movement.credits);
      next += 1;
    }
    series.push({ at: Math.min(start + lengthMs[granularity] - 1, to), cents, credits });
  }
  return series.reverse();
}
