import { LARGEST_MOVE, invoiceBoundaries } from './boundaries.js';
import { DAY } from './local-time.js';
import { billedPeriodEnd } from './running-period.js';
import type { BoundaryOptions, InvoiceBoundaries } from './boundaries.js';
import type { Instant } from './local-time.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

/**
 * The boundaries of the period that ended just before a termination on the first local day of a new period; null for
 * any other termination (subscriptions, section 9.2). They apply if no periodic invoice has them. They bill everything
 * to the end of the day before: for a long plan with monthly charges, its running period too. A plan in advance has the
 * new period, which is not paid.
 */
export function endedPeriodBoundaries(
  agreement: SubscriptionAgreement,
  timezone: string,
  options: BoundaryOptions = {},
): InvoiceBoundaries | null {
  const { terminatedAt } = agreement;
  if (terminatedAt === null || agreement.successor !== null) return null;
  const dayBefore = terminatedAt - DAY;
  if (dayBefore < agreement.startedAt) return null;
  const ended = billedPeriodEnd(agreement, dayBefore, timezone);
  if (ended >= terminatedAt || terminatedAt - ended >= DAY) return null;
  const boundaries = invoiceBoundaries({ ...agreement, terminatedAt: ended }, ended, timezone, options);
  // The end must not be rounded up into the new day.
  if (!agreement.payInAdvance) return { ...boundaries, subscriptionTo: Math.min(boundaries.subscriptionTo, ended) };
  const coming = invoiceBoundaries({ ...agreement, terminatedAt: null }, terminatedAt, timezone);
  return { ...boundaries, subscriptionFrom: coming.subscriptionFrom, subscriptionTo: coming.subscriptionTo };
}

/**
 * Boundaries of a terminating invoice, normally from the start of the running period to the termination. On the first
 * day of a period with an uninvoiced predecessor, they are the whole previous period (subscriptions, section 9.2).
 * @param periodicEnds ends of periods of usage, or of fixed charges alone, with a periodic invoice, in the time zone of
 * each invoice
 */
export function terminationBoundaries(
  agreement: SubscriptionAgreement,
  at: Instant,
  timezone: string,
  periodicEnds: readonly Instant[],
  options: BoundaryOptions = {},
): InvoiceBoundaries {
  const ended = endedPeriodBoundaries(agreement, timezone, options);
  return ended && !isBilled(ended, periodicEnds) ? ended : invoiceBoundaries(agreement, at, timezone, options);
}

// The same period ends at different instants in different zones.
function isBilled({ chargesTo }: InvoiceBoundaries, periodicEnds: readonly Instant[]): boolean {
  return chargesTo !== null && periodicEnds.some((end) => Math.abs(end - chargesTo) <= LARGEST_MOVE);
}
