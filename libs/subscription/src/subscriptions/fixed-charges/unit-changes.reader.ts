import type { TenantTransaction } from '@tollgate/platform';
import { Decimal, SECOND, type UnitChange } from '@tollgate/rating';
import { tables } from '../../model/subscription.tables.js';

/** A change of units in the log of a subscription. */
export interface UnitChangeView extends UnitChange {
  /** Its position in the log. */
  sequence: number;
  fixedChargeId: string;
}

/** The log of units of a subscription's fixed charges, in the order of the changes (charges, section 5.2). */
export async function readUnitChanges(
  transaction: TenantTransaction,
  subscriptionId: string,
): Promise<UnitChangeView[]> {
  const rows = await tables(transaction)
    .selectFrom('subscription.fixed_charge_unit_changes')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('subscription_id', '=', subscriptionId)
    .orderBy('sequence')
    .execute();
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    fixedChargeId: row.fixed_charge_id,
    units: new Decimal(row.units),
    effectiveAt: row.effective_at.getTime(),
    // That of a start takes effect one second after it.
    planned: row.effective_at.getTime() > row.created_at.getTime() + SECOND,
  }));
}

/** Units that subscriptions override: by subscription, then by fixed charge, as decimal text. */
export async function readOwnUnits(
  transaction: TenantTransaction,
  subscriptionIds: string[],
): Promise<Map<string, Map<string, string>>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('subscription.fixed_charge_overrides')
    .select(['subscription_id', 'fixed_charge_id', 'units'])
    .where('organization_id', '=', transaction.organizationId)
    .where('subscription_id', 'in', subscriptionIds)
    .execute();
  const unitsBySubscription = new Map(subscriptionIds.map((id) => [id, new Map<string, string>()]));
  for (const { subscription_id: id, fixed_charge_id: charge, units } of rows)
    unitsBySubscription.get(id)?.set(charge, units);
  return unitsBySubscription;
}
