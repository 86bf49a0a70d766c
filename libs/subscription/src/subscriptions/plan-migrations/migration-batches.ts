import { readPlanCopies, readPlan, type PlanCopies, type PlanView } from '@tollgate/catalog/reader';
import type { MigratedSubscription } from '@tollgate/contracts';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { insertMigrated, lockNextMigrated } from '../../model/plan-migrations/migrated-subscriptions.repository.js';
import type { PlanMigrationRow } from '../../model/plan-migrations/plan-migrations.repository.js';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import { moveBetweenVersions } from './move-between-versions.js';
import { allPlanIds } from './plan-cohorts.reader.js';

/** Subscriptions of a transaction. */
const batch = 100;

/** The plan and all of its copies, by id. */
export const plansOf = async (transaction: TenantTransaction, planId: string): Promise<string[]> =>
  allPlanIds(planId, await readPlanCopies(transaction, planId));

/**
 * Moves the next subscriptions that a change of the plan does not concern to the retained version, which has the terms that
 * they have. Ended ones move, too: their bills may be drafts.
 * @returns the last one; null when none is left
 */
export async function stayNext(
  transaction: TenantTransaction,
  migration: PlanMigrationRow,
  now: Instant,
): Promise<string | null> {
  const { plan_id: planId, stayed_plan_id: retainedId, last_id: lastId, reached_id: after } = migration;
  if (retainedId === null || lastId === null) return null;
  const chosen = { planIds: [planId], except: migration.external_subscription_ids, withEnded: true };
  const rows = await lockNextMigrated(transaction, { ...chosen, after, upTo: lastId }, batch);
  const [plan, retained] = [await readPlan(transaction, planId), await readPlan(transaction, retainedId)];
  await moveBetweenVersions(transaction, rows, { from: plan, to: retained, versioned: plan }, now);
  const live = rows.filter(({ status }) => status !== 'terminated' && status !== 'canceled');
  const version = migration.stayed_version;
  await record(transaction, migration, live, { outcome: 'stayed', from_version: version, to_version: version }, now);
  return rows.at(-1)?.id ?? null;
}

/**
 * Goes on to the next subscriptions of the plan and its copies. Those at a former version move to the plan if the
 * migration concerns them.
 * @returns the last one; null when none is left
 */
export async function moveNext(
  transaction: TenantTransaction,
  migration: PlanMigrationRow,
  now: Instant,
): Promise<string | null> {
  const { plan_id: planId, last_id: lastId, reached_id: after } = migration;
  if (lastId === null) return null;
  const copies = await readPlanCopies(transaction, planId);
  const every = { planIds: allPlanIds(planId, copies), except: null, withEnded: false };
  const rows = await lockNextMigrated(transaction, { ...every, after, upTo: lastId }, batch);
  const plan = await readPlan(transaction, planId);
  for (const { planId: retainedId, version } of copies.retained) {
    const there = rows.filter((row) => row.plan_id === retainedId);
    if (there.length === 0) continue;
    const moving = there.filter((row) => isConcerned(migration, row));
    const retained = await readPlan(transaction, retainedId);
    await moveBetweenVersions(transaction, moving, { from: retained, to: plan, versioned: plan }, now);
    await publishMoves(transaction, moving, { from: retained, to: plan }, now);
    const moved = { outcome: 'moved', from_version: version, to_version: copies.version } as const;
    await record(transaction, migration, moving, moved, now);
    const staying = there.filter((row) => !isConcerned(migration, row));
    await record(
      transaction,
      migration,
      staying,
      { outcome: 'stayed', from_version: version, to_version: version },
      now,
    );
  }
  await recordOthers(transaction, migration, { rows, copies }, now);
  return rows.at(-1)?.id ?? null;
}

/** Whether a migration moves a subscription to the plan. */
const isConcerned = (
  { applies_to: appliesTo, external_subscription_ids: named }: PlanMigrationRow,
  { external_id: externalId }: SubscriptionRow,
): boolean => appliesTo === 'all' || (appliesTo === 'chosen' && (named ?? []).includes(externalId));

/** Records the subscriptions on the plan, which changed with it, and those with prices of their own. */
async function recordOthers(
  transaction: TenantTransaction,
  migration: PlanMigrationRow,
  { rows, copies }: { rows: SubscriptionRow[]; copies: PlanCopies },
  now: Instant,
): Promise<void> {
  const followed = rows.filter((row) => row.plan_id === migration.plan_id);
  const own = new Set(copies.own);
  const left = rows.filter((row) => own.has(row.plan_id));
  const versions = { from_version: copies.version, to_version: copies.version };
  await record(transaction, migration, followed, { outcome: 'followed', ...versions }, now);
  await record(transaction, migration, left, { outcome: 'left', from_version: null, to_version: null }, now);
}

type Account = Pick<MigratedSubscription, 'outcome' | 'from_version' | 'to_version'>;

async function record(
  transaction: TenantTransaction,
  { id }: PlanMigrationRow,
  rows: SubscriptionRow[],
  account: Account,
  now: Instant,
): Promise<void> {
  await insertMigrated(
    transaction,
    rows.map((row) => ({
      ...account,
      organization_id: transaction.organizationId,
      plan_migration_id: id,
      subscription_id: row.id,
      migrated_at: new Date(now),
    })),
  );
}

/** Publishes that subscriptions have other terms. */
async function publishMoves(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
  { from, to }: { from: PlanView; to: PlanView },
  now: Instant,
): Promise<void> {
  const thresholdsOf = ({ usageThresholds }: PlanView) =>
    JSON.stringify(usageThresholds.map(({ amountCents, recurring }) => [String(amountCents), recurring]));
  const haveChanged = thresholdsOf(from) !== thresholdsOf(to);
  for (const { id, customer_id: customerId } of rows) {
    await transaction.append('subscription.updated', customerId, { subscription_id: id }, now);
    if (haveChanged)
      await transaction.append('subscription.thresholds_changed', customerId, { subscription_id: id }, now);
  }
}
