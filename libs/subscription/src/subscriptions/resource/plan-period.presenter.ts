import type { Subscription } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull, type Instant } from '@tollgate/platform';
import { currentPlanPeriod } from '@tollgate/rating';
import { nextBillingOf } from '../../model/agreement/schedule.js';
import { agreementOf, type SubscriptionInContext } from '../../model/agreement/subscription-agreement.js';

type PlanPeriod = Pick<
  Subscription,
  'plan_period_started_at' | 'plan_period_ending_at' | 'renews_at' | 'next_invoice_at'
>;

/** The period of the plan's own interval, its renewal and the next invoice (subscriptions, section 1.1). */
export function presentPlanPeriod(subscription: SubscriptionInContext, timezone: string, now: Instant): PlanPeriod {
  const { row, next } = subscription;
  const nextInvoice = { next_invoice_at: isoSecondsOrNull(nextInvoiceAt(row)) };
  if (!row.started_at)
    return { plan_period_started_at: null, plan_period_ending_at: null, renews_at: null, ...nextInvoice };
  const period = currentPlanPeriod(agreementOf(subscription), now, timezone, nextBillingOf(row));
  const isReplaced = next?.row.status === 'pending';
  const endsAt = row.termination_at?.getTime() ?? Infinity;
  const renews = row.status === 'active' && !isReplaced && endsAt > period.renewsAt;
  return {
    plan_period_started_at: isoSeconds(period.from),
    plan_period_ending_at: isoSeconds(period.to),
    renews_at: renews ? isoSeconds(period.renewsAt) : null,
    ...nextInvoice,
  };
}

/** The next billing day of an active subscription, or its end where that comes before and is billed. */
function nextInvoiceAt(row: SubscriptionInContext['row']): Date | null {
  if (row.status !== 'active') return null;
  const billing = nextBillingOf(row);
  const end = row.termination_at;
  if (end === null || (billing !== null && billing <= end.getTime()))
    return billing === null ? null : new Date(billing);
  return row.on_termination_invoice === 'skip' ? null : end;
}
