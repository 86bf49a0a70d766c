import { billingCycle, nextPeriodStart, startsPeriod } from './billing-cycle.js';
import { addDays, compareDates } from './plain-date.js';
import { localPlainDate, startOfDate } from './local-time.js';
import type { BillingCycle, BillingTime, Interval } from './billing-cycle.js';
import type { Instant } from './local-time.js';
import type { PlainDate } from './plain-date.js';

/** The inputs that determine a subscription's billing days. */
export interface BillingSchedule {
  readonly interval: Interval;
  readonly billingTime: BillingTime;
  readonly subscriptionAt: Instant;
  readonly startedAt: Instant;
  readonly timezone: string;
  /** Usage or fixed charges of a yearly or semiannual plan are billed every month. */
  readonly monthlySplit: boolean;
}

// Monthly days include the days of the longer interval, since both cycles have the same anchor.
function scheduleCycle({
  interval,
  billingTime,
  subscriptionAt,
  timezone,
  monthlySplit,
}: BillingSchedule): BillingCycle {
  const splits = monthlySplit && (interval === 'yearly' || interval === 'semiannual');
  return billingCycle(splits ? 'monthly' : interval, billingTime, subscriptionAt, timezone);
}

/**
 * Is the local date a billing day: the first of a period or a monthly split day, after the start day (subscriptions,
 * section 2.2)?
 */
export function isBillingDay(date: PlainDate, schedule: BillingSchedule): boolean {
  return (
    startsPeriod(date, scheduleCycle(schedule)) &&
    compareDates(localPlainDate(schedule.startedAt, schedule.timezone), date) < 0
  );
}

/** Is the local day of the instant a billing day? */
export function isBillingDayAt(instant: Instant, schedule: BillingSchedule): boolean {
  return isBillingDay(localPlainDate(instant, schedule.timezone), schedule);
}

/**
 * Does a period of the plan's own interval begin on the local day of the instant? A split day within a period does not
 * count (subscriptions, sections 2.5 and 8.2).
 */
export const isPlanDayAt = (instant: Instant, schedule: BillingSchedule): boolean =>
  startsPeriod(localPlainDate(instant, schedule.timezone), scheduleCycle({ ...schedule, monthlySplit: false }));

function firstBillingDateAfter(date: PlainDate, schedule: BillingSchedule): PlainDate {
  const started = localPlainDate(schedule.startedAt, schedule.timezone);
  return nextPeriodStart(compareDates(started, date) > 0 ? started : date, scheduleCycle(schedule));
}

/** Start of the first billing day that begins strictly after the instant (subscriptions, section 2.2). */
export function nextBillingInstant(schedule: BillingSchedule & { readonly after: Instant }): Instant {
  const date = firstBillingDateAfter(localPlainDate(schedule.after, schedule.timezone), schedule);
  return startOfDate(date, schedule.timezone);
}

/** Start of the first day after that of the instant on which a period begins: a billing day or the start day. */
export function nextPeriodInstant(schedule: BillingSchedule & { readonly after: Instant }): Instant {
  return startOfDate(
    nextPeriodStart(localPlainDate(schedule.after, schedule.timezone), scheduleCycle(schedule)),
    schedule.timezone,
  );
}

/**
 * Start of the first billing day of a subscription created at the instant. It may lie earlier that day: a backdated
 * subscription that is created on its billing day is still billed on it (subscriptions, section 2.2).
 */
export function firstBillingInstant(schedule: BillingSchedule & { readonly createdAt: Instant }): Instant {
  const dayBefore = addDays(localPlainDate(schedule.createdAt, schedule.timezone), -1);
  return startOfDate(firstBillingDateAfter(dayBefore, schedule), schedule.timezone);
}
