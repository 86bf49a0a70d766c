import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';
import type { SubscriptionsTable } from './subscriptions.tables.js';

export type SubscriptionRow = Selectable<SubscriptionsTable>;

const ofOrganization = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('subscription.subscriptions')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** Locks an external id, so two calls for it run serially; the end of the transaction releases it. */
export async function lockExternalId(transaction: TenantTransaction, externalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${transaction.organizationId}/${externalId}`}, 0))`.execute(
    transaction,
  );
}

export async function insertSubscription(
  transaction: TenantTransaction,
  row: Insertable<SubscriptionsTable>,
): Promise<SubscriptionRow> {
  return tables(transaction)
    .insertInto('subscription.subscriptions')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateSubscription(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<SubscriptionsTable>,
): Promise<SubscriptionRow> {
  return tables(transaction)
    .updateTable('subscription.subscriptions')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes many subscriptions in the same way. @returns the stored rows, in any order */
export async function updateSubscriptions(
  transaction: TenantTransaction,
  ids: string[],
  changes: Updateable<SubscriptionsTable>,
): Promise<SubscriptionRow[]> {
  if (ids.length === 0) return [];
  return tables(transaction)
    .updateTable('subscription.subscriptions')
    .set(changes)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .returningAll()
    .execute();
}

/** Moves subscriptions to another copy of their plan. */
export async function moveToPlan(
  transaction: TenantTransaction,
  ids: string[],
  planId: string,
  now: Date,
): Promise<void> {
  await tables(transaction)
    .updateTable('subscription.subscriptions')
    .set(({ eb }) => ({ plan_id: planId, plan_changes: eb('plan_changes', '+', 1), updated_at: now }))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** Every subscription that an external id ever had: not terminated ones first, then the latest ended, then the latest started. */
export async function subscriptionsByExternalId(
  transaction: TenantTransaction,
  externalId: string,
): Promise<SubscriptionRow[]> {
  return latestFirst(ofOrganization(transaction).where('external_id', '=', externalId)).execute();
}

/** Every subscription that these external ids ever had. */
export async function subscriptionsByExternalIds(
  transaction: TenantTransaction,
  externalIds: string[],
): Promise<SubscriptionRow[]> {
  return latestFirst(
    ofOrganization(transaction).where(sql<boolean>`external_id = any(${externalIds}::text[])`),
  ).execute();
}

const latestFirst = (query: ReturnType<typeof ofOrganization>) =>
  query
    .orderBy('terminated_at', (order) => order.desc().nullsFirst())
    .orderBy('started_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc');

export async function subscriptionsByIds(transaction: TenantTransaction, ids: string[]): Promise<SubscriptionRow[]> {
  if (ids.length === 0) return [];
  return ofOrganization(transaction).where('id', 'in', ids).execute();
}

/** Successors of subscriptions that were not canceled, newest first. */
export async function successorsOf(transaction: TenantTransaction, ids: string[]): Promise<SubscriptionRow[]> {
  if (ids.length === 0) return [];
  return ofOrganization(transaction)
    .where('previous_subscription_id', 'in', ids)
    .where('status', '!=', 'canceled')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Locks a customer's subscriptions in some statuses. */
export async function lockSubscriptionsOfCustomer(
  transaction: TenantTransaction,
  customerId: string,
  statuses: SubscriptionRow['status'][],
): Promise<SubscriptionRow[]> {
  return ofOrganization(transaction)
    .where('customer_id', '=', customerId)
    .where('status', 'in', statuses)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks subscriptions to some plans in some statuses. */
export async function lockSubscriptionsOfPlans(
  transaction: TenantTransaction,
  planIds: string[],
  statuses: SubscriptionRow['status'][],
): Promise<SubscriptionRow[]> {
  return ofOrganization(transaction)
    .where('plan_id', 'in', planIds)
    .where('status', 'in', statuses)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks the pending successor of a subscription. */
export async function pendingSuccessor(
  transaction: TenantTransaction,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return (await pendingSuccessors(transaction, [id]))[0];
}

/** The pending successors of subscriptions, locked in the order of their ids. */
export async function pendingSuccessors(transaction: TenantTransaction, ids: string[]): Promise<SubscriptionRow[]> {
  return ofOrganization(transaction)
    .where(sql<boolean>`previous_subscription_id = any(${ids}::uuid[])`)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Pending successors from or to a plan, each with its predecessor. */
export async function pendingPlanChanges(
  transaction: TenantTransaction,
  planId: string,
): Promise<{ current: SubscriptionRow; next: SubscriptionRow }[]> {
  const next = await ofOrganization(transaction)
    .where('status', '=', 'pending')
    .where('previous_subscription_id', 'is not', null)
    .where((where) =>
      where.or([
        where('plan_id', '=', planId),
        where(
          'previous_subscription_id',
          'in',
          tables(transaction).selectFrom('subscription.subscriptions').select('id').where('plan_id', '=', planId),
        ),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const current = new Map(
    (
      await subscriptionsByIds(
        transaction,
        next.map((row) => row.previous_subscription_id as string),
      )
    ).map((row) => [row.id, row]),
  );
  return next.flatMap((row) => {
    const before = current.get(row.previous_subscription_id as string);
    return before?.status === 'active' ? [{ current: before, next: row }] : [];
  });
}

/** Makes the next billing day of an active subscription a plain one, without a replacement on that day. */
export async function resumeBilling(transaction: TenantTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tables(transaction)
    .updateTable('subscription.subscriptions')
    .set((column) => ({ next_billing_at: column.ref('plan_change_at'), plan_change_at: null }))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('plan_change_at', 'is not', null)
    .execute();
}

/** Makes the next billing day of active subscriptions one on which a successor may replace them. */
export async function replaceOnNextBilling(transaction: TenantTransaction, ids: string[]): Promise<void> {
  await tables(transaction)
    .updateTable('subscription.subscriptions')
    .set((column) => ({ plan_change_at: column.ref('next_billing_at'), next_billing_at: null }))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('next_billing_at', 'is not', null)
    .execute();
}

/** Holds the billing day of an active subscription on which a downgrade waits for its payment. @param day Unix ms */
export async function holdBilling(transaction: TenantTransaction, id: string, day: Instant): Promise<void> {
  await tables(transaction)
    .updateTable('subscription.subscriptions')
    .set({ held_billing_at: new Date(day), plan_change_at: null, next_billing_at: null })
    .where('id', '=', id)
    .execute();
}

/** Bills a held day after all, since its downgrade was given up. */
export async function releaseBilling(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction)
    .updateTable('subscription.subscriptions')
    .set((column) => ({ next_billing_at: column.ref('held_billing_at'), held_billing_at: null }))
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('held_billing_at', 'is not', null)
    .execute();
}

/** Locks a subscription of any status. */
export async function lockSubscription(
  transaction: TenantTransaction,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return ofOrganization(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The subscriptions among these with a pending successor. */
export async function withPendingSuccessor(transaction: TenantTransaction, ids: string[]): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select('previous_subscription_id')
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`previous_subscription_id = any(${ids}::uuid[])`)
    .where('status', '=', 'pending')
    .execute();
  return rows.flatMap(({ previous_subscription_id: id }) => (id === null ? [] : [id]));
}

/** Whether a customer ever had a subscription, in any status. */
export async function hasSubscription(transaction: TenantTransaction, customerId: string): Promise<boolean> {
  const subscription = await ofOrganization(transaction)
    .where('customer_id', '=', customerId)
    .limit(1)
    .executeTakeFirst();
  return subscription !== undefined;
}
