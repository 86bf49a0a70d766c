import type { SubscriptionCreate } from '@tollgate/contracts';
import type { PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { findOrCreateCustomer } from '../../customers/resource/customers.service.js';
import { catchUp } from '../../lifecycle/catch-up.js';
import { changePlan } from '../../lifecycle/plan-change.js';
import type { PaymentMethods } from '../../model/agreement/payment-methods.js';
import { writeSelection } from '../../model/custom-sections/selected-sections.js';
import type { OverridePlan } from '../../model/overrides/plan-overrides.js';
import { updateCustomer, type CustomerRow } from '../../model/customers/customers.repository.js';
import {
  lockExternalId,
  pendingSuccessor,
  subscriptionsByExternalId,
  type SubscriptionRow,
} from '../../model/subscriptions/subscriptions.repository.js';
import { timezoneOf } from '../../model/subscriptions/timezones.js';
import { writeThresholds } from '../usage-thresholds/threshold-writes.js';
import { startSubscription } from './start-subscription.js';
import { checkCreation, type CreationStep } from './subscription.checks.js';
import { draftSubscription, type SubscriptionDraft } from './subscription.draft.js';

/** The ports of a creation. */
export interface CreationPorts {
  overridePlan: OverridePlan;
  paymentMethods: PaymentMethods;
  /** A further check of the caller, under the lock and after the work that is due; absent without one. */
  check?: (transaction: TenantTransaction) => Promise<void>;
  /** Holds the amount of the call on the customer's card, after all checks; absent without one. */
  hold?: (customer: CustomerRow) => Promise<void>;
}

/** The input of the writes. */
interface Creation {
  draft: SubscriptionDraft;
  customer: CustomerRow;
  overridePlan: OverridePlan;
  now: Instant;
}

/**
 * Subscribes a customer to a plan, or returns the existing subscription (subscriptions, section 3).
 * @throws NotFound, ValidationFailed in the order of the table there
 */
export async function createSubscription(
  transaction: TenantTransaction,
  input: SubscriptionCreate,
  { overridePlan, paymentMethods, check, hold }: CreationPorts,
  now: Instant,
): Promise<SubscriptionRow> {
  const draft = await draftSubscription(transaction, input, paymentMethods, now);
  const { plan, externalId } = draft;
  await lockExternalId(transaction, externalId);
  await catchUp(transaction, { externalId }, now);
  await check?.(transaction);
  const customer = await withCurrency(
    transaction,
    await findOrCreateCustomer(transaction, draft.externalCustomerId, draft.entity, now),
    plan,
  );
  const others = externalId === '' ? [] : await subscriptionsByExternalId(transaction, externalId);
  const step = checkCreation(input, { planId: plan.id, customerId: customer.id, others });
  await hold?.(customer);
  return write(transaction, step, { draft, customer, overridePlan, now });
}

async function write(transaction: TenantTransaction, step: CreationStep, creation: Creation): Promise<SubscriptionRow> {
  switch (step.kind) {
    case 'keep':
      return keep(transaction, step.current, creation);
    case 'change':
      return change(transaction, step.current, creation);
    case 'start':
      return start(transaction, step, creation);
  }
}

/** Thresholds and sections of the request apply to the current subscription; an empty list changes nothing. */
async function keep(
  transaction: TenantTransaction,
  current: SubscriptionRow,
  { draft: { input, thresholds }, overridePlan, now }: Creation,
): Promise<SubscriptionRow> {
  if (thresholds?.length) await writeThresholds(transaction, current, thresholds, overridePlan, now);
  return writeSelection(transaction, current, input.invoice_custom_section, now);
}

/** @returns the subscription in force: the current one until a downgrade */
async function change(
  transaction: TenantTransaction,
  current: SubscriptionRow,
  { draft, customer, overridePlan, now }: Creation,
): Promise<SubscriptionRow> {
  const { input, thresholds } = draft;
  const planChange = {
    ...(await overridePlan(transaction, draft.externalId, draft.plan, input.plan_overrides)),
    timezone: await timezoneOf(transaction, customer),
    input,
    endingAt: draft.endingAt,
    billingEntityId: draft.entity?.id ?? null,
    rules: draft.rules,
  };
  const inForce = await changePlan(transaction, current, planChange, now);
  const requested =
    inForce.id !== current.id || current.status === 'pending'
      ? inForce
      : await pendingSuccessor(transaction, current.id);
  if (!requested) return inForce;
  await writeThresholds(transaction, requested, thresholds, overridePlan, now);
  const selecting = await writeSelection(transaction, requested, input.invoice_custom_section, now);
  return requested.id === inForce.id ? selecting : inForce;
}

async function start(
  transaction: TenantTransaction,
  { earlier, billingTime }: Extract<CreationStep, { kind: 'start' }>,
  { draft, customer, overridePlan, now }: Creation,
): Promise<SubscriptionRow> {
  const { input, externalId, subscriptionAt, rules } = draft;
  const newSubscription = {
    customer,
    ...(await overridePlan(transaction, externalId, draft.plan, input.plan_overrides)),
    externalId,
    billingTime,
    subscriptionAt,
    endingAt: draft.endingAt ?? null,
    billingEntityId: draft.entity?.id ?? null,
    rules,
  };
  const started = await startSubscription(transaction, earlier, newSubscription, input, now);
  await writeThresholds(transaction, started, draft.thresholds, overridePlan, now);
  return writeSelection(transaction, started, input.invoice_custom_section, now);
}

/** Sets the currency of a customer without one to the plan's. */
async function withCurrency(
  transaction: TenantTransaction,
  customer: CustomerRow,
  plan: PlanView,
): Promise<CustomerRow> {
  return customer.currency === null ? updateCustomer(transaction, customer.id, { currency: plan.currency }) : customer;
}
