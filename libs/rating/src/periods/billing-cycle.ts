import {
  addDays,
  addMonths,
  clampedDate,
  compareDates,
  daysFrom,
  daysInMonth,
  modulo,
  monthIndex,
  weekday,
} from './plain-date.js';
import { localPlainDate } from './local-time.js';
import type { PlainDate } from './plain-date.js';
import type { Instant } from './local-time.js';

export type Interval = 'weekly' | 'monthly' | 'quarterly' | 'semiannual' | 'yearly';
export type BillingTime = 'calendar' | 'anniversary';

/** The rhythm of billing periods: an interval, and the start date of one of its periods. */
export interface BillingCycle {
  readonly interval: Interval;
  readonly anchor: PlainDate;
}

const MONTHS = { monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 } as const;

// Both a Monday and the first of January: calendar weeks, months, quarters and years all have a period that begins on
// it.
const CALENDAR_ANCHOR: PlainDate = { year: 2001, month: 1, day: 1 };

/** The cycle of a subscription; the anniversary anchor is the local date of `subscription_at` (subscriptions, section 2.1). */
export function billingCycle(
  interval: Interval,
  billingTime: BillingTime,
  subscriptionAt: Instant,
  timezone: string,
): BillingCycle {
  return { interval, anchor: billingTime === 'calendar' ? CALENDAR_ANCHOR : localPlainDate(subscriptionAt, timezone) };
}

/** First day of the period that contains a date: P(x) of subscriptions, section 2.1. */
export function periodStart(date: PlainDate, { interval, anchor }: BillingCycle): PlainDate {
  if (interval === 'weekly') return addDays(date, -modulo(weekday(date) - weekday(anchor), 7));
  const months = MONTHS[interval];
  const index = monthIndex(date);
  const latest = index - modulo(index - monthIndex(anchor), months);
  const start = clampedDate(latest, anchor.day);
  return compareDates(start, date) <= 0 ? start : clampedDate(latest - months, anchor.day);
}

/** Last day of the period that starts on a date: E(p) of subscriptions, section 2.1. */
export function periodEnd(start: PlainDate, { interval, anchor }: BillingCycle): PlainDate {
  if (interval === 'weekly') return addDays(start, 6);
  return addDays(clampedDate(monthIndex(start) + MONTHS[interval], anchor.day), -1);
}

/** Length in days of the full period that contains a date (subscriptions, section 2.7). */
export function periodDays(date: PlainDate, cycle: BillingCycle): number {
  const start = periodStart(date, cycle);
  return daysFrom(start, periodEnd(start, cycle)) + 1;
}

/**
 * The date one interval before a billing date (`base` of subscriptions, section 2.3). Where a short month moved the
 * billing day forward, it uses the anchor day of the earlier month.
 */
export function oneIntervalBefore(date: PlainDate, { interval, anchor }: BillingCycle): PlainDate {
  if (interval === 'weekly') return addDays(date, -7);
  const months = MONTHS[interval];
  const pulledForward = date.day === daysInMonth(date.year, date.month) && date.day < anchor.day;
  return pulledForward ? clampedDate(monthIndex(date) - months, anchor.day) : addMonths(date, -months);
}

/** Is the date the first day of a period? */
export function startsPeriod(date: PlainDate, cycle: BillingCycle): boolean {
  return compareDates(periodStart(date, cycle), date) === 0;
}

/** The first day after a date on which a period begins. */
export function nextPeriodStart(date: PlainDate, cycle: BillingCycle): PlainDate {
  return addDays(periodEnd(periodStart(date, cycle), cycle), 1);
}
