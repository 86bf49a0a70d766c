import type { Instant } from '@tollgate/platform';
import { formatDate, parseDate, addMonths } from '@tollgate/rating';

/** The months of a report, first to last, as `YYYY-MM`. */
export interface Months {
  names: string[];
  /** First day of the first and last day of the last, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

const longest = 1200;

/**
 * The months from the organization's creation to the present, in UTC (customers, section 12).
 * @param madeAt, now Unix ms
 * @param requested the number of months up to the present one, which is always included
 */
export function monthsOf(madeAt: number, now: Instant, requested: number | undefined): Months {
  const present = monthOf(now);
  const all = Math.min(Math.max(present - monthOf(madeAt) + 1, 1), longest);
  const count = requested === undefined ? all : Math.min(Math.max(requested, 1), all);
  const names = Array.from({ length: count }, (_, index) => nameOf(present - count + 1 + index));
  return { names, from: `${names[0]}-01`, to: lastDay(names.at(-1) as string) };
}

/** The same day some months earlier, `YYYY-MM-DD`. */
export const monthsBefore = (day: string, months: number): string => formatDate(addMonths(parseDate(day), -months));

/** The first instant of a month (UTC). @param month its first day, `YYYY-MM-DD` */
export const monthStart = (month: string): Date => new Date(`${month}T00:00:00Z`);

/** The first day of the month after, `YYYY-MM-DD`. */
export const nextMonth = (month: string): string => formatDate(addMonths(parseDate(month), 1));

const monthOf = (instant: number): number => {
  const date = new Date(instant);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
const nameOf = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

function lastDay(name: string): string {
  const [year, month] = name.split('-').map(Number) as [number, number];
  return `${name}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}`;
}
