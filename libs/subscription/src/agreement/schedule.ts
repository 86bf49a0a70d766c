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
import type { SubscriptionRow } from '../repositories/subscriptions.repository.js';

type Scheduled = Pick<SubscriptionRow, 'billing_time' | 'subscription_at' | 'started_at'>;

/** What decides on which days a subscription is billed. */
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

/** Does a period of the plan begin on the local day of the instant, so that another plan may take its place (subscriptions, section 8.2)? */
export const beginsPlanPeriod = (row: Scheduled, plan: PlanView, timezone: string, at: Instant): boolean =>
  isPlanDayAt(at, scheduleOf(row, plan, timezone));

// Nothing is due before it was asked for, however far back it reaches.
const notBefore = (now: Instant, at: Instant): Date => new Date(Math.max(now, at));

/** The first billing day of a subscription that starts now, or that is scheduled anew: from now on when today is one. @param now Unix ms */
export const firstBillingAt = (row: Scheduled, plan: PlanView, timezone: string, now: Instant): Date =>
  notBefore(now, firstBillingInstant({ ...scheduleOf(row, plan, timezone), createdAt: now }));

/** A pending subscription starts at the beginning of its local day (subscriptions, section 3.4). @param now when that is decided, Unix ms */
export const activationAt = (subscriptionAt: Date, timezone: string, now: Instant): Date =>
  notBefore(now, startOfLocalDay(subscriptionAt.getTime(), timezone));

/** A subscription with an end ends at the beginning of that local day (subscriptions, section 9.3). @param now when that is decided, Unix ms */
export const terminationAt = (endingAt: Date | null, timezone: string, now: Instant): Date | null =>
  endingAt === null ? null : notBefore(now, startOfLocalDay(endingAt.getTime(), timezone));

const alertDaysAhead = [45, 15];

/** The next alert about an end: at the start of the UTC day 45 or 15 days ahead of it, once a day (subscriptions, section 9.3). */
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
 * When an active subscription falls due, from its start on; a trial that was over before is noticed now (subscriptions,
 * section 5.3). @param now when it starts, or is made with a start in the past, Unix ms
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

/** When the end of a trial is noticed; null where there is none. */
export function trialDueAt(trial: Trial | null, now: Instant): Date | null {
  const endsAt = trialEnd(trial);
  return endsAt === null ? null : notBefore(now, endsAt);
}

/** One that is not active falls due no more. */
export const neverDue = {
  activation_at: null,
  next_billing_at: null,
  plan_change_at: null,
  termination_at: null,
  trial_end_at: null,
  alert_at: null,
};
