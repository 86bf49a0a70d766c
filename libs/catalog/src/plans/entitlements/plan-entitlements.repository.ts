import { sql } from 'kysely';
import { groupBy, newId, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { Scope } from '../../scope.js';
import type { PlanEntitlementView } from '../../views.js';
import type { EntitlementInput } from './entitlements-input.js';

/** The entitlements of plans and of retained versions, by plan, oldest first. */
export async function entitlementsOfPlans(
  transaction: TenantTransaction,
  planIds: string[],
): Promise<Map<string, PlanEntitlementView[]>> {
  if (planIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.plan_entitlements as entitlement')
    .leftJoin('catalog.plan_entitlement_values as given', 'given.entitlement_id', 'entitlement.id')
    .select(['entitlement.id', 'entitlement.plan_id', 'entitlement.feature_id', 'entitlement.created_at'])
    .select(['given.privilege_id', 'given.value'])
    .where(sql<boolean>`entitlement.plan_id = any(${planIds}::uuid[])`)
    .orderBy('entitlement.created_at')
    .orderBy('entitlement.id')
    .execute();
  const entitlements = new Map<string, PlanEntitlementView & { planId: string }>();
  for (const row of rows) {
    const { id, plan_id: planId, feature_id: featureId, created_at: createdAt } = row;
    const entitlement = entitlements.get(id) ?? { id, planId, featureId, createdAt, values: new Map<string, string>() };
    entitlements.set(id, entitlement);
    if (row.privilege_id !== null && row.value !== null) entitlement.values.set(row.privilege_id, row.value);
  }
  return groupBy([...entitlements.values()], ({ planId }) => planId);
}

/**
 * The values of one feature on a plan, or on the parent of an override, by privilege id. A retained version has its own.
 * @returns undefined if the plan does not entitle to the feature
 */
export async function planValuesOf(
  transaction: TenantTransaction,
  planId: string,
  featureId: string,
): Promise<Map<string, string> | undefined> {
  const rows = await tables(transaction)
    .selectFrom('catalog.plans as plan')
    .innerJoin('catalog.plan_entitlements as entitlement', (join) =>
      join
        .on(
          sql<boolean>`entitlement.plan_id = case when plan.retained_version is null then coalesce(plan.parent_id, plan.id) else plan.id end`,
        )
        .on('entitlement.feature_id', '=', featureId),
    )
    .leftJoin('catalog.plan_entitlement_values as given', 'given.entitlement_id', 'entitlement.id')
    .select(['given.privilege_id', 'given.value'])
    .where('plan.id', '=', planId)
    .execute();
  if (rows.length === 0) return undefined;
  return new Map(rows.flatMap(({ privilege_id: id, value }) => (id !== null && value !== null ? [[id, value]] : [])));
}

/** Adds entitlements and values to a plan; existing values change. */
export async function writeEntitlements(
  { transaction, now }: Scope,
  planId: string,
  entitlements: EntitlementInput[],
): Promise<void> {
  if (entitlements.length === 0) return;
  const { organizationId: organization_id } = transaction;
  const ids = await tables(transaction)
    .insertInto('catalog.plan_entitlements')
    .values(
      entitlements.map(({ feature }) => ({
        id: newId(),
        organization_id,
        plan_id: planId,
        feature_id: feature.id,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['plan_id', 'feature_id'])
        .doUpdateSet((set) => ({ feature_id: set.ref('excluded.feature_id') })),
    )
    .returning(['id', 'feature_id'])
    .execute();
  const idOf = new Map(ids.map((row) => [row.feature_id, row.id]));
  const values = entitlements.flatMap(({ feature, values: those }) =>
    [...those].map(([privilege_id, value]) => ({
      organization_id,
      entitlement_id: idOf.get(feature.id) as string,
      privilege_id,
      value,
    })),
  );
  if (values.length === 0) return;
  await tables(transaction)
    .insertInto('catalog.plan_entitlement_values')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['entitlement_id', 'privilege_id']).doUpdateSet((set) => ({ value: set.ref('excluded.value') })),
    )
    .execute();
}

/** Gives a plan without entitlements those of another, with their values. */
export async function copyEntitlements({ transaction, now }: Scope, from: string, to: string): Promise<void> {
  await sql`
    with copied as (
      insert into catalog.plan_entitlements (id, organization_id, plan_id, feature_id, created_at)
      select gen_random_uuid(), organization_id, ${to}, feature_id, ${now}::timestamptz
      from catalog.plan_entitlements where plan_id = ${from}
      returning id, feature_id
    )
    insert into catalog.plan_entitlement_values (organization_id, entitlement_id, privilege_id, value)
    select given.organization_id, copied.id, given.privilege_id, given.value
    from catalog.plan_entitlements entitlement
    join copied on copied.feature_id = entitlement.feature_id
    join catalog.plan_entitlement_values given on given.entitlement_id = entitlement.id
    where entitlement.plan_id = ${from}
  `.execute(transaction);
}

/** Deletes entitlements. */
export async function deleteEntitlements(transaction: TenantTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tables(transaction).deleteFrom('catalog.plan_entitlements').where('id', 'in', ids).execute();
}

/** Deletes all entitlements of plans. */
export async function deleteEntitlementsOfPlans(transaction: TenantTransaction, planIds: string[]): Promise<void> {
  await tables(transaction).deleteFrom('catalog.plan_entitlements').where('plan_id', 'in', planIds).execute();
}

/** Deletes values of entitlements. */
export async function deleteEntitlementValues(
  transaction: TenantTransaction,
  values: { entitlementId: string; privilegeId: string }[],
): Promise<void> {
  if (values.length === 0) return;
  const entitlementIds = values.map(({ entitlementId }) => entitlementId);
  const privilegeIds = values.map(({ privilegeId }) => privilegeId);
  await sql`
    delete from catalog.plan_entitlement_values value
    using unnest(${entitlementIds}::uuid[], ${privilegeIds}::uuid[]) as dropped (entitlement_id, privilege_id)
    where value.entitlement_id = dropped.entitlement_id and value.privilege_id = dropped.privilege_id
  `.execute(transaction);
}
