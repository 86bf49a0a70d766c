import { sql } from 'kysely';
import { meteringProviders } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from './model/subscription.tables.js';

/** Those of some external ids that a subscription of the organization has or had, in any status. */
export async function subscriptionsNamed(transaction: TenantTransaction, externalIds: string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select('external_id')
    .distinct()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.external_id));
}

/** Every subscription that the external ids have or had, in any status. */
export async function subscriptionIdsNamed(
  transaction: TenantTransaction,
  externalIds: string[],
): Promise<{ id: string; externalId: string }[]> {
  if (externalIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select(['id', 'external_id as externalId'])
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .execute();
}

/** The id by which a caller names customers: their external id, or that at a provider whose calls for usage we answer. */
export type CustomerNaming = 'external' | 'provider';

/** The only active subscription of a customer, by its external id; or why there is none such. */
export type OnlySubscription =
  { externalId: string } | { reason: 'no_active_subscription' | 'several_active_subscriptions' };

/**
 * The only active subscription of each named customer. A subscription counts once for all its customers, and customers with
 * one id at a provider count together. Names without a live customer are absent.
 */
export async function onlySubscriptionsOf(
  transaction: TenantTransaction,
  naming: CustomerNaming,
  names: string[],
): Promise<Map<string, OnlySubscription>> {
  if (names.length === 0) return new Map();
  const name = naming === 'external' ? sql`customer.external_id` : sql`customer.provider_customer_id`;
  const isLinked =
    naming === 'external' ? sql`true` : sql`customer.payment_provider = any(${meteringProviders}::text[])`;
  const { rows } = await sql<{ name: string; first: string | null; last: string | null }>`
    select ${name} as name, min(subscription.external_id) as first, max(subscription.external_id) as last
    from subscription.customers customer
    left join subscription.subscriptions subscription
      on subscription.customer_id = customer.id and subscription.status = 'active'
    where customer.organization_id = ${transaction.organizationId} and customer.deleted_at is null
      and ${name} = any(${names}::text[]) and ${isLinked}
    group by 1
  `.execute(transaction);
  return new Map(rows.map(({ name, first, last }) => [name, onlyOf(first, last)]));
}

function onlyOf(first: string | null, last: string | null): OnlySubscription {
  if (first === null) return { reason: 'no_active_subscription' };
  return first === last ? { externalId: first } : { reason: 'several_active_subscriptions' };
}
