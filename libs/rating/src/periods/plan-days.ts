import { periodStart } from './billing-cycle.js';
import { LARGEST_MOVE } from './boundaries.js';
import { localPlainDate, startOfDate } from './local-time.js';
import { planCycle } from './subscription-agreement.js';
import type { Instant } from './local-time.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

/** The days of a plan fee: milliseconds UTC, both inclusive, and the time zone of the days. */
export interface PlanDays {
  readonly from: Instant;
  readonly to: Instant;
  readonly timezone: string;
}

/**
 * Whether two plan fees of a subscription cover the same days (subscriptions, section 5.2). Within one time zone, they
 * do if their days overlap. Days of two zones overlap by hours without being the same. There, fees cover the same days
 * if they cover the same period, even in part.
 */
export function areSameDays(agreement: SubscriptionAgreement, a: PlanDays, b: PlanDays): boolean {
  if (a.timezone === b.timezone) return a.from <= b.to && b.from <= a.to;
  return Math.abs(startOfPeriod(agreement, a) - startOfPeriod(agreement, b)) <= LARGEST_MOVE;
}

function startOfPeriod(agreement: SubscriptionAgreement, { from, timezone }: PlanDays): Instant {
  return startOfDate(periodStart(localPlainDate(from, timezone), planCycle(agreement, timezone)), timezone);
}
