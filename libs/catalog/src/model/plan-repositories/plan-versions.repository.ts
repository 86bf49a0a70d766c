import { sql, type Selectable } from 'kysely';
import { mostPlanVersions, type Meta } from '@tollgate/contracts';
import { NotFound, paginate, type Page, type TenantTransaction } from '@tollgate/platform';
import type { Scope } from '../../scope.js';
import { tables } from '../tables/catalog.tables.js';
import type { PlanVersionsTable } from '../tables/plans.tables.js';
import type { PlanRow } from './plans.repository.js';

export type PlanVersionRow = Selectable<PlanVersionsTable>;
/** A version without its content. */
export type PlanVersionEntry = Omit<PlanVersionRow, 'snapshot'>;
export type VersionAuthor = Pick<PlanVersionRow, 'author_api_key_id' | 'author_user_id'>;

/**
 * Adds a version of a plan that the caller has locked, unless its content is that of the last one. The first version
 * has the time of the plan. Deletes the versions beyond the most that are stored.
 * @param author null without a caller
 */
export async function insertVersion(
  { transaction, now }: Scope,
  plan: PlanRow,
  snapshot: Record<string, unknown>,
  author: VersionAuthor | null,
): Promise<void> {
  const content = JSON.stringify(snapshot);
  const { rows } = await sql<{ number: number }>`
    with last as (
      select number, snapshot from catalog.plan_versions where plan_id = ${plan.id} order by number desc limit 1
    )
    insert into catalog.plan_versions
      (organization_id, plan_id, number, created_at, author_api_key_id, author_user_id, snapshot)
    select ${plan.organization_id}::uuid, ${plan.id}::uuid, coalesce((select number from last), 0) + 1,
      case when exists (select from last) then ${now}::timestamptz else ${plan.created_at}::timestamptz end,
      ${author?.author_api_key_id ?? null}::uuid, ${author?.author_user_id ?? null}::uuid, ${content}::jsonb
    where (select snapshot from last) is distinct from ${content}::jsonb
    returning number
  `.execute(transaction);
  const oldest = (rows[0]?.number ?? 0) - mostPlanVersions;
  if (oldest > 0) await deleteVersions(transaction, plan.id, oldest);
}

/** Deletes the versions of a plan, up to a number or all of them. */
export async function deleteVersions(transaction: TenantTransaction, planId: string, upTo?: number): Promise<void> {
  const all = tables(transaction).deleteFrom('catalog.plan_versions').where('plan_id', '=', planId);
  await (upTo === undefined ? all : all.where('number', '<=', upTo)).execute();
}

const entries = (transaction: TenantTransaction, planId: string) =>
  tables(transaction)
    .selectFrom('catalog.plan_versions')
    .select(['organization_id', 'plan_id', 'number', 'created_at', 'author_api_key_id', 'author_user_id'])
    .where('plan_id', '=', planId);

/** One page of the versions of a plan without their contents, newest first. */
export async function listVersions(
  transaction: TenantTransaction,
  planId: string,
  page: Page,
): Promise<{ rows: PlanVersionEntry[]; meta: Meta }> {
  return paginate(entries(transaction, planId).orderBy('number', 'desc'), page);
}

/** @throws NotFound */
export async function existingVersion(
  transaction: TenantTransaction,
  planId: string,
  number: number,
): Promise<PlanVersionEntry> {
  const row = await entries(transaction, planId).where('number', '=', number).executeTakeFirst();
  if (!row) throw new NotFound('plan_version');
  return row;
}

/** The number of the newest version of a plan; 0 without one. */
export async function newestVersion(transaction: TenantTransaction, planId: string): Promise<number> {
  const row = await tables(transaction)
    .selectFrom('catalog.plan_versions')
    .select((expression) => expression.fn.max<number | null>('number').as('newest'))
    .where('plan_id', '=', planId)
    .executeTakeFirst();
  return row?.newest ?? 0;
}

/** The contents of versions, by number. */
export async function versionContents(
  transaction: TenantTransaction,
  planId: string,
  numbers: number[],
): Promise<Map<number, Record<string, unknown>>> {
  if (numbers.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.plan_versions')
    .select(['number', 'snapshot'])
    .where('plan_id', '=', planId)
    .where('number', 'in', numbers)
    .execute();
  return new Map(rows.map(({ number, snapshot }) => [number, snapshot]));
}
