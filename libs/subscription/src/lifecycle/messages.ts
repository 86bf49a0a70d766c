import { readPlan } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { trialEnd } from '@tollgate/rating';
import { requestBilling } from '../model/agreement/billing-requests.js';
import { alertAt } from '../model/agreement/schedule.js';
import { trialOf } from '../model/agreement/trial.js';
import { updateSubscription, type SubscriptionRow } from '../model/subscriptions/subscriptions.repository.js';

/**
 * Handles the end of a trial: requests the first bill of a plan in advance, unless another run billed it today, and
 * publishes the end (subscriptions, section 5.3). The trial may have ended before the subscription was created.
 */
export async function endTrial(transaction: TenantTransaction, row: SubscriptionRow, now: Instant): Promise<void> {
  const plan = await readPlan(transaction, row.plan_id);
  const endedAt = trialEnd(await trialOf(transaction, row, plan));
  const trialEndedAt = endedAt === null ? row.trial_end_at : new Date(endedAt);
  const ended = await updateSubscription(transaction, row.id, {
    trial_ended_at: trialEndedAt,
    trial_end_at: null,
    updated_at: new Date(now),
  });
  if (plan.payInAdvance) {
    const subscriptions = [{ row: ended, reason: 'subscription_starting' as const, trialEnded: true }];
    await requestBilling(transaction, { customerId: row.customer_id, at: now, subscriptions }, now);
  }
  await transaction.append('subscription.trial_ended', row.customer_id, { subscription_id: row.id }, now);
}

/** Publishes the approaching end of a subscription (subscriptions, section 9.3). */
export async function alertOfEnd(transaction: TenantTransaction, row: SubscriptionRow, now: Instant): Promise<void> {
  const alertedAt = new Date(now);
  const isDay =
    row.alert_at !== null && row.alert_at.toISOString().slice(0, 10) === alertedAt.toISOString().slice(0, 10);
  await updateSubscription(transaction, row.id, {
    alerted_at: alertedAt,
    alert_at: alertAt(row.ending_at, alertedAt, now),
  });
  // Missed days are skipped: the alert has the number of remaining days.
  if (isDay)
    await transaction.append('subscription.termination_alert', row.customer_id, { subscription_id: row.id }, now);
}
