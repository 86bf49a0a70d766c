import { createHash } from 'node:crypto';
import type { PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/subscription.tables.js';

/**
 * The key under which the catalog is told to copy a plan for a subscription. It is the same when a call is repeated that
 * died before its subscription had the copy, so the copy is taken that was made then; and another one as soon as an external
 * id has been given a plan since, or the plan has other terms. The caller holds the external id.
 * @param asked what is to be otherwise on the copy
 * @returns undefined for a plan that is such a copy: it is edited, which may be asked for twice
 */
export async function copyKey(
  transaction: TenantTransaction,
  externalId: string,
  plan: PlanView,
  overrides: object,
): Promise<string | undefined> {
  if (plan.parentId !== null) return undefined;
  const plansSoFar = await planCount(transaction, externalId);
  const text = JSON.stringify([transaction.organizationId, externalId, plansSoFar, plan, overrides], (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return `copy-${createHash('sha256').update(text).digest('hex')}`;
}

/** How many plans an external id was given so far. */
async function planCount(transaction: TenantTransaction, externalId: string): Promise<number> {
  const { given } = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select(({ fn, eb }) => fn.coalesce(fn.sum<string>(eb('plan_changes', '+', 1)), eb.lit(0)).as('given'))
    .where('organization_id', '=', transaction.organizationId)
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow();
  return Number(given);
}
