import { sql, type Insertable } from 'kysely';
import type { MigratedSubscription, MigratedSubscriptionFilters, Meta } from '@tollgate/contracts';
import { paginate, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';
import type { SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import type { MigratedSubscriptionsTable } from './plan-migrations.tables.js';

type Outcome = MigratedSubscription['outcome'];

/** Records what a migration did with subscriptions. The first record of a subscription stays. */
export async function insertMigrated(
  transaction: TenantTransaction,
  rows: Insertable<MigratedSubscriptionsTable>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tables(transaction)
    .insertInto('subscription.migrated_subscriptions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Counts the subscriptions of migrations by outcome, in one statement. @returns by migration */
export async function countMigrated(
  transaction: TenantTransaction,
  migrationIds: string[],
): Promise<Map<string, Map<Outcome, number>>> {
  const counts = new Map<string, Map<Outcome, number>>(migrationIds.map((id) => [id, new Map<Outcome, number>()]));
  if (migrationIds.length === 0) return counts;
  const rows = await tables(transaction)
    .selectFrom('subscription.migrated_subscriptions')
    .select(({ fn }) => ['plan_migration_id', 'outcome', fn.countAll<bigint>().as('count')])
    .where('organization_id', '=', transaction.organizationId)
    .where('plan_migration_id', 'in', migrationIds)
    .groupBy(['plan_migration_id', 'outcome'])
    .execute();
  for (const row of rows) counts.get(row.plan_migration_id)?.set(row.outcome, Number(row.count));
  return counts;
}

/** Reads one page of the subscriptions of a migration, in the order of their identifiers. */
export async function listMigrated(
  transaction: TenantTransaction,
  migrationId: string,
  { outcome, ...page }: MigratedSubscriptionFilters,
): Promise<{ rows: (Omit<MigratedSubscriptionsTable, 'organization_id'> & { external_id: string })[]; meta: Meta }> {
  const query = tables(transaction)
    .selectFrom('subscription.migrated_subscriptions as migrated')
    .innerJoin('subscription.subscriptions as subscription', 'subscription.id', 'migrated.subscription_id')
    .select(['migrated.plan_migration_id', 'migrated.subscription_id', 'migrated.outcome'])
    .select(['migrated.from_version', 'migrated.to_version', 'migrated.migrated_at', 'subscription.external_id'])
    .where('migrated.organization_id', '=', transaction.organizationId)
    .where('migrated.plan_migration_id', '=', migrationId)
    .orderBy('migrated.subscription_id');
  return paginate(outcome === undefined ? query : query.where('migrated.outcome', '=', outcome), page);
}

/** Selects subscriptions of plans for a migration. */
export interface MigrationSelection {
  planIds: string[];
  /** External identifiers of those that do not count; null: none. */
  except: string[] | null;
  /** Whether ended ones count, too. */
  withEnded: boolean;
  /** The last one of the earlier batch; null before the first. */
  after: string | null;
  /** Later ones do not count. */
  upTo: string;
}

/** Locks the next subscriptions that a migration comes to, in the order of their identifiers. */
export async function lockNextMigrated(
  transaction: TenantTransaction,
  { planIds, except, withEnded, after, upTo }: MigrationSelection,
  limit: number,
): Promise<SubscriptionRow[]> {
  let query = tables(transaction)
    .selectFrom('subscription.subscriptions')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`plan_id = any(${planIds}::uuid[])`)
    .where('id', '<=', upTo);
  if (!withEnded) query = query.where('status', 'in', ['pending', 'active', 'incomplete']);
  if (except) query = query.where(sql<boolean>`not external_id = any(${except}::text[])`);
  if (after !== null) query = query.where('id', '>', after);
  return query.orderBy('id').limit(limit).forUpdate().execute();
}

/** The live subscriptions of a plan or copy. */
export interface PlanPopulation {
  count: number;
  /** Those among the named ones. */
  named: number;
}

/** Counts the subscriptions of plans that have not ended. @param named external identifiers @returns by plan */
export async function countPopulations(
  transaction: TenantTransaction,
  planIds: string[],
  named: string[],
): Promise<Map<string, PlanPopulation>> {
  const { rows } = await sql<{ plan_id: string; count: number; named: number }>`
    select plan_id, count(*)::int as count, (count(*) filter (where external_id = any(${named}::text[])))::int as named
    from subscription.subscriptions
    where organization_id = ${transaction.organizationId} and plan_id = any(${planIds}::uuid[])
      and status in ('pending', 'active', 'incomplete')
    group by plan_id
  `.execute(transaction);
  return new Map(rows.map(({ plan_id: id, count, named: among }) => [id, { count, named: among }]));
}

/** The external identifiers among these that a subscription of the plans has, which has not ended. */
export async function knownAmong(
  transaction: TenantTransaction,
  planIds: string[],
  externalIds: string[],
): Promise<Set<string>> {
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select('external_id')
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`plan_id = any(${planIds}::uuid[])`)
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .where('status', 'in', ['pending', 'active', 'incomplete'])
    .execute();
  return new Set(rows.map(({ external_id: id }) => id));
}
