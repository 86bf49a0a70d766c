import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/catalog.tables.js';
import type { PlanSubscriptions } from './plan-subscriptions.js';
import type { PlanRow } from './plans.repository.js';

/** The same charge, fixed charge or filter on a retained version of its plan. */
export interface RetainedPart {
  id: string;
  /** The charge of a filter; null for others. */
  chargeId: string | null;
}

/**
 * The parts of the retained versions of plans, by the part that they copy, in one statement. Removed parts stay: they were
 * billed.
 * @param planIds plans that are no copies
 */
export async function retainedParts(
  transaction: TenantTransaction,
  planIds: string[],
): Promise<Map<string, RetainedPart[]>> {
  const { rows } = await sql<RetainedPart & { of: string }>`
    with retained as (
      select id from catalog.plans where parent_id = any(${planIds}::uuid[]) and retained_version is not null
    ), charge as (
      select charge.id, charge.parent_id from retained join catalog.charges charge on charge.plan_id = retained.id
    )
    select id, parent_id as of, null::uuid as "chargeId" from charge
    union all
    select fixed.id, fixed.parent_id, null from retained join catalog.fixed_charges fixed on fixed.plan_id = retained.id
    union all
    select filter.id, filter.parent_id, charge.id from charge join catalog.charge_filters filter on filter.charge_id = charge.id
    order by id
  `.execute(transaction);
  const parts = new Map<string, RetainedPart[]>();
  for (const { of, ...part } of rows) if (of !== null) parts.set(of, [...(parts.get(of) ?? []), part]);
  return parts;
}

/** The ids of the retained versions of plans, by plan; a plan without any is absent. */
export async function retainedIdsOf(transaction: TenantTransaction, planIds: string[]): Promise<Map<string, string[]>> {
  if (planIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.plans')
    .select(['id', 'parent_id'])
    .where('organization_id', '=', transaction.organizationId)
    .where('parent_id', 'in', planIds)
    .where('retained_version', 'is not', null)
    .execute();
  const ids = new Map<string, string[]>();
  for (const { id, parent_id: of } of rows) if (of !== null) ids.set(of, [...(ids.get(of) ?? []), id]);
  return ids;
}

/** Whether a plan, or a version that it retains, ever had a subscription. */
export async function isAttached(
  transaction: TenantTransaction,
  subscriptions: PlanSubscriptions,
  planId: string,
): Promise<boolean> {
  return (await subscriptions.isAttached(transaction, planId)) || (await retainedIdsOf(transaction, [planId])).size > 0;
}

/** The live retained versions of a plan, newest first. */
export async function retainedVersionsOf(transaction: TenantTransaction, planId: string): Promise<PlanRow[]> {
  return tables(transaction)
    .selectFrom('catalog.plans')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('parent_id', '=', planId)
    .where('retained_version', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('retained_version', 'desc')
    .execute();
}
