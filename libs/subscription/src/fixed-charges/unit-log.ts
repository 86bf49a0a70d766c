import { readFixedCharges, type FixedChargeView } from '@tollgate/catalog/reader';
import type { Transaction } from '@tollgate/platform';
import { fixedChargePeriod, SECOND } from '@tollgate/rating';
import type { SubscriptionDatabase } from '../subscription.database.js';
import { requestBilling } from '../subscriptions/billing-requests.js';
import { inContext, termsOf } from '../subscriptions/subscription-terms.js';
import type { SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import { lockUnitsOfPlan, logUnits, ownUnits, type NewUnits } from './unit-changes.repository.js';

/** Opens the log of units of a subscription that starts: its own units, else those of its plan (charges, section 5.2). */
export async function openUnitLog(transaction: Transaction, row: SubscriptionRow, now: number): Promise<void> {
  await lockUnitsOfPlan(transaction, row.plan_id, 'open');
  const charges = await readFixedCharges(transaction, row.organization_id, row.plan_id);
  if (charges.length === 0) return;
  const own = await ownUnits(transaction, row.id);
  const startedAt = row.started_at?.getTime() ?? now;
  const changes = charges.map((charge) => ({
    subscriptionId: row.id,
    fixedChargeId: charge.id,
    units: own.get(charge.id) ?? charge.units,
    revision: charge.revision,
    effectiveAt: new Date(startedAt + SECOND),
  }));
  await logUnits(transaction, row.organization_id, changes, new Date(now));
}

/** New units of a fixed charge of an active subscription. */
export interface UnitsToLog {
  charge: Pick<FixedChargeView, 'id' | 'payInAdvance' | 'revision'>;
  units: string;
  immediately: boolean;
}

/**
 * Writes new units of an active subscription into its log: in force at an instant (Unix ms), or from the next period on.
 * Those in advance that are in force at once are billed at once, on one invoice (charges, section 5.4).
 */
export async function logNewUnits(
  transaction: Transaction,
  database: SubscriptionDatabase,
  row: SubscriptionRow,
  timezone: string,
  units: UnitsToLog[],
  at: number,
): Promise<void> {
  if (row.status !== 'active' || units.length === 0) return;
  const next = units.every(({ immediately }) => immediately) ? at : await nextPeriodStart(transaction, row, timezone, at);
  const changes: NewUnits[] = units.map((each) => ({
    subscriptionId: row.id,
    fixedChargeId: each.charge.id,
    units: each.units,
    revision: each.charge.revision,
    effectiveAt: new Date(each.immediately ? at : next),
  }));
  await logUnits(transaction, row.organization_id, changes, new Date(at));
  const due = units.filter(({ immediately, charge }) => immediately && charge.payInAdvance);
  if (due.length === 0) return;
  const newUnits = due.map(({ charge, units: count }) => ({ fixed_charge_id: charge.id, units: count }));
  const subscriptions = [{ row, reason: 'in_advance_charge' as const, newUnits }];
  await requestBilling(transaction, database, { organizationId: row.organization_id, customerId: row.customer_id, at, subscriptions }, at);
}

/** The end of the running period and a second: within the first second of the next one (charges, section 5.2). */
async function nextPeriodStart(transaction: Transaction, row: SubscriptionRow, timezone: string, at: number): Promise<number> {
  const [subscription] = await inContext(transaction, row.organization_id, [row]);
  if (!subscription) throw new Error(`no subscription ${row.id}`);
  return fixedChargePeriod(termsOf(subscription), Math.max(at, row.started_at?.getTime() ?? at), timezone).to + SECOND;
}
