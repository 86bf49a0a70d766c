import { periodEnd, periodStart } from './billing-cycle.js';
import { invoiceBoundaries, type FullPeriod } from './boundaries.js';
import { endOfDate, localPlainDate, utcPlainDate } from './local-time.js';
import { addDays, formatDate } from './plain-date.js';
import { allowsMonthlySplit, hasMonthlySplit, monthlyCycle, planCycle } from './subscription-agreement.js';
import type { BillingCycle } from './billing-cycle.js';
import type { BilledSpan } from './boundaries.js';
import type { Instant } from './local-time.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

/** A usage period, milliseconds UTC, both ends inclusive, and the days of its full period. */
export interface UsagePeriod extends FullPeriod {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * The usage period that contains an instant by the rules of a time zone, limited by the start of the subscription and
 * its termination (metering, section 3.2; subscriptions, section 10.3). Billing calls `runningPeriod`.
 * @param after the span after which it continues, if another time zone applied to that
 */
export function usagePeriod(
  agreement: SubscriptionAgreement,
  at: Instant,
  timezone: string,
  after?: BilledSpan,
): UsagePeriod {
  const { chargesFrom, chargesTo, fullCharges } = invoiceBoundaries(agreement, at, timezone, {
    currentUsage: true,
    ...(after ? { billedUnderOtherTimezone: { charges: after } } : {}),
  });
  if (chargesFrom === null || chargesTo === null || fullCharges === null)
    throw new Error('running usage has no boundaries');
  return { from: chargesFrom, to: chargesTo, ...fullCharges };
}

/**
 * The period of fixed charges whose end is not billed at an instant: the month, if a longer plan bills them monthly
 * (charges, section 5.3).
 * @param nextBilling start of the first unbilled billing day; null without one
 */
export function unbilledFixedChargePeriod(
  agreement: SubscriptionAgreement,
  at: Instant,
  timezone: string,
  nextBilling: Instant | null,
): UsagePeriod {
  const byFixedCharges = { ...agreement, billChargesMonthly: agreement.billFixedChargesMonthly };
  return usagePeriod(byFixedCharges, unbilledInstant(agreement, at, timezone, nextBilling), timezone);
}

/**
 * The instant, or the start of the period after its own if that one is billed already. A move to the west may put the
 * present back into the days of a billed period (subscriptions, section 2.6).
 * @param nextBilling start of the first unbilled billing day; null without one
 */
export function unbilledInstant(
  agreement: SubscriptionAgreement,
  at: Instant,
  timezone: string,
  nextBilling: Instant | null,
): Instant {
  const end = billedPeriodEnd(agreement, at, timezone);
  return nextBilling !== null && end + 1 < nextBilling ? end + 1 : at;
}

/**
 * The running period shown on a subscription: the current one, or that of a later start (subscriptions, section 1.1).
 * For a terminated one, the period in which it ended.
 * @param nextBilling start of the first unbilled billing day; null without one
 */
export const currentBillingPeriod = (
  agreement: SubscriptionAgreement,
  now: Instant,
  timezone: string,
  nextBilling: Instant | null,
): UsagePeriod => usagePeriod(agreement, shownInstant(agreement, now, timezone, nextBilling), timezone);

/**
 * The running period of the plan's own interval shown on a subscription, also where usage is billed by the month
 * (subscriptions, section 1.1). Its limits are those of `currentBillingPeriod`.
 * @param nextBilling start of the first unbilled billing day; null without one
 * @returns `renewsAt`: the start of the next period of the plan, whether the subscription reaches it or not
 */
export function currentPlanPeriod(
  agreement: SubscriptionAgreement,
  now: Instant,
  timezone: string,
  nextBilling: Instant | null,
): { from: Instant; to: Instant; renewsAt: Instant } {
  const at = shownInstant(agreement, now, timezone, nextBilling);
  const { from, to } = usagePeriod({ ...agreement, billChargesMonthly: false }, at, timezone);
  return { from, to, renewsAt: planPeriodEnd(agreement, at, timezone) + 1 };
}

/** The instant whose periods a subscription shows. */
function shownInstant(
  agreement: SubscriptionAgreement,
  now: Instant,
  timezone: string,
  nextBilling: Instant | null,
): Instant {
  const at = Math.max(now, agreement.startedAt);
  return agreement.terminatedAt === null
    ? unbilledInstant(agreement, at, timezone, nextBilling)
    : Math.min(at, agreement.terminatedAt);
}

function lastInstant(at: Instant, cycle: BillingCycle, timezone: string): Instant {
  return endOfDate(periodEnd(periodStart(localPlainDate(at, timezone), cycle), cycle), timezone);
}

/** Last instant of the period of the plan's own interval that contains the instant. */
export function planPeriodEnd(agreement: SubscriptionAgreement, at: Instant, timezone: string): Instant {
  return lastInstant(at, planCycle(agreement, timezone), timezone);
}

/** Last instant of the usage billing period: the month, if a longer plan splits usage. */
export function usagePeriodEnd(agreement: SubscriptionAgreement, at: Instant, timezone: string): Instant {
  const monthly = allowsMonthlySplit(agreement.interval) && agreement.billChargesMonthly;
  return lastInstant(at, monthly ? monthlyCycle(agreement, timezone) : planCycle(agreement, timezone), timezone);
}

/**
 * Last instant before the next billing day: of the month, if a longer plan bills anything monthly (subscriptions,
 * section 2.2).
 */
export const billedPeriodEnd = (agreement: SubscriptionAgreement, at: Instant, timezone: string): Instant =>
  usagePeriodEnd({ ...agreement, billChargesMonthly: hasMonthlySplit(agreement) }, at, timezone);

/**
 * Day of a scheduled downgrade, as shown on the subscription (subscriptions, section 8.3).
 * @param nextBilling start of the first unbilled billing day; null without one
 */
export function downgradePlanDate(
  agreement: SubscriptionAgreement,
  now: Instant,
  timezone: string,
  nextBilling: Instant | null,
): string {
  const runs = unbilledInstant(agreement, now, timezone, nextBilling);
  return formatDate(addDays(utcPlainDate(planPeriodEnd(agreement, runs, timezone)), 1));
}
