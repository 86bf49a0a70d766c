import { billingCycle } from './billing-cycle.js';
import { utcDate } from './local-time.js';
import type { BillingCycle, BillingTime, Interval } from './billing-cycle.js';
import type { Instant } from './local-time.js';

/** How one subscription succeeds another with the same external id. */
export type PlanChange = 'upgrade' | 'downgrade';

/** The inputs of a subscription's calendar. Instants are milliseconds, UTC. */
export interface SubscriptionAgreement {
  readonly interval: Interval;
  readonly billingTime: BillingTime;
  readonly payInAdvance: boolean;
  /** Only meaningful for yearly and semiannual plans; ignored otherwise. */
  readonly billChargesMonthly: boolean;
  readonly billFixedChargesMonthly: boolean;
  readonly subscriptionAt: Instant;
  readonly startedAt: Instant;
  readonly createdAt: Instant;
  readonly terminatedAt: Instant | null;
  /** How this subscription succeeded another one; null without one. */
  readonly predecessor: PlanChange | null;
  /** How another one succeeds it, if one does that is not canceled. */
  readonly successor: PlanChange | null;
}

const PERIODS_PER_YEAR: Record<Interval, bigint> = {
  weekly: 52n,
  monthly: 12n,
  quarterly: 4n,
  semiannual: 2n,
  yearly: 1n,
};

/** Yearly amount in cents, for comparing plans only (subscriptions, section 3). */
export function yearlyAmountCents(amountCents: bigint, interval: Interval): bigint {
  return amountCents * PERIODS_PER_YEAR[interval];
}

/** Is the change to a plan with another yearly amount an upgrade or a downgrade? Equal amounts are an upgrade. */
export function planChange(currentYearlyCents: bigint, nextYearlyCents: bigint): PlanChange {
  return nextYearlyCents >= currentYearlyCents ? 'upgrade' : 'downgrade';
}

/** Started in the past: UTC date of the start before UTC date of the creation (subscriptions, section 2.5). */
export function startedInPast(agreement: Pick<SubscriptionAgreement, 'startedAt' | 'createdAt'>): boolean {
  return utcDate(agreement.startedAt) < utcDate(agreement.createdAt);
}

/** Has the subscription ended at or before the instant? */
export function terminatedBy(agreement: Pick<SubscriptionAgreement, 'terminatedAt'>, at: Instant): boolean {
  return agreement.terminatedAt !== null && agreement.terminatedAt <= at;
}

/** Yearly and semiannual plans can bill usage or fixed charges every month. */
export function allowsMonthlySplit(interval: Interval): boolean {
  return interval === 'yearly' || interval === 'semiannual';
}

export function hasMonthlySplit(
  agreement: Pick<SubscriptionAgreement, 'interval' | 'billChargesMonthly' | 'billFixedChargesMonthly'>,
): boolean {
  return allowsMonthlySplit(agreement.interval) && (agreement.billChargesMonthly || agreement.billFixedChargesMonthly);
}

/** The cycle of the plan's own interval. */
export function planCycle(
  agreement: Pick<SubscriptionAgreement, 'interval' | 'billingTime' | 'subscriptionAt'>,
  timezone: string,
): BillingCycle {
  return billingCycle(agreement.interval, agreement.billingTime, agreement.subscriptionAt, timezone);
}

/** The monthly cycle with the same anchor, for billing a split plan. */
export function monthlyCycle(
  agreement: Pick<SubscriptionAgreement, 'billingTime' | 'subscriptionAt'>,
  timezone: string,
): BillingCycle {
  return billingCycle('monthly', agreement.billingTime, agreement.subscriptionAt, timezone);
}
