import { endOfLocalDay, inTrial, SECOND, utcDate } from '@tollgate/rating';
import { readPlan, type PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { openQuantityHistory } from '../model/units/quantity-history.js';
import { openLifetimeUsage } from '../model/repositories/lifetime-usages.repository.js';
import { requestBilling, prorationCreditsOf } from '../model/agreement/billing-requests.js';
import { dueFromStart, neverDue } from '../model/agreement/schedule.js';
import { trialOf } from '../model/agreement/trial.js';
import {
  pendingSuccessor,
  resumeBilling,
  updateSubscription,
  type SubscriptionRow,
} from '../model/repositories/subscriptions.repository.js';
import { timezoneOfSubscription } from '../model/repositories/timezones.js';
import { beginWaitIfRuled } from './waiting-start.js';
import { hasFixedChargesInAdvance } from './waiting-start.rules.js';

/** The modes of a termination (subscriptions, section 9.1). */
export interface TerminationModes {
  creditNote: SubscriptionRow['on_termination_credit_note'];
  invoice: SubscriptionRow['on_termination_invoice'];
}

/** Opens the usage record of an activated subscription, and publishes the activation. */
export async function publishStart(transaction: TenantTransaction, row: SubscriptionRow, now: Instant): Promise<void> {
  await openLifetimeUsage(transaction, row, now);
  await transaction.append('subscription.started', row.customer_id, { subscription_id: row.id }, now);
}

/**
 * Requests the starting invoice of a plan in advance, unless a trial comes first (subscriptions, section 3.2); without
 * it, fixed charges in advance get a separate one (subscriptions, section 3.3).
 */
export async function billStart(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  now: Instant,
): Promise<void> {
  if (!plan.payInAdvance || inTrial(await trialOf(transaction, row, plan), now))
    return billFixedChargesAtStart(transaction, row, plan, now);
  await requestBilling(
    transaction,
    {
      customerId: row.customer_id,
      at: now,
      subscriptions: [{ row, reason: 'subscription_starting' }],
    },
    now,
  );
}

/**
 * The billing instant of a separate invoice for an event at an instant (Unix ms). It is a second later, but on the same
 * local day, because the day selects the period (subscriptions, sections 3.3 and 7).
 */
export const secondAfter = (at: Instant, timezone: string): number =>
  Math.min(at + SECOND, endOfLocalDay(at, timezone));

async function billFixedChargesAtStart(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  now: Instant,
): Promise<void> {
  if (!hasFixedChargesInAdvance(plan)) return;
  const timezone = await timezoneOfSubscription(transaction, row);
  const at = secondAfter(row.started_at?.getTime() ?? now, timezone);
  const subscriptions = [{ row, reason: 'in_advance_charge' as const }];
  await requestBilling(transaction, { customerId: row.customer_id, timezone, at, subscriptions }, now);
}

/**
 * Starts a pending subscription on its day: at the moment of activation, even before the requested clock time. With
 * rules that apply, it waits for its payment (subscriptions, section 3.5).
 */
export async function activate(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  timezone: string,
  now: Instant,
): Promise<void> {
  const plan = await readPlan(transaction, row.plan_id);
  const waiting = await beginWaitIfRuled(transaction, row, plan, { timezone, now });
  if (waiting) return billStart(transaction, waiting, plan, now);
  const active = await setActive(transaction, row, plan, timezone, now);
  await publishStart(transaction, active, now);
  await billStart(transaction, active, plan, now);
}

/**
 * Starts a pending subscription after a move of its start to now or earlier; a start today is billed today, with or
 * without a trial (subscriptions, section 4).
 */
export async function activateByCall(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  timezone: string,
  now: Instant,
): Promise<SubscriptionRow> {
  const plan = await readPlan(transaction, row.plan_id);
  const active = await setActive(transaction, row, plan, timezone, now, row.subscription_at.getTime());
  await publishStart(transaction, active, now);
  if (utcDate(row.subscription_at.getTime()) !== utcDate(now)) return active;
  if (!plan.payInAdvance) {
    await billFixedChargesAtStart(transaction, active, plan, now);
  } else {
    const subscriptions = [{ row: active, reason: 'subscription_starting' as const }];
    await requestBilling(transaction, { customerId: row.customer_id, at: now, subscriptions }, now);
  }
  return active;
}

/** Activates a pending subscription now, with its start and its quantity history for billing. */
export async function setActive(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  timezone: string,
  now: Instant,
  startedAt = now,
): Promise<SubscriptionRow> {
  const started = { ...row, started_at: new Date(startedAt) };
  const active = await updateSubscription(transaction, row.id, {
    status: 'active',
    started_at: started.started_at,
    activated_at: started.started_at,
    ...dueFromStart(started, plan, timezone, await trialOf(transaction, started, plan), now),
    updated_at: new Date(now),
  });
  await openQuantityHistory(transaction, active, now);
  return active;
}

/**
 * Ends an active subscription now, and cancels its successor. One message requests the final invoice and the
 * proration credit, so the invoice already uses the credit.
 * @returns the ended subscription
 */
export async function terminate(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  modes: TerminationModes,
  now: Instant,
): Promise<SubscriptionRow> {
  await cancelSuccessor(transaction, row, now);
  if (row.held_billing_at) await billHeldDay(transaction, row, row.held_billing_at, now);
  const ended = await setTerminated(transaction, row, plan, modes, now);
  await requestBilling(
    transaction,
    {
      customerId: row.customer_id,
      at: now,
      subscriptions: modes.invoice === 'generate' ? [{ row: ended, reason: 'subscription_terminating' }] : [],
      prorationCredits: prorationCreditsOf(ended, plan, modes.creditNote, false),
    },
    now,
  );
  await publishEnd(transaction, ended, now);
  return ended;
}

/** Bills the day on which a downgrade began to wait for its payment, since the subscription ends without it. */
const billHeldDay = (transaction: TenantTransaction, row: SubscriptionRow, day: Date, now: Instant): Promise<void> =>
  requestBilling(
    transaction,
    {
      customerId: row.customer_id,
      at: day.getTime(),
      subscriptions: [{ row, reason: 'subscription_periodic' }],
    },
    now,
  );

/** Terminates an active subscription now, and stores the modes on it. */
export async function setTerminated(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  modes: TerminationModes,
  now: Instant,
): Promise<SubscriptionRow> {
  const endedAt = new Date(now);
  return updateSubscription(transaction, row.id, {
    status: 'terminated',
    terminated_at: endedAt,
    ...neverDue,
    on_termination_credit_note: plan.payInAdvance ? modes.creditNote : null,
    on_termination_invoice: modes.invoice,
    updated_at: endedAt,
  });
}

/** Publishes the end of an active subscription, and before it the change of its modes (subscriptions, section 9.1). */
export async function publishEnd(transaction: TenantTransaction, row: SubscriptionRow, now: Instant): Promise<void> {
  await transaction.append('subscription.updated', row.customer_id, { subscription_id: row.id }, now);
  await transaction.append('subscription.terminated', row.customer_id, { subscription_id: row.id }, now);
}

/** The default modes of a termination: the stored ones, else credit and generate. */
export const storedModes = (
  row: Pick<SubscriptionRow, 'on_termination_credit_note' | 'on_termination_invoice'>,
): TerminationModes => ({
  creditNote: row.on_termination_credit_note ?? 'credit',
  invoice: row.on_termination_invoice,
});

/** Cancels a pending subscription. Its predecessor continues and is billed again on its billing days. */
export async function cancel(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  now: Instant,
): Promise<SubscriptionRow> {
  if (row.previous_subscription_id) await resumeBilling(transaction, row.previous_subscription_id);
  await transaction.append('subscription.called_off', row.customer_id, { subscription_id: row.id }, now);
  return updateSubscription(transaction, row.id, {
    status: 'canceled',
    canceled_at: new Date(now),
    ...neverDue,
    updated_at: new Date(now),
  });
}

/** Cancels the successor of a subscription, if any. */
export async function cancelSuccessor(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  now: Instant,
): Promise<void> {
  const successor = await pendingSuccessor(transaction, row.id);
  if (successor) await cancel(transaction, successor, now);
}
