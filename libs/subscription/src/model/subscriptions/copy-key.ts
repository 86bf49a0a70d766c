import { createHash } from 'node:crypto';
import { isOwnCopy, type PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';

/**
 * The idempotency key of the command to copy a plan for a subscription. A repeated call after a crash has the same
 * key, so it gets the same copy. The key differs once the external id has received another plan, or the plan has other
 * terms. The caller holds the lock of the external id.
 * @param overrides the overridden fields of the copy
 * @returns undefined for a plan that is such a copy: an edit may run twice
 */
export async function copyKey(
  transaction: TenantTransaction,
  externalId: string,
  plan: PlanView,
  overrides: object,
): Promise<string | undefined> {
  if (isOwnCopy(plan)) return undefined;
  const plansSoFar = await planCount(transaction, externalId);
  const text = JSON.stringify(
    [transaction.organizationId, externalId, plansSoFar, plan, overrides],
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  );
  return `copy-${createHash('sha256').update(text).digest('hex')}`;
}

/** The number of plans of an external id so far. */
async function planCount(transaction: TenantTransaction, externalId: string): Promise<number> {
  const { count } = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select(({ fn, eb }) => fn.coalesce(fn.sum<string>(eb('plan_changes', '+', 1)), eb.lit(0)).as('count'))
    .where('organization_id', '=', transaction.organizationId)
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
