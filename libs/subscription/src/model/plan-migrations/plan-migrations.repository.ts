import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { PlanMigrationFilters, SortsOf } from '@tollgate/contracts';
import { followsWallClock } from '@tollgate/identity/reader';
import {
  instantKey,
  listForm,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';
import { tables } from '../subscription.tables.js';
import type { PlanMigrationsTable } from './plan-migrations.tables.js';

export type PlanMigrationRow = Selectable<PlanMigrationsTable>;

/** Whether a migration is scheduled or goes on. */
export const isUnfinished = ({ status }: Pick<PlanMigrationRow, 'status'>): boolean =>
  status === 'scheduled' || status === 'processing';

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('subscription.plan_migrations')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function insertPlanMigration(
  transaction: TenantTransaction,
  row: Insertable<PlanMigrationsTable>,
): Promise<PlanMigrationRow> {
  return tables(transaction)
    .insertInto('subscription.plan_migrations')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findPlanMigration(
  transaction: TenantTransaction,
  id: string,
): Promise<PlanMigrationRow | undefined> {
  return all(transaction).where('id', '=', id).executeTakeFirst();
}

/** Locks a migration, so that its state changes in one place at a time. */
export async function lockPlanMigration(
  transaction: TenantTransaction,
  id: string,
): Promise<PlanMigrationRow | undefined> {
  return all(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

const list = listForm<SortsOf<PlanMigrationFilters>>({
  updated: 'created_at',
  keys: { created_at: instantKey('created_at') },
  order: newestFirst,
  searched: ['plan_code'],
});

/** Reads one page of migrations, newest first. */
export async function listPlanMigrations(transaction: TenantTransaction, filters: PlanMigrationFilters) {
  let query = narrowed(all(transaction), list, filters);
  const { plan_code: code, status } = filters;
  if (code !== undefined) query = query.where('plan_code', '=', code);
  if (status !== undefined) query = query.where('status', '=', status);
  return readList(transaction, query, list, filters);
}

/** Counts the migrations of the organization that are scheduled or go on. */
export async function countUnfinishedMigrations(transaction: TenantTransaction): Promise<number> {
  const { count } = await tables(transaction)
    .selectFrom('subscription.plan_migrations')
    .select((expression) => expression.fn.countAll<bigint>().as('count'))
    .where('organization_id', '=', transaction.organizationId)
    .where('status', 'in', ['scheduled', 'processing'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether another migration of a plan goes on. Concurrent callers wait for one another until their transactions end. */
export async function isPlanInMigration(
  transaction: TenantTransaction,
  { id, plan_id: planId }: Pick<PlanMigrationRow, 'id' | 'plan_id'>,
): Promise<boolean> {
  const key = sql`hashtextextended(${`migrations of ${planId}`}, 0)`;
  await sql`select pg_advisory_xact_lock(${key})`.execute(transaction);
  const other = await tables(transaction)
    .selectFrom('subscription.plan_migrations')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('plan_id', '=', planId)
    .where('status', '=', 'processing')
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updatePlanMigration(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<PlanMigrationsTable>,
): Promise<PlanMigrationRow> {
  return tables(transaction)
    .updateTable('subscription.plan_migrations')
    .set({ ...changes, touched_at: sql<Date>`now()` })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** When the next scheduled migration of the organization begins; null without one. */
export async function nextScheduled(transaction: TenantTransaction): Promise<Date | null> {
  const row = await tables(transaction)
    .selectFrom('subscription.plan_migrations')
    .select(({ fn }) => fn.min<Date | null>('scheduled_at').as('at'))
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'scheduled')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Identifies a migration. */
export type PlanMigrationKey = Pick<PlanMigrationRow, 'id' | 'organization_id'>;

/**
 * Migrations that should have begun by an instant, the earliest first.
 * @param organizationId null: of all organizations on the wall clock
 */
export async function dueMigrations(
  transaction: Transaction,
  organizationId: string | null,
  until: Date,
  limit: number,
): Promise<PlanMigrationKey[]> {
  const due = tables(transaction)
    .selectFrom('subscription.plan_migrations')
    .select(['id', 'organization_id'])
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', until);
  const chosen =
    organizationId === null
      ? due.where(sql<boolean>`${sql.raw(followsWallClock('subscription.plan_migrations.organization_id'))}`)
      : due.where('organization_id', '=', organizationId);
  return chosen.orderBy('scheduled_at').orderBy('id').limit(limit).execute();
}

/** Migrations of all organizations that work, without progress since an instant; the oldest first. */
export async function abandonedMigrations(
  transaction: Transaction,
  before: Date,
  limit: number,
): Promise<PlanMigrationKey[]> {
  return tables(transaction)
    .selectFrom('subscription.plan_migrations')
    .select(['id', 'organization_id'])
    .where('status', '=', 'processing')
    .where('touched_at', '<=', before)
    .orderBy('touched_at')
    .limit(limit)
    .execute();
}
