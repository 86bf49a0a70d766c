import { sql, type Expression } from 'kysely';
import type {
  ApplicableUsageThreshold,
  PaymentMethodReference,
  Subscription,
  SubscriptionEntitlement,
} from '@tollgate/contracts';
import { readPlanResource, type PlanView, type UsageThresholdView } from '@tollgate/catalog/reader';
import { groupBy, walk, type Instant, type TenantTransaction, type Walk } from '@tollgate/platform';
import type { SubscriptionAgreement, Trial } from '@tollgate/rating';
import { readCustomerResource } from '../../customers/resource/customers.reader.js';
import { presentEntitlements } from '../entitlements/subscription-entitlement.presenter.js';
import { customerIdsOf } from '../../model/customers/customers.repository.js';
import { tables } from '../../model/subscription.tables.js';
import { usageEndsOf, type UsageEnds } from '../../model/agreement/shared-instants.js';
import { initialStartOf, trialFrom } from '../../model/agreement/trial.js';
import { presentSubscriptions, presentThresholds } from './subscription.presenter.js';
import { thresholdsInForce, thresholdsOfSubscriptions } from '../../model/usage/usage-thresholds.repository.js';
import { methodOfRow } from '../../model/agreement/payment-methods.js';
import { nextBillingOf } from '../../model/agreement/schedule.js';
import {
  inContext,
  inContextOf,
  agreementOf,
  hasReplaced,
  type SubscriptionInContext,
} from '../../model/agreement/subscription-agreement.js';
import {
  subscriptionsByExternalId,
  subscriptionsByExternalIds,
  subscriptionsByIds,
  type SubscriptionRow,
} from '../../model/subscriptions/subscriptions.repository.js';

/** A subscription in the shape of usage rating. */
export interface UsedSubscriptionView extends UsageEnds {
  id: string;
  customerId: string;
  externalId: string;
  name: string | null;
  status: SubscriptionRow['status'];
  plan: PlanView;
  agreement: SubscriptionAgreement;
  /** The time zone of its first billing day, if stored. */
  startTimezone: string | null;
  /** Start of its first unbilled billing day, Unix milliseconds; null if none is scheduled. */
  nextBillingAt: Instant | null;
  trial: Trial | null;
  /** The first start ever of its external id, Unix milliseconds; trials run from it. */
  initialStartedAt: Instant;
  /** The subscription that this one replaced. */
  previousSubscriptionId: string | null;
  /** The plan that replaced this one's. */
  nextPlan: PlanView | null;
  billingEntityId: string | null;
  consolidateInvoice: boolean;
  purchaseOrderNumber: string | null;
  /** Whether its end is billed; null if unspecified. */
  terminationInvoice: SubscriptionRow['on_termination_invoice'];
  paymentMethod: PaymentMethodReference;
}

/** A subscription, as billing sees it. */
export interface SubscriptionView extends UsedSubscriptionView {
  /** The usage thresholds in force. */
  usageThresholds: UsageThresholdView[];
}

/** Subscriptions by their ids. */
export async function readSubscriptions(transaction: TenantTransaction, ids: string[]): Promise<SubscriptionView[]> {
  return toViews(transaction, await subscriptionsByIds(transaction, ids));
}

/**
 * The active subscription of a customer with an external id, or null.
 * @param catalogVersion the version that the transaction has read already
 */
export async function findActiveSubscription(
  transaction: TenantTransaction,
  customerId: string,
  externalId: string,
  catalogVersion: string,
): Promise<UsedSubscriptionView | null> {
  const all = await subscriptionsByExternalId(transaction, externalId);
  const active = all.find((row) => row.status === 'active' && row.customer_id === customerId);
  if (!active) return null;
  const subscription = await inContextOf(transaction, active, all, catalogVersion);
  return toUsedView(subscription, all);
}

/** SQL for the starts of all organizations that wait for their payment. */
export const waitingStarts = `(
  select id, organization_id, customer_id from subscription.subscriptions where status = 'incomplete')`;

/** Ids of every subscription that an external id ever had. */
export async function subscriptionIdsOf(transaction: TenantTransaction, externalId: string): Promise<string[]> {
  return (await subscriptionsByExternalId(transaction, externalId)).map(({ id }) => id);
}

/** Every subscription that an external id ever had. */
export async function readSubscriptionsByExternalId(
  transaction: TenantTransaction,
  externalId: string,
): Promise<SubscriptionView[]> {
  return toViews(transaction, await subscriptionsByExternalId(transaction, externalId));
}

/**
 * For each pair of external id and instant (Unix ms) the subscription in force, an active one before an ended one, or
 * null. A start later within the second of a whole-second instant matches too, if no other does
 * (metering, section 2.3).
 */
