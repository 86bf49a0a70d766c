import { readFixedCharges, type FixedUnitsView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { SECOND, unbilledFixedChargePeriod } from '@tollgate/rating';
import { requestBilling } from '../agreement/billing-requests.js';
import { nextBillingOf } from '../agreement/schedule.js';
import { inContext, agreementOf } from '../agreement/subscription-agreement.js';
import type { SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import {
  knownRevisions,
  lockUnitsOfPlan,
  recordUnits,
  ownUnits,
  unitKey,
  type NewUnits,
} from '../unit-changes/unit-changes.repository.js';

/**
 * Opens the quantity history of a starting subscription with its own units, else those of its plan
 * (charges, section 5.2).
 */
export async function openQuantityHistory(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  now: Instant,
): Promise<void> {
  await lockUnitsOfPlan(transaction, row.plan_id, 'open');
  const charges = await readFixedCharges(transaction, row.plan_id);
  if (charges.length === 0) return;
  const ownUnitsById = await ownUnits(transaction, row.id);
  const startedAt = row.started_at?.getTime() ?? now;
  const changes = charges.map((charge) => ({
    subscriptionId: row.id,
    fixedChargeId: charge.id,
    units: ownUnitsById.get(charge.id) ?? charge.units,
    revision: charge.revision,
    effectiveAt: new Date(startedAt + SECOND),
  }));
  await recordUnits(transaction, changes, new Date(now));
}

/**
 * Records new units of a plan from the time in which a start waited for its payment, from the next period on. Only
 * active subscriptions follow their plan at once.
 */
export async function unitsSinceStart(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  timezone: string,
  now: Instant,
): Promise<void> {
  await lockUnitsOfPlan(transaction, row.plan_id, 'open');
  const known = await knownRevisions(transaction, [row.id]);
  const own = await ownUnits(transaction, row.id);
  const units = (await readFixedCharges(transaction, row.plan_id))
    .filter(({ id, revision }) => !own.has(id) && revision > (known.get(unitKey(row.id, id)) ?? -1))
    .map((charge) => ({ charge, units: charge.units, immediately: false }));
  await logNewUnits(transaction, [{ row, timezone, units }], now);
}

/** New units of a fixed charge. */
export interface UnitsToRecord {
  charge: Omit<FixedUnitsView, 'units'>;
  units: string;
  immediately: boolean;
}

/** A subscription with new units, and its billing time zone. */
export interface UnitsOfSubscription {
  row: SubscriptionRow;
  timezone: string;
  units: UnitsToRecord[];
}

/**
 * Writes new units of active subscriptions of one organization to their histories: in force at an instant (Unix ms), or
 * from the next period on. Immediate units in advance are billed at once, on one invoice per subscription
 * (charges, section 5.4).
 */
export async function logNewUnits(
  transaction: TenantTransaction,
  subscriptions: UnitsOfSubscription[],
  at: Instant,
): Promise<void> {
  const active = subscriptions.filter(({ row, units }) => row.status === 'active' && units.length > 0);
  if (active.length === 0) return;
  const scheduled = active.filter(({ units }) => units.some(({ immediately }) => !immediately));
  const next = await nextPeriodStarts(transaction, scheduled, at);
  const changes = active.flatMap(({ row, units }) =>
    units.map((each) => changeOf(row, each, each.immediately ? at : (next.get(row.id) ?? at))),
  );
  await recordUnits(transaction, changes, new Date(at));
  for (const { row, units } of active) await billAtOnce(transaction, row, units, at);
}

const changeOf = (row: SubscriptionRow, { charge, units }: UnitsToRecord, effectiveAt: number): NewUnits => ({
  subscriptionId: row.id,
  fixedChargeId: charge.id,
  units,
  revision: charge.revision,
  effectiveAt: new Date(effectiveAt),
});

async function billAtOnce(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  units: UnitsToRecord[],
  at: Instant,
): Promise<void> {
  const immediateUnits = units.filter(({ immediately, charge }) => immediately && charge.payInAdvance);
  if (immediateUnits.length === 0) return;
  const newUnits = immediateUnits.map(({ charge, units: count }) => ({ fixed_charge_id: charge.id, units: count }));
  const subscriptions = [{ row, reason: 'in_advance_charge' as const, newUnits }];
  await requestBilling(transaction, { customerId: row.customer_id, at, subscriptions }, at);
}

/**
 * One second after the end of the current periods: within the first second of the next ones (charges, section 5.2). By
 * subscription.
 */
async function nextPeriodStarts(
  transaction: TenantTransaction,
  subscriptions: UnitsOfSubscription[],
  at: Instant,
): Promise<Map<string, number>> {
  const timezones = new Map(subscriptions.map(({ row, timezone }) => [row.id, timezone]));
  const inContexts = await inContext(
    transaction,
    subscriptions.map(({ row }) => row),
  );
  return new Map(
    inContexts.map((subscription) => {
      const { row } = subscription;
      const instant = Math.max(at, row.started_at?.getTime() ?? at);
      return [
        row.id,
        unbilledFixedChargePeriod(
          agreementOf(subscription),
          instant,
          timezones.get(row.id) ?? 'UTC',
          nextBillingOf(row),
        ).to + SECOND,
      ];
    }),
  );
}
