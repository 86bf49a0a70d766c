import { isBlank, type FieldErrors, type SubscriptionCreate } from '@tollgate/contracts';
import { findPlanByCode, namedBillingEntity, type PlanView } from '@tollgate/catalog/reader';
import {
  brokenUniqueIndex,
  NotFound,
  ValidationFailed,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { findOrCreateCustomer } from '../../customers/resource/customers.service.js';
import { findCustomer, updateCustomer, type CustomerRow } from '../../model/repositories/customers.repository.js';
import { catchUp } from '../../lifecycle/catch-up.js';
import { publishStart, billStart } from '../../lifecycle/lifecycle.js';
import { beginWaitIfRuled, isToWait } from '../../lifecycle/waiting-start.js';
import { trialOf } from '../../model/agreement/trial.js';
import { openQuantityHistory } from '../../model/units/quantity-history.js';
import { rowOf } from '../../model/agreement/new-subscription.js';
import type { PaymentMethods } from '../../model/agreement/payment-methods.js';
import { checkPayment } from '../../model/agreement/payment-terms.js';
import { changePlan } from '../../lifecycle/plan-change.js';
import { storeOwnUnits, type ChosenPlan, type OverridePlan } from '../../model/overrides/plan-overrides.js';
import { activationAt, dueFromStart } from '../../model/agreement/schedule.js';
import { readDates } from '../../model/agreement/subscription-dates.js';
import { writeSelection } from '../../model/custom-sections/selected-sections.js';
import { isCurrent, readBillingTime, startOf } from './new-start.rules.js';
import { insertActivationRules, type RequestedRule } from '../../model/repositories/activation-rules.repository.js';
import { readThresholds, writeThresholds } from '../usage-thresholds/threshold-writes.js';
import {
  insertSubscription,
  lockExternalId,
  pendingSuccessor,
  subscriptionsByExternalId,
  type SubscriptionRow,
} from '../../model/repositories/subscriptions.repository.js';
import { timezoneOf } from '../../model/repositories/timezones.js';

/** The ports of a creation. */
export interface CreationPorts {
  overridePlan: OverridePlan;
  paymentMethods: PaymentMethods;
  /** Holds the amount of the call on the customer's card, after all checks; absent without one. */
  hold?: (customer: CustomerRow) => Promise<void>;
}

interface NewSubscription extends ChosenPlan {
  customer: CustomerRow;
  externalId: string;
  billingTime: SubscriptionRow['billing_time'];
  subscriptionAt: Date;
  endingAt: Date | null;
  billingEntityId: string | null;
  rules: RequestedRule[];
}

/**
 * Subscribes a customer to a plan, or returns the existing subscription (subscriptions, section 3).
 * @throws NotFound, ValidationFailed in the order of the table there
 */
export async function createSubscription(
  transaction: TenantTransaction,
  input: SubscriptionCreate,
  { overridePlan, paymentMethods, hold }: CreationPorts,
  now: Instant,
): Promise<SubscriptionRow> {
  const entity = await namedBillingEntity(transaction, input);
  const plan = isBlank(input.plan_code) ? null : await findPlanByCode(transaction, input.plan_code as string);
  if (!plan) throw new NotFound('plan');
  const errors: FieldErrors = {};
  const dates = readDates(input, new Date(now), now, errors);
  const payment = {
    raw: input.payment_method,
    activationRules: input.activation_rules,
    customerId: async () => (await findCustomer(transaction, input.external_customer_id ?? ''))?.id ?? null,
  };
  const rules = (await checkPayment(transaction, paymentMethods, payment, errors)) ?? [];
  if (isBlank(input.external_customer_id)) errors['external_customer_id'] = ['value_is_mandatory'];
  refuse(errors);
  const thresholds = readThresholds(input);

  const externalId = input.external_id ?? '';
  await lockExternalId(transaction, externalId);
  await catchUp(transaction, { externalId }, now);
  const customer = await withCurrency(
    transaction,
    await findOrCreateCustomer(transaction, input.external_customer_id as string, entity, now),
    plan,
  );
  const others = externalId === '' ? [] : await subscriptionsByExternalId(transaction, externalId);
  const ownSubscriptions = others.filter((other) => other.customer_id === customer.id);
  if (ownSubscriptions.some(({ status }) => status === 'incomplete'))
    throw new ValidationFailed({ subscription: ['subscription_incomplete'] });
  const billingTime = readBillingTime(input.billing_time, errors);
  if (others.some((other) => other.status === 'active' && other.customer_id !== customer.id))
    errors['external_id'] = ['value_already_exist'];
  if (isBlank(externalId)) errors['external_id'] = ['value_is_mandatory'];
  refuse(errors);
  await hold?.(customer);

  const current = ownSubscriptions.find(isCurrent);
  if (current) {
    if (current.plan_id === plan.id) {
      if (thresholds?.length) await writeThresholds(transaction, current, thresholds, overridePlan, now);
      return writeSelection(transaction, current, input.invoice_custom_section, now);
    }
    const change = {
      ...(await overridePlan(transaction, externalId, plan, input.plan_overrides)),
      timezone: await timezoneOf(transaction, customer),
      input,
      endingAt: dates.endingAt,
      billingEntityId: entity?.id ?? null,
      rules,
    };
    const inForce = await changePlan(transaction, current, change, now);
    const requestedSubscription =
      inForce.id !== current.id || current.status === 'pending'
        ? inForce
        : await pendingSuccessor(transaction, current.id);
    if (!requestedSubscription) return inForce;
    await writeThresholds(transaction, requestedSubscription, thresholds, overridePlan, now);
    const selecting = await writeSelection(transaction, requestedSubscription, input.invoice_custom_section, now);
    return requestedSubscription.id === inForce.id ? selecting : inForce;
  }
  const started = await start(
    transaction,
    ownSubscriptions,
    {
      customer,
      ...(await overridePlan(transaction, externalId, plan, input.plan_overrides)),
      externalId,
      billingTime,
      subscriptionAt: dates.subscriptionAt,
      endingAt: dates.endingAt ?? null,
      billingEntityId: entity?.id ?? null,
      rules,
    },
    input,
    now,
  );
  await writeThresholds(transaction, started, thresholds, overridePlan, now);
  return writeSelection(transaction, started, input.invoice_custom_section, now);
}

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
}

/** Sets the currency of a customer without one to the plan's. */
async function withCurrency(
  transaction: TenantTransaction,
  customer: CustomerRow,
  plan: PlanView,
): Promise<CustomerRow> {
  return customer.currency === null ? updateCustomer(transaction, customer.id, { currency: plan.currency }) : customer;
}

async function start(
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
