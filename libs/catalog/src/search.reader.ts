import { findMatches, type Matches, type TenantTransaction } from '@tollgate/platform';
import { tables } from './model/tables/catalog.tables.js';

/** A plan, metric or coupon that a search found. */
export interface FoundProduct {
  id: string;
  code: string;
  name: string;
}
type Search = { term: string; most: number };

const columns = { id: 'id', createdAt: 'created_at', exact: ['code'], contained: ['code', 'name'] };

/** Searches plans with a public code. The transaction reads nothing afterwards (`findMatches`). */
export async function searchPlans(transaction: TenantTransaction, search: Search): Promise<Matches<FoundProduct>> {
  const plans = tables(transaction)
    .selectFrom('catalog.plans')
    .select(['id', 'code', 'name'])
    .where('organization_id', '=', transaction.organizationId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null);
  return findMatches(transaction, plans, columns, search);
}

/** Searches metrics, likewise. */
export async function searchMetrics(transaction: TenantTransaction, search: Search): Promise<Matches<FoundProduct>> {
  const metrics = tables(transaction)
    .selectFrom('catalog.billable_metrics')
    .select(['id', 'code', 'name'])
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);
  return findMatches(transaction, metrics, columns, search);
}

/** Searches coupons, likewise. */
export async function searchCoupons(transaction: TenantTransaction, search: Search): Promise<Matches<FoundProduct>> {
  const coupons = tables(transaction)
    .selectFrom('catalog.coupons')
    .select(['id', 'code', 'name'])
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);
  return findMatches(transaction, coupons, columns, search);
}
