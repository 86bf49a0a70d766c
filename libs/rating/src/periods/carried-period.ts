import { LARGEST_MOVE, isEmptySpan } from './boundaries.js';
import { floorToSecond } from './local-time.js';
import { usagePeriod, usagePeriodEnd } from './running-period.js';
import { startedInPast } from './subscription-agreement.js';
import { notYetBilled } from './unbilled-periods.js';
import type { BilledSpan } from './boundaries.js';
import type { Instant } from './local-time.js';
import type { UsagePeriod } from './running-period.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

/** A billed span of usage or of fixed charges, and the time zone of its invoice. */
export interface BilledPeriod extends BilledSpan {
  readonly timezone: string;
  /** Whether the invoice of a start has it, which bills no usage. */
  readonly starting: boolean;
}

/** The billed spans of a subscription by which its periods carry on (subscriptions, section 2.6). */
export interface PeriodHistory {
  /** The time zone of its start; null if unknown. */
  readonly startTimezone: string | null;
  /** Each oldest first. Earlier ones than the last before the instants of interest may be missing. */
  readonly charges: readonly BilledPeriod[];
  readonly fixedCharges: readonly BilledPeriod[];
}

/** The history of a subscription without a bill: the rules of its time zone set its periods. */
export const noBills: PeriodHistory = { startTimezone: null, charges: [], fixedCharges: [] };

/** A boundary, and the time zone whose rules set it. */
export interface CarriedSpan extends BilledSpan {
  readonly timezone: string;
  /** Whether the span itself has been billed; false for the start of a subscription. */
  readonly billed: boolean;
}

/**
 * The span after which usage of a moved subscription continues: its last billed one, or its start. Undefined if the
 * rules of the present time zone alone set the period (subscriptions, section 2.6).
 * @param last the last billed span
 */
export function spanToContinue(
  agreement: SubscriptionAgreement,
  startTimezone: string | null,
  timezone: string,
  last: BilledPeriod | undefined,
): CarriedSpan | undefined {
  const before = last?.starting && startTimezone !== null ? undefined : last;
  if (before) {
    const billed = !isEmptySpan(before.from, before.to, before.timezone);
    return before.timezone === timezone ? undefined : { ...before, billed };
  }
  // A customer who is back in the zone of the start may have been elsewhere. A start in the past with nothing due
  // before the running period has no span to continue.
  if (startTimezone === null || (startTimezone === timezone && startedInPast(agreement))) return undefined;
  return { ...notYetBilled(agreement, startTimezone).charges, timezone: startTimezone, billed: false };
}

/**
 * The usage period that contains an instant, carried on from the last boundary (subscriptions, section 2.6). It is the
 * one that the periodic invoice bills: an instant of a billed span belongs to that span. After it begins the next
 * period, even where a move put the instant back into the days of the billed one.
 */
export function runningPeriod(
  agreement: SubscriptionAgreement,
  at: Instant,
  timezone: string,
  { startTimezone, charges }: PeriodHistory,
): UsagePeriod {
  const last = charges.findLast(({ from }) => floorToSecond(from) <= at);
  if (last && at <= last.to && !isEmptySpan(last.from, last.to, last.timezone))
    return { ...usagePeriod(agreement, last.to, last.timezone), from: last.from };
  const carried = spanToContinue(agreement, startTimezone, timezone, last);
  if (!carried) return usagePeriod(agreement, at, timezone);
  const end = usagePeriodEnd(agreement, at, timezone);
  const isBilled = end < endAfter(agreement, carried) - LARGEST_MOVE;
  return usagePeriod(agreement, isBilled ? end + 1 : at, timezone, carried);
}

/**
 * The end of the period that follows a span, by the rules of the span's own time zone. A start in the last millisecond
 * of a day looks like a billed span of that instant, but its period is still to come.
 */
function endAfter(agreement: SubscriptionAgreement, { to, timezone, billed }: CarriedSpan): Instant {
  return usagePeriodEnd(agreement, billed ? to + 1 : to, timezone);
}

/**
 * The period of fixed charges that contains an instant, carried on like that of usage: the month, if a longer plan
 * bills them monthly (charges, section 5.3).
 */
export function runningFixedChargePeriod(
  agreement: SubscriptionAgreement,
  at: Instant,
  timezone: string,
  { startTimezone, fixedCharges }: PeriodHistory,
): UsagePeriod {
  const byFixedCharges = { ...agreement, billChargesMonthly: agreement.billFixedChargesMonthly };
  return runningPeriod(byFixedCharges, at, timezone, { startTimezone, charges: fixedCharges, fixedCharges });
}
