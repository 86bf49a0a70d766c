import { insertRows, newId, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';

/** The own entitlement of a subscription to a feature, besides that of its plan. */
export interface OwnEntitlementRow {
  id: string;
  featureId: string;
  granted: boolean;
  removed: boolean;
  createdAt: Date;
  /** Its own values by privilege id; null for a removed privilege. */
  values: Map<string, string | null>;
}

/** The own entitlements of a subscription, by feature id. */
export async function ownEntitlementsOf(
  transaction: TenantTransaction,
  subscriptionId: string,
): Promise<Map<string, OwnEntitlementRow>> {
  const rows = await tables(transaction)
    .selectFrom('subscription.entitlements as own')
    .leftJoin('subscription.entitlement_values as given', 'given.entitlement_id', 'own.id')
    .select(['own.id', 'own.feature_id', 'own.granted', 'own.removed', 'own.created_at'])
    .select(['given.privilege_id', 'given.value'])
    .where('own.subscription_id', '=', subscriptionId)
    .execute();
  const entitlements = new Map<string, OwnEntitlementRow>();
  for (const row of rows) {
    const { id, feature_id: featureId, granted, removed, created_at: createdAt } = row;
    const entitlement = entitlements.get(featureId) ?? {
      id,
      featureId,
      granted,
      removed,
      createdAt,
      values: new Map(),
    };
    entitlements.set(featureId, entitlement);
    if (row.privilege_id !== null) entitlement.values.set(row.privilege_id, row.value);
  }
  return entitlements;
}

/** Replaces the own entitlements of a subscription to some features. */
export async function replaceOwnEntitlements(
  transaction: TenantTransaction,
  subscriptionId: string,
  featureIds: string[],
  owned: Omit<OwnEntitlementRow, 'id'>[],
): Promise<void> {
  if (featureIds.length === 0) return;
  await tables(transaction)
    .deleteFrom('subscription.entitlements')
    .where('subscription_id', '=', subscriptionId)
    .where('feature_id', 'in', featureIds)
    .execute();
  const { organizationId: organization_id } = transaction;
  const rows = owned.map((entitlement) => ({ ...entitlement, id: newId() }));
  await insertRows(
    transaction,
    'subscription.entitlements',
    rows.map(({ id, featureId: feature_id, granted, removed, createdAt: created_at }) => ({
      id,
      organization_id,
      subscription_id: subscriptionId,
      feature_id,
      granted,
      removed,
      created_at,
    })),
  );
  await insertRows(
    transaction,
    'subscription.entitlement_values',
    rows.flatMap(({ id, values }) =>
      [...values].map(([privilege_id, value]) => ({ organization_id, entitlement_id: id, privilege_id, value })),
    ),
  );
}

/** Deletes the own entitlements to a feature from all subscriptions. */
export async function deleteOwnEntitlementsTo(transaction: TenantTransaction, featureId: string): Promise<void> {
  await tables(transaction)
    .deleteFrom('subscription.entitlements')
    .where('organization_id', '=', transaction.organizationId)
    .where('feature_id', '=', featureId)
    .execute();
}
