import type { Instant } from '@tollgate/platform';
import {
  DAY,
  firstBillingInstant,
  hasMonthlySplit,
  isPlanDayAt,
  nextBillingInstant,
  startOfLocalDay,
  trialEnd,
  type BillingSchedule,
  type Trial,
} from '@tollgate/rating';
import type { PlanView } from '@tollgate/catalog/reader';
import type { SubscriptionRow } from '../subscriptions/subscriptions.repository.js';

type Scheduled = Pick<SubscriptionRow, 'billing_time' | 'subscription_at' | 'started_at'>;

/** The inputs of the billing days of a subscription. */
export const scheduleOf = (row: Scheduled, plan: PlanView, timezone: string): BillingSchedule => ({
  interval: plan.interval,
  billingTime: row.billing_time,
  subscriptionAt: row.subscription_at.getTime(),
  startedAt: (row.started_at ?? row.subscription_at).getTime(),
  timezone,
  monthlySplit: hasMonthlySplit(plan),
});

/** The billing day after the one that began at `billedAt`. */
export const billingAfter = (row: Scheduled, plan: PlanView, timezone: string, billedAt: Date): Date =>
  new Date(nextBillingInstant({ ...scheduleOf(row, plan, timezone), after: billedAt.getTime() }));

/**
 * Whether a period of the plan begins on the instant's local day, so another plan may replace it
 * (subscriptions, section 8.2).
 */
export const beginsPlanPeriod = (row: Scheduled, plan: PlanView, timezone: string, at: Instant): boolean =>
  isPlanDayAt(at, scheduleOf(row, plan, timezone));

/** The first unbilled billing day of an active subscription, wherever it is scheduled, Unix ms; null without one. */
export const nextBillingOf = (
  row: Pick<SubscriptionRow, 'held_billing_at' | 'next_billing_at' | 'plan_change_at'>,
): Instant | null => (row.held_billing_at ?? row.plan_change_at ?? row.next_billing_at)?.getTime() ?? null;

// Nothing is due before the request, even if the start lies further back.
const notBefore = (now: Instant, at: Instant): Date => new Date(Math.max(now, at));

/** The first billing day of a started or rescheduled subscription; today counts, from now on. @param now Unix ms */
export const firstBillingAt = (row: Scheduled, plan: PlanView, timezone: string, now: Instant): Date =>
  notBefore(now, firstBillingInstant({ ...scheduleOf(row, plan, timezone), createdAt: now }));

/**
 * A pending subscription starts at the beginning of its local day (subscriptions, section 3.4).
 * @param now time of the decision, Unix ms
 */
export const activationAt = (subscriptionAt: Date, timezone: string, now: Instant): Date =>
  notBefore(now, startOfLocalDay(subscriptionAt.getTime(), timezone));

/**
 * A subscription with an end ends at the beginning of that local day (subscriptions, section 9.3).
 * @param now time of the decision, Unix ms
 */
export const terminationAt = (endingAt: Date | null, timezone: string, now: Instant): Date | null =>
  endingAt === null ? null : notBefore(now, startOfLocalDay(endingAt.getTime(), timezone));

const alertDaysAhead = [45, 15];

/**
 * The next alert about an end: at the start of the UTC day 45 or 15 days before it, once a day
 * (subscriptions, section 9.3).
 */
export function alertAt(endingAt: Date | null, alertedAt: Date | null, now: Instant): Date | null {
  if (endingAt === null) return null;
  const today = dayOf(now);
  const first = alertedAt && dayOf(alertedAt.getTime()) === today ? today + DAY : today;
  const next = alertDaysAhead.map((days) => dayOf(endingAt.getTime()) - days * DAY).find((day) => day >= first);
  return next === undefined ? null : new Date(next);
}

const dayOf = (at: Instant) => Math.floor(at / DAY) * DAY;

type Starting = Scheduled & Pick<SubscriptionRow, 'ending_at'>;

/**
 * The due instants of an active subscription from its start on; a trial that ended earlier is handled now
 * (subscriptions, section 5.3). @param now its start, or its creation with a start in the past, Unix ms
 */
export const dueFromStart = (row: Starting, plan: PlanView, timezone: string, trial: Trial | null, now: Instant) => {
  return {
    start_timezone: timezone,
    activation_at: null,
    next_billing_at: firstBillingAt(row, plan, timezone, now),
    termination_at: terminationAt(row.ending_at, timezone, now),
    trial_end_at: trialDueAt(trial, now),
    alert_at: alertAt(row.ending_at, null, now),
  };
};

/** When the end of a trial is handled; null without a trial. */
export function trialDueAt(trial: Trial | null, now: Instant): Date | null {
  const endsAt = trialEnd(trial);
  return endsAt === null ? null : notBefore(now, endsAt);
}

/** The due instants of an inactive subscription: none. */
export const neverDue = {
  activation_at: null,
  activation_expires_at: null,
  held_billing_at: null,
  next_billing_at: null,
  plan_change_at: null,
  termination_at: null,
  trial_end_at: null,
  alert_at: null,
};
