import { periodStart } from './billing-cycle.js';
import { localPlainDate } from './local-time.js';
import { modulo } from './plain-date.js';
import { allowsMonthlySplit, monthlyCycle } from './subscription-agreement.js';
import type { Instant } from './local-time.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

/**
 * Does the billing instant fall into the first month of a yearly or semiannual period (subscriptions, section 2.5)?
 * Always true for shorter intervals, which have no months.
 */
export function isFirstMonthOfPeriod(agreement: SubscriptionAgreement, at: Instant, timezone: string): boolean {
  if (!allowsMonthlySplit(agreement.interval)) return true;
  const months = agreement.interval === 'yearly' ? 12 : 6;
  const date = localPlainDate(at, timezone);
  if (agreement.billingTime === 'calendar') return modulo(date.month - 1, months) === 0;
  const anchor = localPlainDate(agreement.subscriptionAt, timezone);
  return modulo(periodStart(date, monthlyCycle(agreement, timezone)).month - anchor.month, months) === 0;
}

/**
 * Does it fall into a first month of the first period, which contains the subscription's anchor (subscriptions, section
 * 2.5)? A plan in advance that started in the past is not billed there.
 */
export function isFirstMonthOfFirstPeriod(agreement: SubscriptionAgreement, at: Instant, timezone: string): boolean {
  const date = localPlainDate(at, timezone);
  const anchor = localPlainDate(agreement.subscriptionAt, timezone);
  if (agreement.billingTime === 'calendar')
    return isFirstMonthOfPeriod(agreement, at, timezone) && date.year === anchor.year;
  const month = periodStart(date, monthlyCycle(agreement, timezone));
  return month.year === anchor.year && month.month === anchor.month;
}
