import { sql } from 'kysely';
import type { Plan } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { PlanView } from '../../views.js';
import { toPlanView, presentPlans } from './plan.presenter.js';
import { readPlanParts } from './plan-parts.js';
import type { PlanSubscriptions } from '../../model/plan-repositories/plan-subscriptions.js';
import { retainedParts } from '../../model/plan-repositories/retained-versions.repository.js';
import { findPlan, findPlansById, livePlanIds } from '../../model/plan-repositories/plans.repository.js';
import { newestVersion } from '../../model/plan-repositories/plan-versions.repository.js';
import { readCatalogVersion } from '../../model/versions/catalog-version.js';
import { readCached, storeCached } from '../../model/versions/catalog-cache.js';

/** Plans that a transaction has read: a call needs the same plan many times. */
const plansByTransaction = new WeakMap<TenantTransaction, Map<string, PlanView>>();

function plansReadBy(transaction: TenantTransaction): Map<string, PlanView> {
  const seen = plansByTransaction.get(transaction) ?? new Map<string, PlanView>();
  plansByTransaction.set(transaction, seen);
  return seen;
}

/** Call this after a command that may have changed a plan: later reads of this transaction see the change. */
export function evictPlans(transaction: TenantTransaction): void {
  plansByTransaction.delete(transaction);
}

/** The plan with a code, or null. Excludes overrides, deleted plans and plans pending deletion. */
export async function findPlanByCode(transaction: TenantTransaction, code: string): Promise<PlanView | null> {
  const plan = await findPlan(transaction, code);
  if (!plan || plan.pending_deletion) return null;
  return readPlan(transaction, plan.id);
}

/** Live plans by their codes, without those to be deleted; unknown codes are left out. */
export async function readPlansByCode(transaction: TenantTransaction, codes: readonly string[]): Promise<PlanView[]> {
  return [...(await readPlans(transaction, await livePlanIds(transaction, codes))).values()];
}

/**
 * Plans by their ids, overrides and deleted ones too, because subscriptions are still billed by them. A transaction
 * reads each plan once. A full read takes eleven statements, so a cache holds plans by the version of the catalog.
 * @param version the version that the transaction has read already
 */
export async function readPlans(
  transaction: TenantTransaction,
  planIds: string[],
  version?: string,
): Promise<Map<string, PlanView>> {
  const seen = plansReadBy(transaction);
  const requestedIds = [...new Set(planIds)];
  const unseen = requestedIds.filter((id) => !seen.has(id));
  if (unseen.length > 0) {
    const under = version ?? (await readCatalogVersion(transaction));
    for (const plan of await plansOf(transaction, unseen, under)) seen.set(plan.id, plan);
  }
  return new Map(
    requestedIds.flatMap((id) => {
      const plan = seen.get(id);
      return plan ? [[id, plan] as const] : [];
    }),
  );
}

async function plansOf(transaction: TenantTransaction, ids: string[], version: string): Promise<PlanView[]> {
  const keyOf = (id: string) => ({ version, name: `plan ${id}` });
  const cachedPlans = ids.flatMap((id) => readCached<PlanView>(transaction, keyOf(id)) ?? []);
  if (cachedPlans.length === ids.length) return cachedPlans;
  const unknown = ids.filter((id) => !cachedPlans.some((plan) => plan.id === id));
  const parts = await readPlanParts(transaction, await findPlansById(transaction, unknown));
  const retained = await retainedParts(
    transaction,
    parts.map(({ plan }) => plan.parent_id ?? plan.id),
  );
  const read = parts.map((part) => toPlanView(part, retained));
  for (const plan of read) storeCached(transaction, keyOf(plan.id), plan, partsOf(plan));
  return [...cachedPlans, ...read];
}

const partsOf = ({ charges, fixedCharges }: PlanView): number =>
  1 + fixedCharges.length + charges.reduce((parts, { filters }) => parts + 1 + filters.length, 0);

/** One plan by its id, overrides and deleted ones too. */
export async function readPlan(transaction: TenantTransaction, planId: string): Promise<PlanView> {
  const plan = (await readPlans(transaction, [planId])).get(planId);
  if (!plan) throw new Error(`No plan ${planId}`);
  return plan;
}

/**
 * A plan as in its own answer, deleted ones too.
 * @param subscriptions counts the subscribers; without it the counts are zero
 */
export async function readPlanResource(
  transaction: TenantTransaction,
  planId: string,
  subscriptions: PlanSubscriptions | null = null,
): Promise<Plan> {
  const plans = await findPlansById(transaction, [planId]);
  const [plan] = await presentPlans(transaction, plans, subscriptions);
  if (!plan) throw new Error(`No plan ${planId}`);
  return plan;
}

/** Ids of plans that match the filters of a subscription list, deleted and override ones too. */
export async function planIdsMatching(
  transaction: TenantTransaction,
  filters: { code?: string | undefined; currency?: string | undefined; overridden?: boolean | undefined },
): Promise<string[]> {
  let query = tables(transaction)
    .selectFrom('catalog.plans')
    .select('id')
    .where('organization_id', '=', transaction.organizationId);
  if (filters.code !== undefined) query = query.where('code', '=', filters.code);
  if (filters.currency !== undefined) query = query.where('amount_currency', '=', filters.currency);
  const { overridden } = filters;
  if (overridden !== undefined)
    query = query.where(({ and, not }) => {
      const isOwnCopy = and([sql<boolean>`parent_id is not null`, sql<boolean>`retained_version is null`]);
      return overridden ? isOwnCopy : not(isOwnCopy);
    });
  return (await query.execute()).map(({ id }) => id);
}

/** The copies of a plan. */
export interface PlanCopies {
  /** The version of the plan as it is. */
  version: number;
  /** Its retained versions, newest first. */
  retained: { planId: string; version: number }[];
  /** The copies of single subscriptions with prices of their own. */
  own: string[];
}

/** Reads which copies a plan has, deleted ones too. A plan that is older than versions is at its first one. */
export async function readPlanCopies(transaction: TenantTransaction, planId: string): Promise<PlanCopies> {
  const copies = await tables(transaction)
    .selectFrom('catalog.plans')
    .select(['id', 'retained_version'])
    .where('organization_id', '=', transaction.organizationId)
    .where('parent_id', '=', planId)
    .orderBy('retained_version', 'desc')
    .execute();
  return {
    version: Math.max(await newestVersion(transaction, planId), 1),
    retained: copies.flatMap(({ id, retained_version: version }) =>
      version === null ? [] : [{ planId: id, version }],
    ),
    own: copies.flatMap(({ id, retained_version: version }) => (version === null ? [id] : [])),
  };
}

/** A plan and all of its copies, by id. */
export async function planWithCopies(transaction: TenantTransaction, planId: string): Promise<string[]> {
  const copies = await tables(transaction)
    .selectFrom('catalog.plans')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('parent_id', '=', planId)
    .execute();
  return [planId, ...copies.map(({ id }) => id)];
}
