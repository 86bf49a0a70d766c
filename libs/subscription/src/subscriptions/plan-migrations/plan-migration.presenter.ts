import type { MigratedSubscription, PlanMigration } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull, type TenantTransaction } from '@tollgate/platform';
import { countMigrated, type listMigrated } from '../../model/plan-migrations/migrated-subscriptions.repository.js';
import type { PlanMigrationRow } from '../../model/plan-migrations/plan-migrations.repository.js';

/** Migrations with their progress, in the same order. */
export async function presentPlanMigrations(
  transaction: TenantTransaction,
  rows: PlanMigrationRow[],
): Promise<PlanMigration[]> {
  const counts = await countMigrated(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => present(row, (outcome) => counts.get(row.id)?.get(outcome) ?? 0));
}

/** One migration with its progress. */
export async function presentPlanMigration(
  transaction: TenantTransaction,
  row: PlanMigrationRow,
): Promise<PlanMigration> {
  const [answer] = await presentPlanMigrations(transaction, [row]);
  return answer as PlanMigration;
}

const present = (
  row: PlanMigrationRow,
  count: (outcome: MigratedSubscription['outcome']) => number,
): PlanMigration => ({
  svc_id: row.id,
  plan_code: row.plan_code,
  applies_to: row.applies_to,
  external_subscription_ids: row.external_subscription_ids,
  plan: row.plan,
  version: row.version,
  status: row.status,
  ...refusalOf(row),
  stayed_version: row.stayed_version,
  followed_count: count('followed'),
  moved_count: count('moved'),
  stayed_count: count('stayed'),
  left_count: count('left'),
  scheduled_at: isoSeconds(row.scheduled_at),
  created_at: isoSeconds(row.created_at),
  started_at: isoSecondsOrNull(row.started_at),
  completed_at: isoSecondsOrNull(row.completed_at),
});

/** The error of the catalog, in the words of its answer. */
function refusalOf({ refusal }: PlanMigrationRow): Pick<PlanMigration, 'error_code' | 'error_details'> {
  const { code, error_details: details } = refusal?.body ?? {};
  const isDetailed = typeof details === 'object' && details !== null;
  return {
    error_code: typeof code === 'string' ? code : null,
    error_details: isDetailed ? (details as Record<string, unknown>) : null,
  };
}

/** The outcome of a subscription in a migration. */
export const presentMigrated = (
  row: Awaited<ReturnType<typeof listMigrated>>['rows'][number],
): MigratedSubscription => ({
  svc_subscription_id: row.subscription_id,
  external_subscription_id: row.external_id,
  outcome: row.outcome,
  from_version: row.from_version,
  to_version: row.to_version,
  migrated_at: isoSeconds(row.migrated_at),
});
