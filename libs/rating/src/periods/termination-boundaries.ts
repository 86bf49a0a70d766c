import { invoiceBoundaries } from './boundaries.js';
import { DAY } from './local-time.js';
import { usagePeriodEnd } from './running-period.js';
import type { InvoiceBoundaries } from './boundaries.js';
import type { Instant } from './local-time.js';
import type { SubscriptionTerms } from './subscription-terms.js';

/**
 * The boundaries of the period that ended just before a termination, if the termination falls on the first local day
 * of a new period (subscriptions, section 9.2); null otherwise. They apply if no periodic invoice with them exists.
 */
export function endedPeriodBoundaries(terms: SubscriptionTerms, timezone: string): InvoiceBoundaries | null {
  const { terminatedAt } = terms;
  if (terminatedAt === null || terms.successor !== null) return null;
  const dayBefore = terminatedAt - DAY;
  if (dayBefore < terms.startedAt) return null;
  const ended = usagePeriodEnd(terms, dayBefore, timezone);
  if (ended >= terminatedAt || terminatedAt - ended >= DAY) return null;
  return invoiceBoundaries({ ...terms, terminatedAt: null }, terminatedAt, timezone);
}

/**
 * Boundaries of a terminating invoice: normally from the start of the running period to the termination; on the first day
 * of a period whose predecessor has not been invoiced, the whole previous period (subscriptions, section 9.2).
 * `periodicInvoiceExists` says whether a periodic invoice of this subscription has the given boundaries.
 */
export function terminationBoundaries(
  terms: SubscriptionTerms,
  at: Instant,
  timezone: string,
  periodicInvoiceExists: (boundaries: InvoiceBoundaries) => boolean,
): InvoiceBoundaries {
  const ended = endedPeriodBoundaries(terms, timezone);
  return ended && !periodicInvoiceExists(ended) ? ended : invoiceBoundaries(terms, at, timezone);
}
