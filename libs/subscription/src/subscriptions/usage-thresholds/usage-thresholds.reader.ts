import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/subscription.tables.js';

const active = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('subscription.subscriptions')
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'active');

/** The thresholds of an active subscription: its own, or those of its plan. */
export interface WatchedSubscription {
  externalId: string;
  planId: string;
  hasOwn: boolean;
}

/** The active subscriptions with these external ids and enabled thresholds. */
export async function watchedSubscriptions(
  transaction: TenantTransaction,
  externalIds: string[],
): Promise<WatchedSubscription[]> {
  const rows = await active(transaction)
    .select(['external_id', 'plan_id'])
    .select((column) =>
      column
        .exists(
          column
            .selectFrom('subscription.usage_thresholds')
            .select('id')
            .whereRef('subscription_id', '=', 'subscription.subscriptions.id'),
        )
        .as('has_own'),
    )
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .where('progressive_billing_disabled', '=', false)
    .execute();
  return rows.map((row) => ({ externalId: row.external_id, planId: row.plan_id, hasOwn: Boolean(row.has_own) }));
}

/** Whether any subscription has its own usage thresholds. */
export async function hasSubscriptionThresholds(transaction: TenantTransaction): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('subscription.usage_thresholds')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The active subscription with an external id. */
export async function findActiveSubscriptionId(
  transaction: TenantTransaction,
  externalId: string,
): Promise<string | null> {
  const row = await active(transaction).select('id').where('external_id', '=', externalId).executeTakeFirst();
  return row?.id ?? null;
}

/** The active subscriptions to plans. */
export async function activeSubscriptionIdsOfPlans(
  transaction: TenantTransaction,
  planIds: string[],
): Promise<string[]> {
  const rows = await active(transaction)
    .select('id')
    .where(sql<boolean>`plan_id = any(${planIds}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** The usage before a subscription was imported, in cents. */
export async function historicalUsageCents(transaction: TenantTransaction, subscriptionId: string): Promise<bigint> {
  const row = await tables(transaction)
    .selectFrom('subscription.lifetime_usages')
    .select('external_historical_usage_amount_cents')
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.external_historical_usage_amount_cents ?? 0n;
}
