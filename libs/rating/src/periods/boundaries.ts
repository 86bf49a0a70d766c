import { oneIntervalBefore, periodDays, periodEnd, periodStart } from './billing-cycle.js';
import {
  DAY,
  HOUR,
  SECOND,
  endOfDate,
  endOfLocalDay,
  floorToSecond,
  localPlainDate,
  roundToSecond,
  startOfDate,
  startOfLocalDay,
} from './local-time.js';
import { isFirstMonthOfPeriod } from './first-month.js';
import { allowsMonthlySplit, monthlyCycle, planCycle, terminatedBy } from './subscription-agreement.js';
import type { BillingCycle } from './billing-cycle.js';
import type { Instant } from './local-time.js';
import { dayNumber, type PlainDate } from './plain-date.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

/**
 * The periods that an invoice of a subscription covers. Instants are milliseconds UTC, both ends inclusive; null for a
 * kind that is not billed.
 */
export interface InvoiceBoundaries {
  readonly subscriptionFrom: Instant;
  readonly subscriptionTo: Instant;
  readonly chargesFrom: Instant | null;
  readonly chargesTo: Instant | null;
  /** The full period of usage charges, even if only a part of it is billed. */
  readonly fullCharges: FullPeriod | null;
  readonly fixedChargesFrom: Instant | null;
  readonly fixedChargesTo: Instant | null;
  readonly fullFixedCharges: FullPeriod | null;
}

/** The days of a full period, and the local day, since 1970, on which it begins. */
export interface FullPeriod {
  readonly durationDays: number;
  readonly firstDay: number;
}

export interface BoundaryOptions {
  /** The running period instead of the one to bill: dashboards, upgrades, progressive billing. */
  readonly currentUsage?: boolean;
  /** The end of the last billed usage, if another time zone applied to it (subscriptions, section 2.6). */
  readonly billedUnderOtherTimezone?: { readonly charges?: BilledSpan; readonly fixedCharges?: BilledSpan };
}

export interface BilledSpan {
  readonly from: Instant;
  readonly to: Instant;
}

interface Span {
  readonly from: Instant;
  readonly to: Instant;
  readonly full: FullPeriod;
}

interface Billing {
  readonly agreement: SubscriptionAgreement;
  readonly at: Instant;
  readonly timezone: string;
  readonly currentUsage: boolean;
}

/**
 * Whether a span with two inclusive ends bills nothing (metering, section 2.4). A subscription that starts in the last
 * instant of a day has a period of that instant. The span of an invoice that bills nothing ends where it begins.
 */
export const isEmptySpan = (from: Instant, to: Instant, timezone: string): boolean =>
  from > to || (from === to && to !== endOfLocalDay(to, timezone));

/**
 * The periods of an invoice created at an instant (subscriptions, sections 2.3 to 2.7). `at` is the billing instant;
 * the invoice of an upgrade is created one second after the termination.
 */
export function invoiceBoundaries(
  agreement: SubscriptionAgreement,
  at: Instant,
  timezone: string,
  options: BoundaryOptions = {},
): InvoiceBoundaries {
  const billing: Billing = { agreement, at, timezone, currentUsage: options.currentUsage ?? false };
  const { chargesBilled, fixedChargesBilled } = billedParts(billing);
  const split = allowsMonthlySplit(agreement.interval);
  const moved = options.billedUnderOtherTimezone ?? {};
  const subscription = subscriptionSpan(billing);
  const charges = chargesBilled ? chargesSpan(billing, split && agreement.billChargesMonthly, moved.charges) : null;
  const fixed = fixedChargesBilled
    ? chargesSpan(billing, split && agreement.billFixedChargesMonthly, moved.fixedCharges)
    : null;
  return {
    subscriptionFrom: subscription.from,
    subscriptionTo: subscription.to,
    chargesFrom: charges?.from ?? null,
    chargesTo: charges?.to ?? null,
    fullCharges: charges?.full ?? null,
    fixedChargesFrom: fixed?.from ?? null,
    fixedChargesTo: fixed?.to ?? null,
    fullFixedCharges: fixed?.full ?? null,
  };
}

/**
 * Selects the kinds of charges with boundaries when only one of them is billed monthly (subscriptions, section 2.5). An
 * invoice that ends a subscription within a period has both, because no later invoice could bill them.
 */
function billedParts({ agreement, at, timezone, currentUsage }: Billing): {
  chargesBilled: boolean;
  fixedChargesBilled: boolean;
} {
  const oneOnly =
    allowsMonthlySplit(agreement.interval) && agreement.billChargesMonthly !== agreement.billFixedChargesMonthly;
  if (!oneOnly || isFirstMonthOfPeriod(agreement, at, timezone) || endsWithinPeriod(agreement, at))
    return { chargesBilled: true, fixedChargesBilled: true };
  return agreement.billChargesMonthly
    ? { chargesBilled: true, fixedChargesBilled: false }
    : { chargesBilled: currentUsage, fixedChargesBilled: true };
}

