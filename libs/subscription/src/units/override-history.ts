import type { PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import type { SubscriptionRow } from '../rows/subscriptions.repository.js';
import { clearOwnUnits } from '../rows/unit-changes.repository.js';
import { logNewUnits, type UnitsToRecord } from './quantity-history.js';
import { givenUnits, immediateIds } from './unit-overrides.js';

/**
 * Follows a subscription onto its own copy of the plan: units of its own are the copy's now, and its quantity history goes on with the
 * copied fixed charges (charges, section 5.2).
 */
export async function followCopy(
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
    immediately: immediate.has(charge.parentId ?? ''),
  }));
  await logNewUnits(transaction, [{ row, timezone, units }], now);
}

/** Logs the units that an edit of a subscription's own copy of the plan set, even if they are the same as before. */
export async function followEdit(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  timezone: string,
  edited: PlanView,
  overrides: Record<string, unknown>,
  now: Instant,
): Promise<void> {
  await logNewUnits(transaction, [{ row, timezone, units: givenUnits(edited, overrides) }], now);
}
