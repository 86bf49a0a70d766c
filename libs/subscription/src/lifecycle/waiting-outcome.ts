import { readPlan, type PlanView } from '@tollgate/catalog/reader';
import type { CancellationReason } from '@tollgate/contracts';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { firstBillingInstant } from '@tollgate/rating';
import { requestBilling, prorationCreditsOf } from '../model/agreement/billing-requests.js';
import { dueFromStart, neverDue, scheduleOf } from '../model/agreement/schedule.js';
import { trialOf } from '../model/agreement/trial.js';
import { moveActivationRules } from '../model/subscriptions/activation-rules.repository.js';
import {
  lockExternalId,
  lockSubscription,
  releaseBilling,
  subscriptionsByIds,
  updateSubscription,
  type SubscriptionRow,
} from '../model/subscriptions/subscriptions.repository.js';
import { thresholdsInForce, thresholdsOfSubscriptions } from '../model/usage/usage-thresholds.repository.js';
import { timezoneOfSubscription } from '../model/subscriptions/timezones.js';
import { unitsSinceStart } from '../model/units/quantity-history.js';
import { catchUp } from './catch-up.js';
import { publishEnd, publishStart, secondAfter, setTerminated, storedModes, terminate } from './lifecycle.js';
import { endUpgraded } from './plan-change.js';
import { missedBilling, startOfPaid } from './waiting-start.rules.js';

/** The outcome of a wait, at the instant (Unix ms) at which its invoice was paid or given up. */
export type FailureReason = CancellationReason | 'ended';

/**
 * Starts a subscription whose first invoice is paid. A predecessor ends only now. A repetition changes nothing
 * (subscriptions, section 3.5).
 */
export async function startPaid(transaction: TenantTransaction, id: string, now: Instant): Promise<void> {
  const row = await lockWaiting(transaction, id, now);
  if (!row) return;
  const plan = await readPlan(transaction, row.plan_id);
  const timezone = await timezoneOfSubscription(transaction, row);
  const previousId = row.previous_subscription_id;
  const previous = previousId === null ? null : ((await lockSubscription(transaction, previousId)) ?? null);
  const startedAt = startOfPaid(row, previous, now);
  if (previous?.status === 'active') await endPredecessor(transaction, previous, row, timezone, now);
  const started = { ...row, started_at: new Date(startedAt) };
  const missed = previous ? null : missedDay(started, plan, timezone, now);
  const active = await updateSubscription(transaction, id, {
    status: 'active',
    started_at: started.started_at,
    activated_at: new Date(now),
    activation_expires_at: null,
    ...dueFromStart(started, plan, timezone, await trialOf(transaction, started, plan), now),
    ...(missed ? { next_billing_at: new Date(missed.next) } : {}),
    // A paid start without predecessor stays where its wait began, and so does the time zone of its first day.
    start_timezone: previous ? timezone : row.start_timezone,
    updated_at: new Date(now),
  });
  await moveActivationRules(transaction, id, ['pending', 'satisfied'], { now });
  await unitsSinceStart(transaction, active, timezone, now);
  await publishStart(transaction, active, now);
  await watchUsage(transaction, active, plan, now);
  if (missed) {
    const subscriptions = [{ row: active, reason: 'subscription_periodic' as const }];
    await requestBilling(transaction, { customerId: row.customer_id, timezone, at: missed.missed, subscriptions }, now);
  }
  // Its customer or its plan was deleted while it waited.
  if (row.termination_at) await terminate(transaction, active, plan, storedModes(active), now);
}

/**
 * Cancels a subscription whose first invoice was given up. A predecessor continues; a held billing day is due again.
 * A repetition changes nothing (subscriptions, section 3.5).
 */
export async function cancelWaiting(
  transaction: TenantTransaction,
  id: string,
  reason: FailureReason,
  now: Instant,
): Promise<void> {
  const row = await lockWaiting(transaction, id, now);
  if (!row) return;
  await updateSubscription(transaction, id, {
    status: 'canceled',
    // It never started: trials, usage and later starts do not count it.
    started_at: null,
    canceled_at: new Date(now),
    cancellation_reason: reason === 'ended' ? null : reason,
    ...neverDue,
    updated_at: new Date(now),
  });
  await moveActivationRules(transaction, id, ['pending', reason === 'timeout' ? 'expired' : 'failed'], { now });
  if (row.previous_subscription_id) await releaseBilling(transaction, row.previous_subscription_id);
  await transaction.append('subscription.canceled', row.customer_id, { subscription_id: id }, now);
}

/** Has thresholds and alerts look at the usage of the wait, which they ignored until now. */
async function watchUsage(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  now: Instant,
): Promise<void> {
  const own = (await thresholdsOfSubscriptions(transaction, [row.id])).get(row.id);
  if (thresholdsInForce(row, own, plan).length > 0)
    await transaction.append('subscription.thresholds_changed', row.customer_id, { subscription_id: row.id }, now);
  const alerts = { external_subscription_id: row.external_id };
  await transaction.append('subscription.alerts_changed', row.customer_id, alerts, now);
}

/** Locks a waiting subscription after the due work of its external id; undefined if it waits no longer. */
async function lockWaiting(
  transaction: TenantTransaction,
  id: string,
  now: Instant,
): Promise<SubscriptionRow | undefined> {
  const [found] = await subscriptionsByIds(transaction, [id]);
  if (found?.status !== 'incomplete') return undefined;
  const { external_id: externalId } = found;
  await lockExternalId(transaction, externalId);
  await catchUp(transaction, { externalId }, now);
  const row = await lockSubscription(transaction, id);
  return row?.status === 'incomplete' ? row : undefined;
}

const missedDay = (row: SubscriptionRow & { started_at: Date }, plan: PlanView, timezone: string, now: Instant) => {
  const schedule = scheduleOf(row, plan, timezone);
  return missedBilling(schedule, firstBillingInstant({ ...schedule, createdAt: row.started_at.getTime() }), now);
};

/**
 * Ends the predecessor of a paid start. That of an upgrade ends now, with a credit of its unused days. That of a
 * downgrade ends as of the billing day that waited, when its period was over (subscriptions, sections 7 and 8.2).
 */
async function endPredecessor(
  transaction: TenantTransaction,
  previous: SubscriptionRow,
  row: SubscriptionRow,
  timezone: string,
  now: Instant,
): Promise<void> {
  const plan = await readPlan(transaction, previous.plan_id);
  const downgrades = row.follows_as === 'downgrade';
  const modes = { creditNote: previous.on_termination_credit_note, invoice: previous.on_termination_invoice };
  const endedAt = downgrades ? (row.started_at?.getTime() ?? now) : now;
  const ended = downgrades
    ? await setTerminated(transaction, previous, plan, modes, endedAt)
    : await endUpgraded(transaction, previous, plan, now);
  await requestBilling(
    transaction,
    {
      customerId: row.customer_id,
      timezone: downgrades ? (row.start_timezone ?? timezone) : timezone,
      at: downgrades ? endedAt : secondAfter(now, timezone),
      subscriptions: [{ row: ended, reason: 'subscription_terminating' }],
      prorationCredits: downgrades ? [] : prorationCreditsOf(ended, plan, 'credit', true),
    },
    now,
  );
  if (!downgrades) return publishEnd(transaction, ended, now);
  await transaction.append('subscription.terminated', ended.customer_id, { subscription_id: ended.id }, now);
}
