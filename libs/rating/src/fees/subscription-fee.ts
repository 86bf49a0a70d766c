import { ZERO, centsDecimal, roundToCents } from '../decimal.js';
import { billingCycle, oneIntervalBefore, periodDays, periodStart } from '../periods/billing-cycle.js';
import { isFirstMonthOfFirstPeriod, isFirstMonthOfPeriod } from '../periods/first-month.js';
import { daysBetween, localDate, localPlainDate, startOfDate } from '../periods/local-time.js';
import { allowsMonthlySplit, planCycle, startedInPast, terminatedBy } from '../periods/subscription-agreement.js';
import { inTrial, trialEnd, utcMidnight } from './trial.js';
import type { Decimal } from '../decimal.js';
import type { Instant } from '../periods/local-time.js';
import type { SubscriptionAgreement } from '../periods/subscription-agreement.js';
import type { Trial } from './trial.js';

/** A subscription's facts from earlier invoices. Deleted and voided ones do not count. */
export interface BillingHistory {
  /** An earlier invoice billed a subscription fee. */
  readonly subscriptionFeeBilled: boolean;
  /** Another invoice has a subscription fee for some of the days to bill. */
  readonly sameDaysBilled: boolean;
  /** The subscription has no earlier invoice; invoices of usage or fixed charges in advance count too. */
  readonly firstInvoice: boolean;
  /** This invoice has the reason `subscription_starting`. Invoices of usage, such as progressive ones, may precede it. */
  readonly startingInvoice: boolean;
}

export interface SubscriptionFeeInput {
  readonly agreement: SubscriptionAgreement;
  /** Price of the plan, cents for one interval. */
  readonly planAmountCents: bigint;
  readonly hasFixedChargesInAdvance: boolean;
  readonly trial: Trial | null;
  /** Billing instant of the invoice, also on a later recalculation. */
  readonly at: Instant;
  readonly timezone: string;
  readonly subscriptionFrom: Instant;
  readonly subscriptionTo: Instant;
  readonly history: BillingHistory;
}

export interface FeeAmount {
  readonly amountCents: bigint;
  readonly preciseAmountCents: Decimal;
}

/** The formula of a subscription fee: by days, unless it is full and no trial cuts it (subscriptions, section 5.1). */
export type SubscriptionFeeFormula = 'ending' | 'upgraded' | 'full' | 'first';

/** The days of a prorated subscription fee. */
export interface SubscriptionFeeDays {
  /** The instant from which days count: the start of the period, or the end of the trial within it. */
  readonly countedFrom: Instant;
  /** Days from there to the end of the period, both included. */
  readonly started: number;
  /** Whether the last day belongs to the next plan. */
  readonly withoutLastDay: boolean;
  /** Days of the whole period. */
  readonly periodDays: number;
}

/** The inputs of a subscription fee. */
export interface SubscriptionFeeBasis {
  readonly planAmountCents: bigint;
  readonly formula: SubscriptionFeeFormula;
  /** End of the trial of the subscription, if it has one. */
  readonly trialEnd: Instant | null;
  /** `trial`: the trial covers the whole period. `whole`: the price of the plan. */
  readonly days: SubscriptionFeeDays | 'trial' | 'whole';
}

export interface SubscriptionFee extends FeeAmount {
  readonly basis: SubscriptionFeeBasis;
}

/** The subscription fee in cents, or null when no fee is made; a fee of 0 is a fee (subscriptions, section 5). */
export function subscriptionFee(input: SubscriptionFeeInput): SubscriptionFee | null {
  if (!isSubscriptionFeeDue(input)) return null;
  const basis = basisOf(input);
  const preciseAmountCents = preciseSubscriptionFee(basis);
  return { amountCents: roundToCents(preciseAmountCents), preciseAmountCents, basis };
}

/** Does this invoice get a subscription fee (subscriptions, section 5.2)? */
export function isSubscriptionFeeDue(input: SubscriptionFeeInput): boolean {
  const { agreement, at, timezone, trial, history } = input;
  // In arrears, only an ending can meet billed days: after a move westward over the end of their period.
  if (history.sameDaysBilled && (agreement.payInAdvance || terminatedBy(agreement, at))) return false;
  if (!isDueInThisMonth(input)) return false;
  const end = trialEnd(trial);
  if (end !== null && inTrial(trial, at) && localDate(end, timezone) !== localDate(at, timezone)) return false;
  if (!agreement.payInAdvance && input.hasFixedChargesInAdvance && history.startingInvoice) return false;
  return !(agreement.payInAdvance && terminatedBy(agreement, at));
}

