import { centsDecimal, roundToCents } from '../decimal.js';
import { invoiceBoundaries } from '../periods/boundaries.js';
import { periodDays, periodStart } from '../periods/billing-cycle.js';
import { isFirstMonthOfPeriod } from '../periods/first-month.js';
import { daysBetween, localPlainDate, startOfDate } from '../periods/local-time.js';
import { hasMonthlySplit, planCycle, terminatedBy } from '../periods/subscription-agreement.js';
import type { BoundaryOptions } from '../periods/boundaries.js';
import type { Instant } from '../periods/local-time.js';
import type { SubscriptionAgreement } from '../periods/subscription-agreement.js';

/** The period of a minimum commitment, milliseconds UTC. */
export interface CommitmentPeriod {
  readonly from: Instant;
  readonly to: Instant;
  /** Days that the subscription was active. */
  readonly days: number;
  /** Days of the full period. */
  readonly periodDays: number;
  /** When the full period begins, which may be long before the subscription does. */
  readonly fullFrom: Instant;
}

/**
 * Is the minimum commitment charged on an invoice (charges, section 6.2)? `subscriptionFeeBilled`: an earlier invoice
 * has a subscription fee; without one, a plan in advance has no completed period.
 */
export function isCommitmentDue(
  agreement: SubscriptionAgreement,
  at: Instant,
  timezone: string,
  subscriptionFeeBilled: boolean,
): boolean {
  if (terminatedBy(agreement, at)) return true;
  if (agreement.payInAdvance && !subscriptionFeeBilled) return false;
  return !hasMonthlySplit(agreement) || isFirstMonthOfPeriod(agreement, at, timezone);
}

/**
 * The period of the commitment on an invoice: the completed one, also for a plan in advance, or the running one when
 * the subscription ends (charges, section 6.2). For a termination that bills to the end of the day before, pass the
 * last second of that day as its end.
 */
export function commitmentPeriod(
  agreement: SubscriptionAgreement,
  at: Instant,
  timezone: string,
  options: BoundaryOptions = {},
): CommitmentPeriod {
  const { subscriptionFrom: from, subscriptionTo: to } = invoiceBoundaries(
    { ...agreement, payInAdvance: false },
    at,
    timezone,
    options,
  );
  const upgraded = terminatedBy(agreement, at) && agreement.successor === 'upgrade';
  const days = daysBetween(from, to, timezone) - (upgraded ? 1 : 0);
  const cycle = planCycle(agreement, timezone);
  const firstDate = localPlainDate(from, timezone);
  return {
    from,
    to,
    days: Math.max(days, 0),
    periodDays: periodDays(firstDate, cycle),
    fullFrom: startOfDate(periodStart(firstDate, cycle), timezone),
  };
}

/** Commitment of the days of a period, in cents (charges, section 6.1). */
export function proratedCommitmentCents(
  amountCents: bigint,
  { days, periodDays: total }: Pick<CommitmentPeriod, 'days' | 'periodDays'>,
): bigint {
  return roundToCents(centsDecimal(amountCents).times(days).div(total));
}

/** The shortfall to the commitment after all fees of the period, in cents; 0 without one (charges, section 6.1). */
export function commitmentTrueUpCents(
  amountCents: bigint,
  period: Pick<CommitmentPeriod, 'days' | 'periodDays'>,
  billedCents: bigint,
): bigint {
  const missing = proratedCommitmentCents(amountCents, period) - billedCents;
  return missing > 0n ? missing : 0n;
}
