import { firstBillingInstant, nextBillingInstant, nextPeriodInstant } from './billing-days.js';
import { LARGEST_MOVE, invoiceBoundaries } from './boundaries.js';
import { hasMonthlySplit } from './subscription-terms.js';
import type { BillingSchedule } from './billing-days.js';
import type { BilledSpan } from './boundaries.js';
import type { Instant } from './local-time.js';
import type { SubscriptionAgreement } from './subscription-terms.js';

/** What a subscription owes: its periods that have a billing day behind them and are not billed. Milliseconds UTC. */
export interface UnbilledPeriods {
  /** Start of the billing day of each, oldest first. Each has an invoice of its own. */
  readonly owed: readonly Instant[];
  /** Start of the billing day after them: the first that is still to come. */
  readonly next: Instant;
}

/**
 * The periods of a subscription that are not billed by an instant (subscriptions, section 2.2). All that began before the
 * first unbilled billing day is billed or, on a start in the past, never was to be: so every period from the start on is
 * either billed, owed or still to come, and none is two of them.
 * @param unbilledFrom start of the first billing day that is not billed
 * @param until billing days that begin by then are owed
 */
export function unbilledPeriods(schedule: BillingSchedule, unbilledFrom: Instant, until: Instant): UnbilledPeriods {
  const owed: Instant[] = [];
  let next = unbilledFrom;
  while (next <= until) {
    owed.push(next);
    next = nextBillingInstant({ ...schedule, after: next });
  }
  return { owed, next };
}

/**
 * The first unbilled billing day after the customer moved to another time zone: the day that closes the same period there.
 * It may have begun before the move; then it is owed at once (subscriptions, section 2.6). Of a plan in advance it may even
 * be the day of the start: one that started on the last day of a period and has paid that day starts in the next period now.
 * @param schedule with the new time zone
 * @param unbilledFrom start of the first unbilled billing day in the zone before
 */
export function movedBillingInstant(
  schedule: BillingSchedule & { readonly payInAdvance: boolean },
  unbilledFrom: Instant,
): Instant {
  const after = unbilledFrom - LARGEST_MOVE - 1;
  return schedule.payInAdvance ? nextPeriodInstant({ ...schedule, after }) : nextBillingInstant({ ...schedule, after });
}

/**
 * Where the first invoice of a subscription begins to bill usage and fixed charges, as empty spans, as long as none was
 * made: after a move to another time zone it begins there all the same (subscriptions, section 2.6).
 * @param timezone in which the subscription started
 */
export function notYetBilled(
  terms: SubscriptionAgreement,
  timezone: string,
): { charges: BilledSpan; fixedCharges: BilledSpan } {
  return {
    charges: emptyStart(terms, timezone, terms.billChargesMonthly),
    fixedCharges: emptyStart(terms, timezone, terms.billFixedChargesMonthly),
  };
}

// Of a longer plan each kind has its own first invoice, by the month or by the period.
function emptyStart(terms: SubscriptionAgreement, timezone: string, monthly: boolean): BilledSpan {
  const own = { ...terms, terminatedAt: null, billChargesMonthly: monthly, billFixedChargesMonthly: monthly };
  const first = firstBillingInstant({ ...own, timezone, monthlySplit: hasMonthlySplit(own) });
  const { chargesFrom } = invoiceBoundaries(own, first, timezone);
  if (chargesFrom === null) throw new Error('usage is billed with every period');
  return { from: chargesFrom, to: chargesFrom };
}
