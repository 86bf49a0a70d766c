import { firstBillingInstant, nextBillingInstant, nextPeriodInstant } from './billing-days.js';
import { LARGEST_MOVE, invoiceBoundaries } from './boundaries.js';
import { hasMonthlySplit } from './subscription-agreement.js';
import type { BillingSchedule } from './billing-days.js';
import type { BilledSpan } from './boundaries.js';
import type { Instant } from './local-time.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

/** The unbilled periods of a subscription whose billing day has passed. Milliseconds UTC. */
export interface UnbilledPeriods {
  /** Start of each billing day, oldest first. Each has an invoice of its own. */
  readonly due: readonly Instant[];
  /** Start of the billing day after them, which lies in the future. */
  readonly next: Instant;
}

/**
 * The unbilled periods of a subscription at an instant (subscriptions, section 2.2). Periods before the first unbilled
 * billing day are billed or, with a start in the past, never billable. So every period since the start is exactly one
 * of billed, due or future.
 * @param unbilledFrom start of the first unbilled billing day
 * @param until billing days that begin by then are due
 */
export function unbilledPeriods(schedule: BillingSchedule, unbilledFrom: Instant, until: Instant): UnbilledPeriods {
  const due: Instant[] = [];
  let next = unbilledFrom;
  while (next <= until) {
    due.push(next);
    next = nextBillingInstant({ ...schedule, after: next });
  }
  return { due, next };
}

/**
 * The first unbilled billing day after the customer moved to another time zone: the day that closes the same period
 * there. It may have begun before the move; then it is due at once (subscriptions, section 2.6). For a plan in
 * advance, it may be the start day. A start on a period's last day, already paid, now lies in the next period.
 * @param schedule with the new time zone
 * @param unbilledFrom start of the first unbilled billing day in the previous zone
 */
export function movedBillingInstant(
  schedule: BillingSchedule & { readonly payInAdvance: boolean },
  unbilledFrom: Instant,
): Instant {
  const after = unbilledFrom - LARGEST_MOVE - 1;
  return schedule.payInAdvance ? nextPeriodInstant({ ...schedule, after }) : nextBillingInstant({ ...schedule, after });
}

/**
 * The start of a subscription's first invoice for usage and fixed charges, as empty spans, while no such invoice
 * exists. It does not change when the customer moves to another time zone (subscriptions, section 2.6).
 * @param timezone of the subscription's start
 */
export function notYetBilled(
  agreement: SubscriptionAgreement,
  timezone: string,
): { charges: BilledSpan; fixedCharges: BilledSpan } {
  return {
    charges: emptyStart(agreement, timezone, agreement.billChargesMonthly),
    fixedCharges: emptyStart(agreement, timezone, agreement.billFixedChargesMonthly),
  };
}

// In a longer plan, each kind has its own first invoice, by the month or by the period.
function emptyStart(agreement: SubscriptionAgreement, timezone: string, monthly: boolean): BilledSpan {
  const unended = { ...agreement, terminatedAt: null, billChargesMonthly: monthly, billFixedChargesMonthly: monthly };
  const first = firstBillingInstant({ ...unended, timezone, monthlySplit: hasMonthlySplit(unended) });
  const { chargesFrom } = invoiceBoundaries(unended, first, timezone);
  if (chargesFrom === null) throw new Error('usage is billed with every period');
  return { from: chargesFrom, to: chargesFrom };
}
