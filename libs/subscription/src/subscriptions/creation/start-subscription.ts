import { brokenUniqueIndex, ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { SubscriptionCreate } from '@tollgate/contracts';
import type { PlanView } from '@tollgate/catalog/reader';
import { publishStart, billStart } from '../../lifecycle/lifecycle.js';
import { beginWaitIfRuled, isToWait } from '../../lifecycle/waiting-start.js';
import { rowOf } from '../../model/agreement/new-subscription.js';
import { activationAt, dueFromStart } from '../../model/agreement/schedule.js';
import { trialOf } from '../../model/agreement/trial.js';
import { storeOwnUnits, type ChosenPlan } from '../../model/overrides/plan-overrides.js';
import { insertActivationRules, type RequestedRule } from '../../model/subscriptions/activation-rules.repository.js';
import type { CustomerRow } from '../../model/customers/customers.repository.js';
import { insertSubscription, type SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import { timezoneOf } from '../../model/subscriptions/timezones.js';
import { openQuantityHistory } from '../../model/units/quantity-history.js';
import { startOf } from './new-start.rules.js';

interface NewSubscription extends ChosenPlan {
  customer: CustomerRow;
  externalId: string;
  billingTime: SubscriptionRow['billing_time'];
  subscriptionAt: Date;
  endingAt: Date | null;
  billingEntityId: string | null;
  rules: RequestedRule[];
}

/** Starts a new subscription, now, in the past or later (subscriptions, section 3.1). @param earlier of the customer */
export async function startSubscription(
  transaction: TenantTransaction,
  earlier: SubscriptionRow[],
  newSubscription: NewSubscription,
  input: SubscriptionCreate,
  now: Instant,
): Promise<SubscriptionRow> {
  const { customer, plan } = newSubscription;
  const timezone = await timezoneOf(transaction, customer);
  const { startedAt, isToday } = startOf(newSubscription.subscriptionAt, earlier, timezone, now);
  // A start in the past waits for nothing (subscriptions, section 3.5).
  const rules = startedAt === null || isToday ? newSubscription.rules : [];
  const at = new Date(now);
  const row = {
    ...rowOf(input),
    organization_id: customer.organization_id,
    customer_id: customer.id,
    plan_id: plan.id,
    external_id: newSubscription.externalId,
    status: 'pending' as const,
    billing_time: newSubscription.billingTime,
    subscription_at: newSubscription.subscriptionAt,
    ending_at: newSubscription.endingAt,
    billing_entity_id: newSubscription.billingEntityId,
    created_at: at,
    updated_at: at,
  };
  const begun = { timezone, now, startedAt: startedAt?.getTime() ?? now };
  const atOnce = startedAt !== null && !(await isToWait(transaction, row, plan, rules, begun));
  const subscription = await inserted(transaction, {
    ...row,
    ...(atOnce ? await activeFrom(transaction, row, plan, { timezone, now, startedAt }) : {}),
    ...(startedAt === null ? { activation_at: activationAt(row.subscription_at, timezone, now) } : {}),
  });
  await storeOwnUnits(transaction, subscription, newSubscription.ownUnits, now);
  await insertActivationRules(transaction, subscription.id, rules, now);
  if (startedAt === null) return subscription;
  const waiting = rules.length === 0 ? null : await beginWaitIfRuled(transaction, subscription, plan, begun);
  if (!waiting) {
    await openQuantityHistory(transaction, subscription, now);
    await publishStart(transaction, subscription, now);
  }
  // The next periodic run bills a start in the past.
  if (isToday) await billStart(transaction, waiting ?? subscription, plan, now);
  return waiting ?? subscription;
}

type NewRow = Parameters<typeof insertSubscription>[1] & { ending_at: Date | null; subscription_at: Date };

/** The columns of a subscription that is active from its creation on. */
async function activeFrom(
  transaction: TenantTransaction,
  row: NewRow,
  plan: PlanView,
  { timezone, now, startedAt }: { timezone: string; now: Instant; startedAt: Date },
) {
  const started = { ...row, started_at: startedAt };
  const trial = await trialOf(transaction, started, plan);
  return {
    status: 'active' as const,
    started_at: startedAt,
    activated_at: startedAt,
    ...dueFromStart(started, plan, timezone, trial, now),
  };
}

/** @throws ValidationFailed when another subscription of the customer has the external id and is active */
async function inserted(
  transaction: TenantTransaction,
  row: Parameters<typeof insertSubscription>[1],
): Promise<SubscriptionRow> {
  try {
    return await insertSubscription(transaction, row);
  } catch (error) {
    if (brokenUniqueIndex(error) === 'subscriptions_active_external_id')
      throw new ValidationFailed({ external_id: ['value_already_exist'] });
    throw error;
  }
}
