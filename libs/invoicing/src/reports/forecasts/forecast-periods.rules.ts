import type { Instant } from '@tollgate/platform';
import {
  DAY,
  localDay,
  MOST_HISTORY_DAYS,
  runningPeriod,
  type DaySpan,
  type PeriodHistory,
  type UsagePeriod,
} from '@tollgate/rating';
import type { Payer } from '../../model/line-items/payer.js';

/** A subscription with its customer and the billed spans by which its periods carry on. */
export type ForecastSubject = Pick<Payer, 'subscription' | 'customer'> & { history: PeriodHistory };

/** The billing periods that a forecast knows or expects, oldest first. */
export interface ForecastPeriods {
  ended: UsagePeriod[];
  running: UsagePeriod;
  next: UsagePeriod[];
}

/** Periods after the running one. */
const NEXT_PERIODS = 2;
/** Weeks of the longest history: no plan has shorter periods. */
const MOST_ENDED = Math.ceil(MOST_HISTORY_DAYS / 7);

/** The first instant (Unix ms) that a forecast reads. */
export const historyStart = (now: Instant): Instant => now - (MOST_HISTORY_DAYS - 2) * DAY;

/** The ended periods of the history, the running one, and the next two (subscriptions, section 2). */
export function forecastPeriods({ subscription, customer, history }: ForecastSubject, now: Instant): ForecastPeriods {
  const { agreement } = subscription;
  const periodAt = (at: Instant) => runningPeriod(agreement, at, customer.timezone, history);
  const running = periodAt(now);
  const ended: UsagePeriod[] = [];
  for (let first = running; ended.length < MOST_ENDED;) {
    if (first.from <= agreement.startedAt || first.from <= historyStart(now)) break;
    first = periodAt(first.from - 1);
    ended.unshift(first);
  }
  const next: UsagePeriod[] = [];
  for (let last = running; next.length < NEXT_PERIODS; next.push(last)) last = periodAt(last.to + 1);
  return { ended, running, next };
}

/** The local days of a period, counted from the first day of the history. @param firstDay a local day, since 1970 */
export const daysOfPeriod = ({ from, to }: UsagePeriod, timezone: string, firstDay: number): DaySpan => ({
  from: localDay(from, timezone) - firstDay,
  until: localDay(to, timezone) + 1 - firstDay,
});
