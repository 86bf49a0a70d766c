import { nextBillingInstant } from './billing-days.js';
import { LARGEST_MOVE } from './boundaries.js';
import type { BillingSchedule } from './billing-days.js';
import type { Instant } from './local-time.js';

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
 * It may have begun before the move; then it is owed at once (subscriptions, section 2.6).
 * @param schedule with the new time zone
 * @param unbilledFrom start of the first unbilled billing day in the zone before
 */
export function movedBillingInstant(schedule: BillingSchedule, unbilledFrom: Instant): Instant {
  return nextBillingInstant({ ...schedule, after: unbilledFrom - LARGEST_MOVE - 1 });
}
