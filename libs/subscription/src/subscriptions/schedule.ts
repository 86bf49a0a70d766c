import { firstBillingInstant, hasMonthlySplit, nextBillingInstant, startOfLocalDay, type BillingSchedule } from '@tollgate/rating';
import type { PlanView } from '@tollgate/catalog/reader';
import type { SubscriptionRow } from './subscriptions.repository.js';

type Scheduled = Pick<SubscriptionRow, 'billing_time' | 'subscription_at' | 'started_at'>;

const scheduleOf = (row: Scheduled, plan: PlanView, timezone: string): BillingSchedule => ({
  interval: plan.interval,
  billingTime: row.billing_time,
  subscriptionAt: row.subscription_at.getTime(),
  startedAt: (row.started_at ?? row.subscription_at).getTime(),
  timezone,
  monthlySplit: hasMonthlySplit(plan),
});

/** The first billing day of a subscription that starts now, or that is scheduled anew: today when today is one. */
export const firstBillingAt = (row: Scheduled, plan: PlanView, timezone: string, now: number): Date =>
  new Date(firstBillingInstant({ ...scheduleOf(row, plan, timezone), createdAt: now }));

/** The billing day after the one that began at `billedAt`. */
export const billingAfter = (row: Scheduled, plan: PlanView, timezone: string, billedAt: Date): Date =>
  new Date(nextBillingInstant({ ...scheduleOf(row, plan, timezone), after: billedAt.getTime() }));

/** A pending subscription starts at the beginning of its local day (subscriptions, section 3.4). */
export const activationAt = (subscriptionAt: Date, timezone: string): Date => new Date(startOfLocalDay(subscriptionAt.getTime(), timezone));

/** A subscription with an end ends at the beginning of that local day (subscriptions, section 9.3). */
export const terminationAt = (endingAt: Date | null, timezone: string): Date | null =>
  endingAt === null ? null : new Date(startOfLocalDay(endingAt.getTime(), timezone));