// A downgrade ends a subscription at the end of a period, so the completed period is billed.
function endsWithinPeriod(agreement: SubscriptionAgreement, at: Instant): boolean {
  return terminatedBy(agreement, at) && agreement.successor !== 'downgrade';
}

function subscriptionSpan(billing: Billing): { from: Instant; to: Instant } {
  const { agreement, at, timezone } = billing;
  const cycle = planCycle(agreement, timezone);
  const start = subscriptionPeriodStart(billing, cycle);
  const from = Math.max(startOfDate(start, timezone), startOfLocalDay(agreement.startedAt, timezone));
  const end = endOfDate(periodEnd(start, cycle), timezone);
  const to =
    agreement.terminatedAt !== null && terminatedBy(agreement, at) && end > agreement.terminatedAt
      ? roundToSecond(agreement.terminatedAt)
      : end;
  return { from, to: Math.max(to, agreement.startedAt) };
}

function subscriptionPeriodStart(billing: Billing, cycle: BillingCycle): PlainDate {
  const { agreement, at } = billing;
  return agreement.payInAdvance || endsWithinPeriod(agreement, at)
    ? runningPeriodStart(billing, cycle)
    : billedPeriodStart(billing, cycle);
}

function runningPeriodStart({ at, timezone }: Billing, cycle: BillingCycle): PlainDate {
  return periodStart(localPlainDate(at, timezone), cycle);
}

function billedPeriodStart({ at, timezone, currentUsage }: Billing, cycle: BillingCycle): PlainDate {
  const date = localPlainDate(at, timezone);
  return periodStart(currentUsage ? date : oneIntervalBefore(date, cycle), cycle);
}

function chargesSpan(billing: Billing, monthly: boolean, billedBefore: BilledSpan | undefined): Span {
  const { agreement, timezone } = billing;
  const cycle = monthly ? monthlyCycle(agreement, timezone) : planCycle(agreement, timezone);
  const start = chargesPeriodStart(billing, cycle);
  const regularFrom = startOfDate(start, timezone);
  const from = billedBefore ? afterTimezoneChange(regularFrom, billedBefore) : regularFrom;
  const end = endOfDate(periodEnd(start, cycle), timezone);
  const to = agreement.terminatedAt !== null && agreement.terminatedAt <= end ? agreement.terminatedAt : end;
  return {
    from: Math.max(from, agreement.startedAt),
    to: Math.max(to, agreement.startedAt),
    full: { durationDays: periodDays(start, cycle), firstDay: dayNumber(start) },
  };
}

function chargesPeriodStart(billing: Billing, cycle: BillingCycle): PlainDate {
  const { agreement, at } = billing;
  if (terminatedBy(agreement, at) && agreement.successor === null) return runningPeriodStart(billing, cycle);
  return agreement.payInAdvance
    ? billedPeriodStart(billing, cycle)
    : subscriptionPeriodStart({ ...billing, agreement: { ...agreement, payInAdvance: false } }, cycle);
}

/**
 * The same period begins within this time in any two time zones, and its neighbours do not. Zones are up to 26 hours
 * apart, and anchor days around a month's end (28 February, 1 March) up to four days in other months.
 */
export const LARGEST_MOVE = 26 * HOUR + 4 * DAY;

/**
 * The start of usage after the customer moved to another time zone: right after the billed usage, so that nothing is
 * lost or billed twice (subscriptions, section 2.6). A long-past billed period has no effect. An empty billed span (the
 * first invoice of a plan in advance) covers nothing: the next one starts at its position.
 */
export function afterTimezoneChange(regularFrom: Instant, billedBefore: BilledSpan): Instant {
  const empty = billedBefore.to <= billedBefore.from;
  const next = empty ? Math.min(billedBefore.to, regularFrom) : floorToSecond(billedBefore.to) + SECOND;
  return next > regularFrom || regularFrom - next <= LARGEST_MOVE ? next : regularFrom;
}

/**
 * The full period of usage charges that ends, or is cut off, at an instant (subscriptions, section 2.7), for a period
 * known only by its boundaries.
 */
export function fullChargesPeriod(agreement: SubscriptionAgreement, to: Instant, timezone: string): FullPeriod {
  return fullPeriod(agreement, agreement.billChargesMonthly, to, timezone);
}

/** The same for fixed charges. */
export function fullFixedChargesPeriod(agreement: SubscriptionAgreement, to: Instant, timezone: string): FullPeriod {
  return fullPeriod(agreement, agreement.billFixedChargesMonthly, to, timezone);
}

function fullPeriod(agreement: SubscriptionAgreement, monthly: boolean, to: Instant, timezone: string): FullPeriod {
  const cycle =
    monthly && allowsMonthlySplit(agreement.interval)
      ? monthlyCycle(agreement, timezone)
      : planCycle(agreement, timezone);
  const date = localPlainDate(to, timezone);
  return { durationDays: periodDays(date, cycle), firstDay: dayNumber(periodStart(date, cycle)) };
}
