import { sql } from 'kysely';
import { insertRows, newId, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';

/** Units of one fixed charge for one subscription from an instant on. */
export interface NewUnits {
  subscriptionId: string;
  fixedChargeId: string;
  /** Decimal text. */
  units: string;
  revision: number;
  effectiveAt: Date;
}

/** Writes changes into the quantity histories, in input order. */
export async function recordUnits(transaction: TenantTransaction, changes: NewUnits[], now: Date): Promise<void> {
  const rows = changes.map(({ subscriptionId, fixedChargeId, units, revision, effectiveAt }) => ({
    id: newId(),
    organization_id: transaction.organizationId,
    subscription_id: subscriptionId,
    fixed_charge_id: fixedChargeId,
    units,
    revision,
    effective_at: effectiveAt,
    created_at: now,
  }));
  await insertRows(transaction, 'subscription.fixed_charge_unit_changes', rows);
}

/** The latest revision of the plan's units in the quantity histories of subscriptions, by `unitKey`. */
export async function knownRevisions(
  transaction: TenantTransaction,
  subscriptionIds: string[],
): Promise<Map<string, number>> {
  const rows = await tables(transaction)
    .selectFrom('subscription.fixed_charge_unit_changes')
    .select(({ fn }) => ['subscription_id', 'fixed_charge_id', fn.max('revision').as('revision')])
    .where('subscription_id', 'in', subscriptionIds)
    .groupBy(['subscription_id', 'fixed_charge_id'])
    .execute();
  return new Map(rows.map((row) => [unitKey(row.subscription_id, row.fixed_charge_id), row.revision]));
}

/** The fixed charges with own units of subscriptions, by `unitKey`. */
export async function ownUnitKeys(transaction: TenantTransaction, subscriptionIds: string[]): Promise<Set<string>> {
  const rows = await tables(transaction)
    .selectFrom('subscription.fixed_charge_overrides')
    .select(['subscription_id', 'fixed_charge_id'])
    .where('subscription_id', 'in', subscriptionIds)
    .execute();
  return new Set(rows.map((row) => unitKey(row.subscription_id, row.fixed_charge_id)));
}

/** The key of a fixed charge of a subscription. */
export const unitKey = (subscriptionId: string, fixedChargeId: string): string => `${subscriptionId} ${fixedChargeId}`;

/** The cutoffs of subscriptions: the greatest sequence of each quantity history now. */
export async function quantityCutoffs(
  transaction: TenantTransaction,
  subscriptionIds: string[],
): Promise<Map<string, number>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('subscription.fixed_charge_unit_changes')
    .select(({ fn }) => ['subscription_id', fn.max('sequence').as('last')])
    .where('subscription_id', 'in', subscriptionIds)
    .groupBy('subscription_id')
    .execute();
  return new Map(rows.map((row) => [row.subscription_id, Number(row.last)]));
}

/** Units that a subscription overrides, by fixed charge. */
export async function ownUnits(transaction: TenantTransaction, subscriptionId: string): Promise<Map<string, string>> {
  const rows = await tables(transaction)
    .selectFrom('subscription.fixed_charge_overrides')
    .select(['fixed_charge_id', 'units'])
    .where('subscription_id', '=', subscriptionId)
    .execute();
  return new Map(rows.map((row) => [row.fixed_charge_id, row.units]));
}

export async function setOwnUnits(
  transaction: TenantTransaction,
  subscriptionId: string,
  units: { fixedChargeId: string; units: string }[],
  now: Date,
): Promise<void> {
  for (const override of units) {
    await tables(transaction)
      .insertInto('subscription.fixed_charge_overrides')
      .values({
        organization_id: transaction.organizationId,
        subscription_id: subscriptionId,
        fixed_charge_id: override.fixedChargeId,
        units: override.units,
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['subscription_id', 'fixed_charge_id'])
          .doUpdateSet({ units: override.units, updated_at: now }),
      )
      .execute();
  }
}

/** Gives own units of subscriptions to the same fixed charges of another copy of their plan, and drops those of others. */
export async function moveOwnUnits(
  transaction: TenantTransaction,
  subscriptionIds: string[],
  pairs: { from: string; to: string }[],
): Promise<void> {
  const from = pairs.map((pair) => pair.from);
  await sql`
    with dropped as (
      delete from subscription.fixed_charge_overrides
      where subscription_id = any(${subscriptionIds}::uuid[]) and not fixed_charge_id = any(${from}::uuid[])
    )
    update subscription.fixed_charge_overrides own set fixed_charge_id = pair.to_id
    from unnest(${from}::uuid[], ${pairs.map((pair) => pair.to)}::uuid[]) as pair (from_id, to_id)
    where own.subscription_id = any(${subscriptionIds}::uuid[]) and own.fixed_charge_id = pair.from_id
  `.execute(transaction);
}

/** Deletes the own units of a subscription after they moved to its copy of the plan. */
export async function clearOwnUnits(transaction: TenantTransaction, subscriptionId: string): Promise<void> {
  await tables(transaction)
    .deleteFrom('subscription.fixed_charge_overrides')
    .where('subscription_id', '=', subscriptionId)
    .execute();
}

/**
 * Blocks the opening of a quantity history while new units of its plan are applied. The history therefore begins with
 * the old units and gets the change, or begins with the new ones. The end of the transaction releases the lock.
 */
export async function lockUnitsOfPlan(
  transaction: TenantTransaction,
  planId: string,
  mode: 'open' | 'hand out',
): Promise<void> {
  const key = sql`hashtextextended(${`fixed charges of ${planId}`}, 0)`;
  await (
    mode === 'open' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`
  ).execute(transaction);
}
