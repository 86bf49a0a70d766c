import { batchesOf } from '../../batches.js';
import { writeAddedCharges } from '../charge-writes/charge-writes.js';
import type { StoredCharge } from '../charge-writes/prepared-charges.js';
import { readStoredCharges } from '../charge-writes/stored-charges.js';
import type { ChargeFilterRow } from '../../model/plan-repositories/charge-filters.repository.js';
import {
  chargeCodesOfPlans,
  copiesOfCharge,
  deleteCharges,
  updateCharge,
  type ChargeRow,
} from '../../model/plan-repositories/charges.repository.js';
import { chargeCode } from '../prices/charge-code.js';
import type { Scope } from '../../scope.js';
import { copiedCharge } from './copied-charges.js';
import { cascadeFilters } from './filter-cascade.js';
import { withGroupKeysOf } from './group-keys.js';
import { sameJson } from './same-json.js';

/** A charge of a plan before and after a change, with its filters. */
export interface ChargeChange {
  before: ChargeRow;
  after: ChargeRow;
  filtersBefore: ChargeFilterRow[];
  filtersAfter: ChargeFilterRow[];
}

const plansOfStatement = 1_000;

/** Adds a new charge to override plans as well, once. @param copies ids of the override plans to change */
export async function cascadeNewCharge(scope: Scope, charge: ChargeRow, copies: string[]): Promise<void> {
  const { transaction, now } = scope;
  const plansWithCopy = new Set((await copiesOfCharge(transaction, charge.id)).map((copy) => copy.plan_id));
  const planIds = copies.filter((id) => !plansWithCopy.has(id));
  if (planIds.length === 0) return;
  const parent = (await readStoredCharges(transaction, [charge])).get(charge.id) as StoredCharge;
  for (const batch of batchesOf(planIds, plansOfStatement)) {
    const codes = await chargeCodesOfPlans(transaction, batch);
    await writeAddedCharges(
      scope,
      batch.map((planId) =>
        copiedCharge(parent, { planId, code: chargeCode(charge.code, codes.get(planId) ?? []), now }),
      ),
    );
  }
}

/**
 * Copies a changed charge to its copies: the price unless the copy overrides it, group keys and code always, name,
 * taxes and minimum never (catalog, section 3.3).
 */
export async function cascadeCharge(
  scope: Scope,
  { before, after, filtersBefore, filtersAfter }: ChargeChange,
  copies: string[],
): Promise<void> {
  for (const copy of await followingCharges(scope, before.id, copies)) {
    if (copy.charge_model !== after.charge_model) continue;
    const untouched = copy.charge_model === before.charge_model && sameJson(copy.properties, before.properties);
    const codes = (await chargeCodesOfPlans(scope.transaction, [copy.plan_id])).get(copy.plan_id) ?? [];
    const changed = await updateCharge(scope.transaction, copy.id, {
      properties: JSON.stringify(untouched ? after.properties : withGroupKeysOf(copy.properties, after.properties)),
      ...(after.code !== before.code && !codes.includes(after.code) ? { code: after.code } : {}),
      updated_at: scope.now,
    });
    await cascadeFilters(scope, changed, filtersBefore, filtersAfter);
  }
}

/** Removes the copies of removed charges. */
export async function cascadeChargeRemoval(scope: Scope, ids: string[], copies: string[]): Promise<void> {
  for (const id of ids) {
    const charges = await followingCharges(scope, id, copies);
    await deleteCharges(
      scope.transaction,
      charges.map((charge) => charge.id),
      scope.now,
    );
  }
}

/** The copies of a charge in the override plans to change. */
export async function followingCharges(
  { transaction }: Scope,
  chargeId: string,
  copies: string[],
): Promise<ChargeRow[]> {
  return (await copiesOfCharge(transaction, chargeId)).filter((copy) => copies.includes(copy.plan_id));
}
