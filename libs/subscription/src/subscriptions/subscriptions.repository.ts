import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { SubscriptionTables } from '../subscription.tables.js';
import type { SubscriptionsTable } from './subscriptions.tables.js';

export type SubscriptionRow = Selectable<SubscriptionsTable>;

const tables = (transaction: Transaction) => tablesOf<SubscriptionTables>(transaction);
const ofOrganization = (transaction: Transaction, organizationId: string) =>
  tables(transaction).selectFrom('subscription.subscriptions').selectAll().where('organization_id', '=', organizationId);

/** Keeps two calls for the same external id from deciding at the same time; released with the transaction. */
export async function lockExternalId(transaction: Transaction, organizationId: string, externalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId}/${externalId}`}, 0))`.execute(transaction);
}

export async function insertSubscription(transaction: Transaction, row: Insertable<SubscriptionsTable>): Promise<SubscriptionRow> {
  return tables(transaction).insertInto('subscription.subscriptions').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateSubscription(transaction: Transaction, id: string, changes: Updateable<SubscriptionsTable>): Promise<SubscriptionRow> {
  return tables(transaction).updateTable('subscription.subscriptions').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Every subscription that an external id ever had: not terminated ones first, then the latest ended, then the latest started. */
export async function subscriptionsByExternalId(transaction: Transaction, organizationId: string, externalId: string): Promise<SubscriptionRow[]> {
  return ofOrganization(transaction, organizationId)
    .where('external_id', '=', externalId)
    .orderBy('terminated_at', (order) => order.desc().nullsFirst())
    .orderBy('started_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .execute();
}

export async function subscriptionsByIds(transaction: Transaction, organizationId: string, ids: string[]): Promise<SubscriptionRow[]> {
  if (ids.length === 0) return [];
  return ofOrganization(transaction, organizationId).where('id', 'in', ids).execute();
}

/** Those that followed the given ones and were not canceled, latest made first. */
export async function successorsOf(transaction: Transaction, organizationId: string, ids: string[]): Promise<SubscriptionRow[]> {
  if (ids.length === 0) return [];
  return ofOrganization(transaction, organizationId)
    .where('previous_subscription_id', 'in', ids)
    .where('status', '!=', 'canceled')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** A customer's subscriptions in some statuses, locked. */
export async function lockSubscriptionsOfCustomer(
  transaction: Transaction,
  organizationId: string,
  customerId: string,
  statuses: SubscriptionRow['status'][],
): Promise<SubscriptionRow[]> {
  return ofOrganization(transaction, organizationId)
    .where('customer_id', '=', customerId)
    .where('status', 'in', statuses)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A plan's subscriptions in some statuses, locked. */
export async function lockSubscriptionsOfPlan(
  transaction: Transaction,
  organizationId: string,
  planId: string,
  statuses: SubscriptionRow['status'][],
): Promise<SubscriptionRow[]> {
  return ofOrganization(transaction, organizationId).where('plan_id', '=', planId).where('status', 'in', statuses).orderBy('id').forUpdate().execute();
}
