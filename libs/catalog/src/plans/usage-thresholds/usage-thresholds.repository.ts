import type { Selectable } from 'kysely';
import type { ApplicableUsageThreshold } from '@tollgate/contracts';
import { groupBy, newId, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { Scope } from '../../scope.js';
import type { UsageThresholdsTable } from '../../model/tables/usage-thresholds.tables.js';

export type UsageThresholdRow = Selectable<UsageThresholdsTable>;

/** The thresholds of plans, by plan, smallest first. */
export async function thresholdsOfPlans(
  transaction: TenantTransaction,
  planIds: string[],
): Promise<Map<string, UsageThresholdRow[]>> {
  if (planIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.usage_thresholds')
    .selectAll()
    .where('plan_id', 'in', planIds)
    .orderBy('amount_cents')
    .orderBy('recurring')
    .execute();
  return groupBy(rows, (row) => row.plan_id);
}

/** Replaces the thresholds of a plan. */
export async function replaceThresholds(
  scope: Scope,
  planId: string,
  thresholds: ApplicableUsageThreshold[],
): Promise<void> {
  await deleteThresholds(scope.transaction, planId);
  await insertThresholds(scope, planId, thresholds);
}

/** Adds thresholds to a plan. */
export async function insertThresholds(
  { transaction, now }: Scope,
  planId: string,
  thresholds: ApplicableUsageThreshold[],
): Promise<void> {
  if (thresholds.length === 0) return;
  await tables(transaction)
    .insertInto('catalog.usage_thresholds')
    .values(
      thresholds.map((threshold) => ({
        id: newId(),
        organization_id: transaction.organizationId,
        plan_id: planId,
        ...threshold,
        amount_cents: BigInt(threshold.amount_cents),
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
}

/** Whether any plan has thresholds. */
export async function hasPlanThresholds(transaction: TenantTransaction): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('catalog.usage_thresholds')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The plans among these that have thresholds, themselves or, without a retained version, through their parent. */
export async function plansUnderThresholds(transaction: TenantTransaction, planIds: string[]): Promise<Set<string>> {
  if (planIds.length === 0) return new Set();
  const rows = await tables(transaction)
    .selectFrom('catalog.plans as plan')
    .select('plan.id')
    .where('plan.id', 'in', planIds)
    .where((where) =>
      where.exists(
        where
          .selectFrom('catalog.usage_thresholds as threshold')
          .select('threshold.id')
          .where((of) =>
            of.or([
              of('threshold.plan_id', '=', of.ref('plan.id')),
              of.and([of('threshold.plan_id', '=', of.ref('plan.parent_id')), of('plan.retained_version', 'is', null)]),
            ]),
          ),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Deletes a plan's thresholds. */
export async function deleteThresholds(transaction: TenantTransaction, planId: string): Promise<void> {
  await tables(transaction).deleteFrom('catalog.usage_thresholds').where('plan_id', '=', planId).execute();
}
