import type { Message } from '@tollgate/contracts';
import type { Transaction } from '@tollgate/platform';
import type { SubscriptionDatabase } from '../subscription.database.js';
import { lockSubscriptionsOfPlans, type SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import { knownRevisions, lockUnitsOfPlan, ownUnits } from './unit-changes.repository.js';
import { logNewUnits } from './unit-log.js';

type Changes = Message<'fixed_charges.units_changed'>['payload']['changes'];

/**
 * Hands new units of plans on to their active subscriptions, except where one has units of its own, or began with these
 * already (charges, section 5.2).
 */
export async function handOutUnits(
  transaction: Transaction,
  database: SubscriptionDatabase,
  organizationId: string,
  changes: Changes,
  timezoneOf: (row: SubscriptionRow) => Promise<string>,
  at: number,
): Promise<void> {
  const planIds = [...new Set(changes.map((change) => change.plan_id))].sort();
  for (const planId of planIds) await lockUnitsOfPlan(transaction, planId, 'hand out');
  for (const row of await lockSubscriptionsOfPlans(transaction, organizationId, planIds, ['active'])) {
    const own = await ownUnits(transaction, row.id);
    const known = await knownRevisions(transaction, row.id);
    const units = changes
      .filter((change) => change.plan_id === row.plan_id && !own.has(change.fixed_charge_id))
      .filter((change) => (known.get(change.fixed_charge_id) ?? -1) < change.revision)
      .map((change) => ({
        charge: { id: change.fixed_charge_id, payInAdvance: change.pay_in_advance, revision: change.revision },
        units: change.units,
        immediately: change.immediately,
      }));
    if (units.length > 0) await logNewUnits(transaction, database, row, await timezoneOf(row), units, at);
  }
}
