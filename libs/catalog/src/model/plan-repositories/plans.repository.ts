import { type PlanFilters, type SortsOf } from '@tollgate/contracts';
import type { Selectable, Updateable } from 'kysely';
import {
  NotFound,
  storedMetadata,
  instantKey,
  integerKey,
  listForm,
  nameKey,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
} from '@tollgate/platform';
import { tables } from '../tables/catalog.tables.js';
import type { PlansTable } from '../tables/plans.tables.js';

export type PlanRow = Selectable<PlansTable>;

/** Whether a plan is the copy of a single subscription. */
export const isOverride = ({ parent_id: parentId, retained_version: version }: PlanRow): boolean =>
  parentId !== null && version === null;

/** Live plans with a public code: no overrides, but plans pending deletion (catalog, section 3.6). */
const liveParents = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.plans')
    .where('organization_id', '=', transaction.organizationId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null);

export async function insertPlan(transaction: TenantTransaction, row: PlanRow): Promise<PlanRow> {
  return tables(transaction)
    .insertInto('catalog.plans')
    .values({ ...row, metadata: storedMetadata(row.metadata) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePlan(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<PlansTable>,
): Promise<PlanRow> {
  return tables(transaction)
    .updateTable('catalog.plans')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findPlan(
  transaction: TenantTransaction,
  code: string,
  lock?: 'update',
): Promise<PlanRow | undefined> {
  const query = liveParents(transaction).selectAll().where('code', '=', code);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/**
 * A live plan by its code.
 * @param lock writes take it, so writes to one plan and its charges run serially
 * @throws NotFound
 */
export async function existingPlan(transaction: TenantTransaction, code: string, lock?: 'update'): Promise<PlanRow> {
  const plan = await findPlan(transaction, code, lock);
  if (!plan) throw new NotFound('plan');
  return plan;
}

/** A live plan that is no copy and does not end, locked for a change. */
export async function lockLivePlan(transaction: TenantTransaction, id: string): Promise<PlanRow | undefined> {
  return liveParents(transaction)
    .selectAll()
    .where('id', '=', id)
    .where('pending_deletion', '=', false)
    .forUpdate()
    .executeTakeFirst();
}

/** The ids of live plans with these codes that are not to be deleted. */
export async function livePlanIds(transaction: TenantTransaction, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await liveParents(transaction)
    .select('id')
    .where('code', 'in', codes)
    .where('pending_deletion', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}

/** Plans by their ids, overrides and deleted ones too. */
export async function findPlansById(transaction: TenantTransaction, ids: string[]): Promise<PlanRow[]> {
  if (ids.length === 0) return [];
  return tables(transaction)
    .selectFrom('catalog.plans')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', ids)
    .execute();
}

/** Locks a plan that was read before, an override plan too. */
export async function lockPlan(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction).selectFrom('catalog.plans').select('id').where('id', '=', id).forUpdate().execute();
}

/** The override plans of single subscriptions that were copied from a plan. */
export async function liveCopiesOf(transaction: TenantTransaction, planId: string): Promise<PlanRow[]> {
  return tables(transaction)
    .selectFrom('catalog.plans')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('parent_id', '=', planId)
    .where('retained_version', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The retained versions of all plans, for the condition of a statement. */
export const retainedVersionIds = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.plans')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('retained_version', 'is not', null);

/** Sets the new price on override plans that still have the price of their parent. @returns their ids */
export async function repriceCopies(
  transaction: TenantTransaction,
  plan: PlanRow,
  amountCents: bigint,
  at: Date,
): Promise<string[]> {
  const rows = await tables(transaction)
    .updateTable('catalog.plans')
    .set({ amount_cents: amountCents, updated_at: at })
    .where('organization_id', '=', plan.organization_id)
    .where('parent_id', '=', plan.id)
    .where('retained_version', 'is', null)
    .where('amount_cents', '=', plan.amount_cents)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

const list = listForm<SortsOf<PlanFilters>>({
  updated: 'updated_at',
  keys: {
    created_at: instantKey('created_at'),
    name: nameKey('name'),
    code: nameKey('code'),
    amount_cents: integerKey('amount_cents'),
  },
  order: newestFirst,
  searched: ['name', 'code', 'description'],
});

/** The live plan with a code, or all of them. */
export function plansOfCode(transaction: TenantTransaction, code: string | undefined) {
  const plans = liveParents(transaction);
  return code === undefined ? plans : plans.where('code', '=', code);
}

/** Codes and currencies of plans, by id. */
export async function planNames(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, Pick<PlanRow, 'code' | 'amount_currency'>>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.plans')
    .select(['id', 'code', 'amount_currency'])
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The plans that match the filters of a list, unordered. */
export const plansFound = (transaction: TenantTransaction, filters: PlanFilters) =>
  narrowed(liveParents(transaction).selectAll(), list, filters);

/** One page of plans, newest first (catalog, section 1.6). */
export async function listPlans(transaction: TenantTransaction, filters: PlanFilters) {
  return readList(transaction, plansFound(transaction, filters), list, filters);
}

const withOverrides = (transaction: TenantTransaction, planId: string) =>
  tables(transaction)
    .updateTable('catalog.plans')
    .where((expression) => expression.or([expression('id', '=', planId), expression('parent_id', '=', planId)]))
    .where('deleted_at', 'is', null);

/** Marks a plan and its copies as pending deletion. */
export async function markPendingDeletion(transaction: TenantTransaction, planId: string, at: Date): Promise<void> {
  await withOverrides(transaction, planId).set({ pending_deletion: true, updated_at: at }).execute();
}

/** Deletes a plan and its copies. */
export async function deletePlan(transaction: TenantTransaction, planId: string, at: Date): Promise<void> {
  await withOverrides(transaction, planId).set({ pending_deletion: false, deleted_at: at, updated_at: at }).execute();
}