// Yearly and semiannual plans that bill other things monthly carry their own fee once per period (subscriptions, section 2.5).
function isDueInThisMonth({ agreement, at, timezone, history }: SubscriptionFeeInput): boolean {
  if (!allowsMonthlySplit(agreement.interval)) return true;
  const firstMonth = isFirstMonthOfPeriod(agreement, at, timezone);
  if (!agreement.payInAdvance) return terminatedBy(agreement, at) || firstMonth;
  if (startedInPast(agreement)) return firstMonth && !isFirstMonthOfFirstPeriod(agreement, at, timezone);
  return firstMonth || !history.subscriptionFeeBilled;
}

// The first matching formula (subscriptions, section 5.1).
function formulaOf(input: SubscriptionFeeInput): SubscriptionFeeFormula {
  const { agreement, at, history } = input;
  if (terminatedBy(agreement, at) && !agreement.payInAdvance && agreement.successor !== 'downgrade') return 'ending';
  if (agreement.predecessor === 'upgrade' && history.firstInvoice) return 'upgraded';
  const anniversaryInAdvance =
    agreement.payInAdvance && agreement.billingTime === 'anniversary' && agreement.predecessor === null;
  if (anniversaryInAdvance || history.subscriptionFeeBilled) return 'full';
  return startedInPast(agreement) && (agreement.payInAdvance || startedBeforePreviousPeriod(input)) ? 'full' : 'first';
}

function startedBeforePreviousPeriod({ agreement, at, timezone }: SubscriptionFeeInput): boolean {
  const cycle = planCycle(agreement, timezone);
  const previous = periodStart(oneIntervalBefore(localPlainDate(at, timezone), cycle), cycle);
  return agreement.startedAt < startOfDate(previous, timezone);
}

function preciseSubscriptionFee({ planAmountCents, days }: SubscriptionFeeBasis): Decimal {
  const price = centsDecimal(planAmountCents);
  if (days === 'trial') return ZERO;
  if (days === 'whole') return price;
  const { started, withoutLastDay, periodDays: total } = days;
  return price.times(Math.max(withoutLastDay ? started - 1 : started, 0)).div(total);
}

function basisOf(input: SubscriptionFeeInput): SubscriptionFeeBasis {
  const formula = formulaOf(input);
  const { planAmountCents, trial } = input;
  return { planAmountCents, formula, trialEnd: trialEnd(trial), days: daysOf(input, formula) };
}

function daysOf(input: SubscriptionFeeInput, formula: SubscriptionFeeFormula): SubscriptionFeeBasis['days'] {
  const { agreement, timezone, trial, subscriptionFrom: from, subscriptionTo: to } = input;
  const end = trialEnd(trial);
  // The first bill compares the day of the trial's end, the others its instant; all count from the instant.
  const compared = end !== null && formula === 'first' ? utcMidnight(end) : end;
  if (compared !== null && compared >= to) return 'trial';
  const cutByTrial = compared !== null && compared > from;
  if (formula === 'full' && !cutByTrial) return 'whole';
  const countedFrom = cutByTrial && end !== null ? end : from;
  return {
    countedFrom,
    started: daysBetween(countedFrom, to, timezone),
    withoutLastDay: formula === 'ending' && agreement.successor === 'upgrade',
    periodDays: subscriptionPeriodDays(input),
  };
}

// Length of the whole period, also when the subscription covers only a part of it (subscriptions, section 2.7).
function subscriptionPeriodDays({ agreement, timezone, subscriptionFrom }: SubscriptionFeeInput): number {
  const cycle = billingCycle(agreement.interval, agreement.billingTime, agreement.subscriptionAt, timezone);
  return periodDays(localPlainDate(subscriptionFrom, timezone), cycle);
}

/** Price of one day of a period in cents, unrounded. */
export function dayPrice(planAmountCents: bigint, lengthDays: number): Decimal {
  return centsDecimal(planAmountCents).div(lengthDays);
}
