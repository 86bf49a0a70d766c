import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from './model/subscription.tables.js';

/** A live customer in a summary. */
export interface NamedCustomer {
  id: string;
  external_id: string;
  name: string | null;
}

/** Live customers by their external ids, in no order. */
export async function readNamedCustomers(
  transaction: TenantTransaction,
  externalIds: string[],
): Promise<NamedCustomer[]> {
  return tables(transaction)
    .selectFrom('subscription.customers')
    .select(['id', 'external_id', 'name'])
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .execute();
}

/** The external ids of customers by their ids, deleted ones too. */
export async function readExternalIds(transaction: TenantTransaction, ids: string[]): Promise<Map<string, string>> {
  const rows = await tables(transaction)
    .selectFrom('subscription.customers')
    .select(['id', 'external_id'])
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, external_id: externalId }) => [id, externalId]));
}

/** The number of a customer's subscriptions of one plan and status. */
export interface CountedSubscriptions {
  customer_id: string;
  plan_id: string;
  status: string;
  count: bigint;
}

/** Counts the subscriptions of customers by plan and status. */
export async function countSubscriptions(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<CountedSubscriptions[]> {
  return tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select(['customer_id', 'plan_id', 'status', sql<bigint>`count(*)`.as('count')])
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .groupBy(['customer_id', 'plan_id', 'status'])
    .execute();
}

/** External ids of all subscriptions that live customers with an external id ever had, some thousands at most. */
export async function externalIdsOfCustomer(
  transaction: TenantTransaction,
  externalCustomerId: string,
): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions as subscription')
    .innerJoin('subscription.customers as customer', 'customer.id', 'subscription.customer_id')
    .select('subscription.external_id')
    .distinct()
    .where('customer.organization_id', '=', transaction.organizationId)
    .where('customer.external_id', '=', externalCustomerId)
    .where('customer.deleted_at', 'is', null)
    .limit(5_000)
    .execute();
  return rows.map((row) => row.external_id);
}
