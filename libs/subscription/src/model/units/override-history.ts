import type { PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { lockSubscriptionsOfPlans, type SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import { clearOwnUnits, knownRevisions, unitKey } from '../unit-changes/unit-changes.repository.js';
import { logNewUnits, type UnitsToRecord } from './quantity-history.js';
import { requestedUnits, immediateIds } from './unit-overrides.js';

/**
 * Moves the units of a subscription to its copy of the plan (charges, section 5.2). Own units become the copy's, and
 * the quantity history continues with the copied fixed charges.
 */
export async function moveUnitsToCopy(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  timezone: string,
  copy: PlanView,
  overrides: Record<string, unknown>,
  now: Instant,
): Promise<void> {
  await clearOwnUnits(transaction, row.id);
  const immediate = immediateIds(overrides);
  const units: UnitsToRecord[] = copy.fixedCharges.map((charge) => ({
    charge,
    units: charge.units,
    immediately: [charge.parentId ?? '', ...charge.retainedIds].some((id) => immediate.has(id)),
  }));
  await logNewUnits(transaction, [{ row, timezone, units }], now);
}

/**
 * Logs the units of an edit of a subscription's copy of the plan, even if they equal the previous ones. It does nothing
 * if the catalog's message of the edit came first.
 */
export async function logEditedUnits(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  timezone: string,
  edited: PlanView,
  overrides: Record<string, unknown>,
  now: Instant,
): Promise<void> {
  await lockSubscriptionsOfPlans(transaction, [edited.id], ['active']);
  const revisions = await knownRevisions(transaction, [row.id]);
  const units = requestedUnits(edited, overrides).filter(
    ({ charge }) => (revisions.get(unitKey(row.id, charge.id)) ?? -1) < charge.revision,
  );
  await logNewUnits(transaction, [{ row, timezone, units }], now);
}
