import { sql } from 'kysely';
import { findMatches, type Matches, type TenantTransaction } from '@tollgate/platform';
import { tables } from './model/subscription.tables.js';

/** A customer or subscription that a search found. */
export interface FoundParty {
  id: string;
  customer_id: string;
  external_id: string;
  name: string | null;
  status: string | null;
}
type Search = { term: string; most: number };

/** Searches live customers. The transaction reads nothing afterwards (`findMatches`). */
export async function searchCustomers(transaction: TenantTransaction, search: Search): Promise<Matches<FoundParty>> {
  const customers = tables(transaction)
    .selectFrom('subscription.customers')
    .select([
      'id',
      'id as customer_id',
      'external_id',
      sql<string | null>`coalesce(name, nullif(concat_ws(' ', firstname, lastname), ''), legal_name, email)`.as('name'),
      sql<string | null>`null`.as('status'),
    ])
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);
  const columns = {
    id: 'id',
    createdAt: 'created_at',
    exact: ['external_id'],
    contained: ['external_id', 'name', 'firstname', 'lastname', 'legal_name', 'email'],
    indexed: 'subscription.customers' as const,
  };
  return findMatches(transaction, customers, columns, search);
}

/** Searches subscriptions of every status, likewise. */
export async function searchSubscriptions(
  transaction: TenantTransaction,
  search: Search,
): Promise<Matches<FoundParty>> {
  const subscriptions = tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select(['id', 'customer_id', 'external_id', 'name', sql<string | null>`status`.as('status')])
    .where('organization_id', '=', transaction.organizationId);
  const columns = {
    id: 'id',
    createdAt: 'created_at',
    exact: ['external_id'],
    contained: ['external_id', 'name'],
    indexed: 'subscription.subscriptions' as const,
  };
  return findMatches(transaction, subscriptions, columns, search);
}
