import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { FeatureFilters, SortsOf } from '@tollgate/contracts';
import {
  groupBy,
  instantKey,
  listForm,
  nameKey,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
} from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { FeaturesTable, PrivilegesTable } from '../../model/tables/features.tables.js';

export type FeatureRow = Selectable<FeaturesTable>;
/** A privilege with the code of its limited metric, unless that metric is deleted. */
export type PrivilegeRow = Selectable<PrivilegesTable> & { billable_metric_code: string | null };

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.features')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function insertFeature(
  transaction: TenantTransaction,
  row: Insertable<FeaturesTable>,
): Promise<FeatureRow> {
  return tables(transaction).insertInto('catalog.features').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateFeature(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<FeaturesTable>,
): Promise<FeatureRow> {
  return tables(transaction)
    .updateTable('catalog.features')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @param lock writes take it, so writes to one feature run serially */
export async function findFeature(
  transaction: TenantTransaction,
  code: string,
  lock?: 'update',
): Promise<FeatureRow | undefined> {
  const query = live(transaction).where('code', '=', code);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/**
 * Live features by their codes.
 * @param lock entitlement writes take it, so no feature is deleted in the meantime
 */
export async function findFeatures(
  transaction: TenantTransaction,
  codes: string[],
  lock?: 'share',
): Promise<FeatureRow[]> {
  if (codes.length === 0) return [];
  const query = live(transaction)
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .orderBy('id');
  return (lock ? query.forShare() : query).execute();
}

/** Features by their ids, deleted ones too. */
export async function findFeaturesById(transaction: TenantTransaction, ids: string[]): Promise<FeatureRow[]> {
  if (ids.length === 0) return [];
  return tables(transaction)
    .selectFrom('catalog.features')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

const list = listForm<SortsOf<FeatureFilters>>({
  updated: 'updated_at',
  keys: { created_at: instantKey('created_at'), name: nameKey('name'), code: nameKey('code') },
  order: newestFirst,
  searched: ['name', 'code', 'description'],
});

/** The features that match the filters of a list, unordered. */
export const featuresFound = (transaction: TenantTransaction, filters: FeatureFilters) =>
  narrowed(live(transaction), list, filters);

/** One page of features with a text in name, code or description, newest first (customers, section 6.1). */
export async function listFeatures(transaction: TenantTransaction, filters: FeatureFilters) {
  return readList(transaction, featuresFound(transaction, filters), list, filters);
}

/** The live privileges of features, by feature, oldest first. */
export async function privilegesOfFeatures(
  transaction: TenantTransaction,
  featureIds: string[],
): Promise<Map<string, PrivilegeRow[]>> {
  if (featureIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.privileges as privilege')
    .leftJoin('catalog.billable_metrics as metric', (join) =>
      join.onRef('metric.id', '=', 'privilege.billable_metric_id').on('metric.deleted_at', 'is', null),
    )
    .selectAll('privilege')
    .select('metric.code as billable_metric_code')
    .where(sql<boolean>`privilege.feature_id = any(${featureIds}::uuid[])`)
    .where('privilege.deleted_at', 'is', null)
    .orderBy('privilege.created_at')
    .orderBy('privilege.id')
    .execute();
  return groupBy(rows, (row) => row.feature_id);
}

/** Writes privileges; existing ones get the new name, options and metric. */
export async function writePrivileges(
  transaction: TenantTransaction,
  rows: Insertable<PrivilegesTable>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tables(transaction)
    .insertInto('catalog.privileges')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({
        name: set.ref('excluded.name'),
        select_options: set.ref('excluded.select_options'),
        billable_metric_id: set.ref('excluded.billable_metric_id'),
      })),
    )
    .execute();
}

/** Deletes a privilege and its values on plans. */
export async function deletePrivilege(transaction: TenantTransaction, id: string, at: Date): Promise<void> {
  await tables(transaction).deleteFrom('catalog.plan_entitlement_values').where('privilege_id', '=', id).execute();
  await tables(transaction).updateTable('catalog.privileges').set({ deleted_at: at }).where('id', '=', id).execute();
}

/** Ids of the plans that entitle to a feature, oldest first. */
export async function plansEntitlingTo(transaction: TenantTransaction, featureId: string): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('catalog.plan_entitlements as entitlement')
    .innerJoin('catalog.plans as plan', 'plan.id', 'entitlement.plan_id')
    .select('plan.id')
    .where('entitlement.feature_id', '=', featureId)
    .where('plan.deleted_at', 'is', null)
    .orderBy('plan.created_at')
    .orderBy('plan.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes a feature from all plans. */
export async function deleteEntitlementsTo(transaction: TenantTransaction, featureId: string): Promise<void> {
  await tables(transaction).deleteFrom('catalog.plan_entitlements').where('feature_id', '=', featureId).execute();
}
