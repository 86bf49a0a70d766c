import { periodStart } from './billing-cycle.js';
import { LARGEST_MOVE } from './boundaries.js';
import { localPlainDate, startOfDate } from './local-time.js';
import { planCycle } from './subscription-terms.js';
import type { Instant } from './local-time.js';
import type { SubscriptionAgreement } from './subscription-terms.js';

/** The days that a plan fee is for: milliseconds UTC, both inclusive, and the time zone whose days they are. */
export interface PlanDays {
  readonly from: Instant;
  readonly to: Instant;
  readonly timezone: string;
}

/**
 * Whether two plan fees of a subscription are for the same days (subscriptions, section 5.2). In one time zone those are the
 * days that both have. Days of two zones overlap by hours without being the same: there, fees are for the same days when
 * they are for the same period, whatever of it each covers.
 */
export function areSameDays(terms: SubscriptionAgreement, a: PlanDays, b: PlanDays): boolean {
  if (a.timezone === b.timezone) return a.from <= b.to && b.from <= a.to;
  return Math.abs(startOfPeriod(terms, a) - startOfPeriod(terms, b)) <= LARGEST_MOVE;
}

function startOfPeriod(terms: SubscriptionAgreement, { from, timezone }: PlanDays): Instant {
  return startOfDate(periodStart(localPlainDate(from, timezone), planCycle(terms, timezone)), timezone);
}
