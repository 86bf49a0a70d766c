import { Decimal } from '../decimal.js';
import type { DaySpan, UsageHistory } from './usage-history.js';

export const decimals = (units: readonly (number | string)[]): Decimal[] => units.map((each) => new Decimal(each));

/** Periods of some days each, from a day on. */
export const periodsOf = (from: number, length: number, count: number): DaySpan[] =>
  Array.from({ length: count }, (_, place) => ({
    from: from + place * length,
    until: from + (place + 1) * length,
  }));

/** A history with periods of thirty days from day 0 on; the last one may run. */
export function historyOf(days: UsageHistory['days'], units: readonly (number | string)[]): UsageHistory {
  return { days, added: decimals(units), periods: periodsOf(0, 30, Math.ceil(units.length / 30)) };
}

/** Units by day of the week, for some days. */
export const weekly = (days: number, week: readonly number[]): number[] =>
  Array.from({ length: days }, (_, day) => week[day % week.length] ?? 0);
