import type { Message } from '@tollgate/contracts';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { catchUp } from './catch-up.js';
import { lockSubscriptionsOfPlans, type SubscriptionRow } from '../model/subscriptions/subscriptions.repository.js';
import { timezonesOf } from '../model/subscriptions/timezones.js';
import {
  knownRevisions,
  lockUnitsOfPlan,
  ownUnitKeys,
  unitKey,
} from '../model/unit-changes/unit-changes.repository.js';
import { logNewUnits } from '../model/units/quantity-history.js';

type Changes = Message<'fixed_charges.units_changed'>['payload']['changes'];

const batchSize = 500;

/**
 * Applies new units of plans to their active subscriptions, except to those with own units or with a start at these
 * units (charges, section 5.2). @param at Unix milliseconds
 */
export async function applyPlanUnits(transaction: TenantTransaction, changes: Changes, at: Instant): Promise<void> {
  const planIds = [...new Set(changes.map((change) => change.plan_id))].sort();
  await catchUp(transaction, { planIds }, at);
  for (const planId of planIds) await lockUnitsOfPlan(transaction, planId, 'hand out');
  const rows = await lockSubscriptionsOfPlans(transaction, planIds, ['active']);
  for (let start = 0; start < rows.length; start += batchSize) {
    await applyPlanUnitsTo(transaction, changes, rows.slice(start, start + batchSize), at);
  }
}

async function applyPlanUnitsTo(
  transaction: TenantTransaction,
  changes: Changes,
  rows: SubscriptionRow[],
  at: Instant,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const ownKeys = await ownUnitKeys(transaction, ids);
  const revisions = await knownRevisions(transaction, ids);
  const timezoneOf = await timezonesOf(transaction, rows);
  const isNew = (row: SubscriptionRow, change: Changes[number]) => {
    const key = unitKey(row.id, change.fixed_charge_id);
    return change.plan_id === row.plan_id && !ownKeys.has(key) && (revisions.get(key) ?? -1) < change.revision;
  };
  const subscriptions = rows.map((row) => ({
    row,
    timezone: timezoneOf(row),
    units: changes
      .filter((change) => isNew(row, change))
      .map((change) => ({
        charge: { id: change.fixed_charge_id, payInAdvance: change.pay_in_advance, revision: change.revision },
        units: change.units,
        immediately: change.immediately,
      })),
  }));
  await logNewUnits(transaction, subscriptions, at);
}
