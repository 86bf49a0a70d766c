import { readPlan, type PlanView } from '@tollgate/catalog/reader';
import { inTrial } from '@tollgate/rating';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { requestBilling, prorationCreditsOf } from '../model/agreement/billing-requests.js';
import {
  publishEnd,
  publishStart,
  cancelSuccessor,
  secondAfter,
  setActive,
  setTerminated,
  storedModes,
} from './lifecycle.js';
import { beginWaitIfRuled } from './waiting-start.js';
import { hasFixedChargesInAdvance } from './waiting-start.rules.js';
import { isUpgrade, successorOf, type PlanChangeRequest } from './plan-change.rules.js';
import { storeOwnUnits } from '../model/overrides/plan-overrides.js';
import { trialOf } from '../model/agreement/trial.js';
import { insertActivationRules, replaceActivationRules } from '../model/subscriptions/activation-rules.repository.js';
import {
  holdBilling,
  insertSubscription,
  replaceOnNextBilling,
  updateSubscription,
  type SubscriptionRow,
} from '../model/subscriptions/subscriptions.repository.js';

/**
 * Moves a subscription to another plan (subscriptions, sections 7 and 8). A pending one changes at once and in place.
 * An upgrade starts a new subscription at once, and a downgrade waits for the end of the period.
 * @returns the subscription in force afterwards
 */
export async function changePlan(
  transaction: TenantTransaction,
  current: SubscriptionRow,
  request: PlanChangeRequest,
  now: Instant,
): Promise<SubscriptionRow> {
  const at = new Date(now);
  if (current.status === 'pending') {
    await storeOwnUnits(transaction, current, request.ownUnits, now);
    if (request.rules.length > 0) await replaceActivationRules(transaction, current.id, request.rules, now);
    return updateSubscription(transaction, current.id, {
      plan_id: request.plan.id,
      plan_changes: current.plan_changes + 1,
      ...(request.input.name ? { name: request.input.name } : {}),
      updated_at: at,
    });
  }
  const plan = await readPlan(transaction, current.plan_id);
  await cancelSuccessor(transaction, current, now);
  const successor = successorOf(current, request);
  const upgrades = isUpgrade(plan, request.plan);
  const next = await insertSubscription(transaction, {
    ...successor,
    ...(upgrades ? { progressive_billing_disabled: false } : {}),
    created_at: at,
    updated_at: at,
  });
  await storeOwnUnits(transaction, next, request.ownUnits, now);
  await insertActivationRules(transaction, next.id, request.rules, now);
  if (upgrades)
    return upgrade(transaction, { row: current, plan }, { row: next, plan: request.plan }, request.timezone, now);
  await replaceOnNextBilling(transaction, [current.id]);
  await transaction.append('subscription.updated', current.customer_id, { subscription_id: current.id }, now);
  return updateSubscription(transaction, current.id, { updated_at: at });
}

interface Subscribed {
  row: SubscriptionRow;
  plan: PlanView;
}

/**
 * Upgrades a subscription to its pending successor: at once, or when the first invoice of that is paid
 * (subscriptions, sections 3.5 and 7). Until then the predecessor continues.
 * @returns the successor
 */
export async function upgrade(
  transaction: TenantTransaction,
  old: Subscribed,
  next: Subscribed,
  timezone: string,
  now: Instant,
): Promise<SubscriptionRow> {
  const upgraded = await updateSubscription(transaction, next.row.id, { follows_as: 'upgrade' });
  const waiting = await beginWaitIfRuled(transaction, upgraded, next.plan, { timezone, now });
  if (!waiting) return takeOver(transaction, old, { ...next, row: upgraded }, timezone, now);
  await requestBilling(
    transaction,
    {
      customerId: waiting.customer_id,
      timezone,
      at: secondAfter(now, timezone),
      subscriptions: [{ row: waiting, reason: 'subscription_starting' }],
    },
    now,
  );
  return waiting;
}

/** The new subscription starts at the end of the old one; one run bills both a second later. */
async function takeOver(
  transaction: TenantTransaction,
  { row, plan: oldPlan }: Subscribed,
  next: Subscribed,
  timezone: string,
  now: Instant,
): Promise<SubscriptionRow> {
  // The ended one releases its external id before the new one takes it.
  const old = { row: await endUpgraded(transaction, row, oldPlan, now), plan: oldPlan };
  const started = await setActive(transaction, next.row, next.plan, timezone, now);
  const bills =
    hasFixedChargesInAdvance(next.plan) ||
    (next.plan.payInAdvance && !inTrial(await trialOf(transaction, started, next.plan), now));
  await requestBilling(
    transaction,
    {
      customerId: started.customer_id,
      timezone,
      at: secondAfter(now, timezone),
      subscriptions: [
        { row: old.row, reason: 'subscription_terminating' },
        ...(bills ? [{ row: started, reason: 'subscription_starting' as const }] : []),
      ],
      prorationCredits: prorationCreditsOf(old.row, old.plan, 'credit', true),
    },
    now,
  );
  await publishEnd(transaction, old.row, now);
  await publishStart(transaction, started, now);
  return started;
}

/** Ends an upgraded subscription: always with an invoice, and with a credit of its unused days. */
export const endUpgraded = (
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  now: Instant,
): Promise<SubscriptionRow> =>
  setTerminated(transaction, row, plan, { ...storedModes(row), creditNote: 'credit', invoice: 'generate' }, now);

/**
 * Runs a downgrade on its day: the period is over, so there is no credit. A plan in advance appears on the invoice
 * even during its trial, then without a fee (subscriptions, section 8.2). A successor that waits for its payment
 * holds the billing of this day. The outcome either ends the current one as of this day, or bills it.
 */
export async function executeDowngrade(
  transaction: TenantTransaction,
  current: SubscriptionRow,
  successor: SubscriptionRow,
  timezone: string,
  now: Instant,
): Promise<void> {
  const oldPlan = await readPlan(transaction, current.plan_id);
  const plan = await readPlan(transaction, successor.plan_id);
  const downgraded = await updateSubscription(transaction, successor.id, { follows_as: 'downgrade' });
  const waiting = await beginWaitIfRuled(transaction, downgraded, plan, { timezone, now });
  if (waiting) {
    await holdBilling(transaction, current.id, now);
    const subscriptions = [{ row: waiting, reason: 'subscription_starting' as const }];
    return requestBilling(transaction, { customerId: current.customer_id, timezone, at: now, subscriptions }, now);
  }
  const modes = { creditNote: current.on_termination_credit_note, invoice: current.on_termination_invoice };
  const ended = await setTerminated(transaction, current, oldPlan, modes, now);
  const started = await setActive(transaction, downgraded, plan, timezone, now);
  await requestBilling(
    transaction,
    {
      customerId: current.customer_id,
      timezone,
      at: now,
      subscriptions: [
        { row: ended, reason: 'subscription_terminating' },
        ...(plan.payInAdvance || hasFixedChargesInAdvance(plan)
          ? [{ row: started, reason: 'subscription_starting' as const }]
          : []),
      ],
    },
    now,
  );
  await transaction.append('subscription.terminated', ended.customer_id, { subscription_id: ended.id }, now);
  await publishStart(transaction, started, now);
}
