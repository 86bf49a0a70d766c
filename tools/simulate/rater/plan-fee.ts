// The amount of the subscription fee (subscriptions, section 5).
import {
  anchorOf,
  beginningOf,
  civil,
  daysBetween,
  dayMs,
  largestMove,
  localDay,
  periodDays,
  periodStart,
  previousStart,
  utcDay,
} from './calendar.ts';
import { isFirstMonth } from './boundaries.ts';
import { present } from './impossible.ts';
import type { BillingPart, Formula, PlanFee, Subscription } from './model.ts';
import type { Plan } from './catalog.ts';
import { type Rational, rational } from './rational.ts';
import { invoiceOf } from './records.ts';
import type { State } from './state.ts';

const perYear = { weekly: 52n, monthly: 12n, quarterly: 4n, semiannual: 2n, yearly: 1n };
export const yearlyAmount = (plan: Plan) => BigInt(plan.amountCents) * perYear[plan.interval];
export const startedInPast = (subscription: Subscription) =>
  utcDay(subscription.startedAt) < utcDay(subscription.createdAt);

/** When the trial of a subscription ends, or null without one (subscriptions, section 5.3). */
export function trialEnd(subscription: Subscription, world: State): number | null {
  const days = subscription.plan.trialDays;
  if (!days) return null;
  const starts = world.subscriptions.filter(
    (other) => other.customer === subscription.customer && other.externalId === subscription.externalId,
  );
  return Math.floor((Math.min(...starts.map((other) => other.startedAt)) + days * dayMs) / 1000) * 1000;
}

/** Whether a yearly or half-yearly plan is billed on this day (subscriptions, section 2.5). */
function isBilledThisMonth(subscription: Subscription, part: BillingPart, tz: string): boolean {
  const { plan } = subscription;
  if (plan.interval !== 'yearly' && plan.interval !== 'semiannual') return true;
  const day = localDay(part.at, tz);
  const first = isFirstMonth(subscription, day, tz);
  if (!plan.inAdvance) return part.ended !== null || first;
  if (!startedInPast(subscription)) return first || !part.hadPlanFee;
  const anchor = anchorOf(subscription, tz);
  const anchorYear = civil(localDay(subscription.subscriptionAt, tz));
  const month = civil(periodStart(day, 'monthly', anchor));
  const inFirstPeriod =
    subscription.billingTime === 'calendar'
      ? month.year === anchorYear.year
      : month.year === anchorYear.year && month.month === anchorYear.month;
  return first && !inFirstPeriod;
}

/**
 * Whether a part of an invoice has a subscription fee (subscriptions, section 5.2). Decided once, at the invoice's
 * creation.
 */
export function hasPlanFee(part: BillingPart, world: State): boolean {
  const { subscription } = part;
  const { plan } = subscription;
  const tz = part.tz;
  if (part.kind === 'usage_only') return false;
  if (plan.inAdvance && part.ended !== null) return false;
  const end = trialEnd(subscription, world);
  if (end !== null && part.at < end && localDay(end, tz) !== localDay(part.at, tz)) return false;
  if (!isBilledThisMonth(subscription, part, tz)) return false;
  // A fee in arrears can repeat only at an end.
  if (!plan.inAdvance && part.ended === null) return true;
  return !world.planFees(subscription).some((fee) => coversSameDays(fee, part));
}

/**
 * Whether a fee covers the days of a part: in one time zone, whether both share days. Days of two zones overlap without
 * being equal; there, whether the fee covers the same period.
 */
function coversSameDays(fee: PlanFee, { subscription, tz, boundaries: { plan } }: BillingPart): boolean {
  const { timezone } = invoiceOf(fee);
  if (timezone === tz) return fee.from <= plan.to && plan.from <= fee.to;
  const start = (from: number, zone: string) =>
    beginningOf(periodStart(localDay(from, zone), subscription.plan.interval, anchorOf(subscription, zone)), zone);
  return Math.abs(start(fee.from, timezone) - start(plan.from, tz)) <= largestMove;
}

/**
 * The formula that prices the part: `ended`, `upgraded`, `full` or `first` (subscriptions, section 5.1). Also decided
 * once.
 */
export function planFormula(part: BillingPart, world: State): Formula {
  const { subscription } = part;
  const { plan } = subscription;
  if (part.ended !== null && !plan.inAdvance && !part.downgraded) return 'ended';
  if (subscription.predecessor && subscription.byUpgrade && !world.wasBilled(subscription)) return 'upgraded';
  if (plan.inAdvance && subscription.billingTime === 'anniversary' && !subscription.predecessor) return 'full';
  if (part.hadPlanFee) return 'full';
  if (startedInPast(subscription)) {
    if (plan.inAdvance) return 'full';
    const start = previousStart(localDay(part.at, part.tz), plan.interval, anchorOf(subscription, part.tz));
    if (subscription.startedAt < beginningOf(start, part.tz)) return 'full';
  }
  return 'first';
}

/** Amount in cents, not rounded. */
export function planAmount(part: BillingPart, world: State): Rational {
  const { subscription, formula, tz } = part;
  const { plan } = subscription;
  const { from, to } = part.boundaries.plan;
  const amount = rational(plan.amountCents);
  const periodLength = periodDays(localDay(from, tz), plan.interval, anchorOf(subscription, tz));
  const forDays = (days: number) => amount.times(BigInt(Math.max(0, days))).over(BigInt(periodLength));
  const end = trialEnd(subscription, world);
  const compared = end !== null && formula === 'first' ? utcDay(end) * dayMs : end;
  if (compared !== null && compared >= to) return rational(0);
  const inTrial = compared !== null && compared > from && compared < to;
  if (formula === 'full' && !inTrial) return amount;
  const days = daysBetween(inTrial ? present(end, 'end of the trial') : from, to, tz);
  return forDays(formula === 'ended' && part.upgraded ? days - 1 : days);
}