export async function findSubscriptionsAt(
  transaction: TenantTransaction,
  instants: { externalId: string; at: Instant }[],
): Promise<(SubscriptionView | null)[]> {
  const rows = await subscriptionsByExternalIds(transaction, [
    ...new Set(instants.map(({ externalId }) => externalId)),
  ]);
  // One that waits for its payment is not in force yet (subscriptions, section 3.5).
  const runs = ({ status, started_at: start, terminated_at: end }: SubscriptionRow, at: Instant) =>
    status !== 'incomplete' && start !== null && start.getTime() <= at && (end === null || end.getTime() >= at);
  const running = instants.map(({ externalId, at }) => {
    const sameExternalId = rows.filter((row) => row.external_id === externalId);
    return (
      sameExternalId.find((row) => runs(row, at)) ??
      sameExternalId.find((row) => row.status !== 'incomplete' && usageEndsOf(row, sameExternalId).firstSecond === at)
    );
  });
  const runningIds = new Set(running.map((row) => row?.id));
  const views = await toViews(
    transaction,
    rows.filter(({ id }) => runningIds.has(id)),
  );
  const byId = new Map(views.map((view) => [view.id, view]));
  return running.map((row) => (row ? (byId.get(row.id) ?? null) : null));
}

/** Pairs of these external ids and plans that have ever had a subscription. */
export async function subscribersOfPlans(
  transaction: TenantTransaction,
  externalIds: string[],
  planIds: string[],
): Promise<{ externalId: string; planId: string }[]> {
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select(['external_id', 'plan_id'])
    .distinct()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .where(sql<boolean>`plan_id = any(${planIds}::uuid[])`)
    .execute();
  return rows.map((row) => ({ externalId: row.external_id, planId: row.plan_id }));
}

/** The number of active subscriptions to plans. @param planIds a query of their identifiers */
export async function countActiveSubscriptions(
  transaction: TenantTransaction,
  planIds: Expression<{ id: string }>,
): Promise<number> {
  const { active } = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select(({ fn }) => fn.countAll<bigint>().as('active'))
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'active')
    .where(sql<boolean>`plan_id in ${planIds}`)
    .executeTakeFirstOrThrow();
  return Number(active);
}

/** The customers and plans of the active subscriptions of external ids. */
export async function activeSubscribers(
  transaction: TenantTransaction,
  externalIds: string[],
): Promise<{ externalId: string; customerId: string; planId: string }[]> {
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select(['external_id', 'customer_id', 'plan_id'])
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .where('status', '=', 'active')
    .execute();
  return rows.map((row) => ({ externalId: row.external_id, customerId: row.customer_id, planId: row.plan_id }));
}

/** One batch of a walk over active subscriptions, optionally of one customer or external id. */
export async function activeSubscriptionsAfter(
  transaction: TenantTransaction,
  filters: { external_customer_id?: string | undefined; external_subscription_id?: string | undefined },
  place: Walk,
): Promise<{ ids: string[]; total: number | null }> {
  const { external_customer_id: customer, external_subscription_id: externalId } = filters;
  let query = tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'active');
  if (externalId !== undefined) query = query.where('external_id', '=', externalId);
  if (customer !== undefined)
    query = query.where('customer_id', 'in', await customerIdsForCondition(transaction, customer));
  const { rows, total } = await walk(query, 'subscription.subscriptions', place);
  return { ids: rows.map(({ id }) => id), total };
}

/** Ids of customers with an external id, never empty, for use in a condition. */
async function customerIdsForCondition(transaction: TenantTransaction, externalId: string): Promise<string[]> {
  const ids = await customerIdsOf(transaction, externalId);
  return ids.length > 0 ? ids : [noCustomerId];
}
const noCustomerId = '00000000-0000-0000-0000-000000000000';

/** Ids of the active subscriptions of customers. */
export async function activeSubscriptionIds(transaction: TenantTransaction, customerIds: string[]): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .where('status', '=', 'active')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of all subscriptions that a customer ever had under an external id. */
export async function subscriptionIdsOfCustomer(
  transaction: TenantTransaction,
  customerId: string,
  externalId: string,
): Promise<string[]> {
  const rows = await subscriptionsByExternalId(transaction, externalId);
  return rows.filter((row) => row.customer_id === customerId).map(({ id }) => id);
}

/** Start of the latest subscription with an external id (metering, section 2.4), or null. */
export async function latestStart(transaction: TenantTransaction, externalId: string): Promise<Date | null> {
  const rows = await subscriptionsByExternalId(transaction, externalId);
  const started = rows.filter((row) => row.started_at !== null);
  const latest = started.find(({ status }) => status !== 'incomplete') ?? started[0];
  return latest?.started_at ?? null;
}

/** A subscription and all those that plan changes replaced up to it, the latest first. */
export async function chainIds(transaction: TenantTransaction, id: string): Promise<string[]> {
  const [row] = await subscriptionsByIds(transaction, [id]);
  const all = row ? await subscriptionsByExternalId(transaction, row.external_id) : [];
  const previous = new Map(all.map((each) => [each.id, each.previous_subscription_id]));
  const ids: string[] = [];
  for (let next: string | null = row?.id ?? null; next !== null; next = previous.get(next) ?? null) ids.push(next);
  return ids;
}

/**
 * All subscriptions with the same external id and start, one subscription to customers (subscriptions, section 10.2).
 */
export async function sameSubscriptionIds(transaction: TenantTransaction, id: string): Promise<string[]> {
  const [row] = await subscriptionsByIds(transaction, [id]);
  if (!row) return [];
  const all = await subscriptionsByExternalId(transaction, row.external_id);
  const same = (other: SubscriptionRow) =>
    other.status !== 'canceled' && other.subscription_at.getTime() === row.subscription_at.getTime();
  return all.filter((other) => other.customer_id === row.customer_id && same(other)).map((other) => other.id);
}

/** Subscriptions as invoices list them. */
export async function readSubscriptionResources(
  transaction: TenantTransaction,
  ids: string[],
  now: Instant,
): Promise<Subscription[]> {
  return presentSubscriptions(transaction, await subscriptionsByIds(transaction, ids), now);
}

/** External ids of subscriptions, by id. */
export async function readSubscriptionNames(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await subscriptionsByIds(transaction, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row.external_id]));
}

/** A subscription as webhooks show it: with its plan and its customer. */
export async function readSubscriptionWebhookResource(transaction: TenantTransaction, id: string, now: Instant) {
  const [row] = await subscriptionsByIds(transaction, [id]);
  if (!row) throw new Error(`no subscription ${id}`);
  const [subscription] = await presentSubscriptions(transaction, [row], now);
  return {
    ...(subscription as Subscription),
    plan: await readPlanResource(transaction, row.plan_id),
    customer: await readCustomerResource(transaction, row.customer_id),
  };
}

/** The usage thresholds in force for a subscription, in the shape of answers. */
export async function readThresholdResources(
  transaction: TenantTransaction,
  id: string,
): Promise<ApplicableUsageThreshold[]> {
  const [row] = await subscriptionsByIds(transaction, [id]);
  return row ? presentThresholds(transaction, row) : [];
}

/** The entitlements of a subscription, in the shape of answers. */
export async function readEntitlementResources(
  transaction: TenantTransaction,
  id: string,
): Promise<SubscriptionEntitlement[]> {
  const [row] = await subscriptionsByIds(transaction, [id]);
  return row ? presentEntitlements(transaction, row) : [];
}

async function toViews(transaction: TenantTransaction, rows: SubscriptionRow[]): Promise<SubscriptionView[]> {
  const views: SubscriptionView[] = [];
  const thresholds = await thresholdsOfSubscriptions(
    transaction,
    rows.map(({ id }) => id),
  );
  const all = await subscriptionsByExternalIds(transaction, [...new Set(rows.map((row) => row.external_id))]);
  const ofExternalId = groupBy(all, (row) => row.external_id);
  for (const subscription of await inContext(transaction, rows)) {
    const { row, plan } = subscription;
    views.push({
      ...toUsedView(subscription, ofExternalId.get(row.external_id) ?? []),
      usageThresholds: thresholdsInForce(row, thresholds.get(row.id), plan),
    });
  }
  return views;
}

function toUsedView(subscription: SubscriptionInContext, sameExternalId: SubscriptionRow[]): UsedSubscriptionView {
  const { row, plan, next } = subscription;
  const initialStartedAt = initialStartOf(row, sameExternalId);
  return {
    id: row.id,
    customerId: row.customer_id,
    externalId: row.external_id,
    name: row.name,
    status: row.status,
    plan,
    agreement: agreementOf(subscription),
    startTimezone: row.start_timezone,
    nextBillingAt: nextBillingOf(row),
    trial: trialFrom(plan, initialStartedAt),
    initialStartedAt,
    previousSubscriptionId: row.previous_subscription_id,
    nextPlan: next && hasReplaced(next.row) ? next.plan : null,
    billingEntityId: row.billing_entity_id,
    consolidateInvoice: row.consolidate_invoice,
    purchaseOrderNumber: row.purchase_order_number,
    terminationInvoice: row.on_termination_invoice,
    paymentMethod: methodOfRow(row),
    ...usageEndsOf(row, sameExternalId),
  };
}
