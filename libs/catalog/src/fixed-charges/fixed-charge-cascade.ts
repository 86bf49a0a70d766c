import { FixedChargeInPlan } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import type { AddOnRow } from '../add-ons/add-ons.repository.js';
import { sameJson } from '../cascade/same-json.js';
import type { Scope } from '../scope.js';
import { addFixedCharge, type ChangedFixedCharge } from './fixed-charge-writes.js';
import {
  copiesOfFixedCharge,
  deleteFixedCharges,
  fixedChargeCodes,
  updateFixedCharge,
  type FixedChargeRow,
} from '../plan-repositories/fixed-charges.repository.js';
import { chargeCode } from '../prices/charge-code.js';
import { unitChange, type UnitChange } from './unit-change.js';

/** Adds a new fixed charge to override plans as well, once. @param copies ids of the override plans to change */
export async function cascadeNewFixedCharge(
  scope: Scope,
  charge: FixedChargeRow,
  addOn: AddOnRow,
  copies: string[],
  immediately: boolean,
): Promise<UnitChange[]> {
  const plansWithCopy = new Set((await copiesOfFixedCharge(scope.transaction, charge.id)).map((copy) => copy.plan_id));
  const changes: UnitChange[] = [];
  for (const planId of copies.filter((id) => !plansWithCopy.has(id))) {
    const code = chargeCode(charge.code, await fixedChargeCodes(scope.transaction, planId));
    const input = { ...charge, code, created_at: undefined, tax_codes: undefined };
    changes.push(
      unitChange(await addFixedCharge(scope, planId, addOn, FixedChargeInPlan, input, charge.id), immediately),
    );
  }
  return changes;
}

/**
 * Copies new units and properties of a fixed charge to its copies, unless a copy overrides model, properties or
 * units (catalog, section 3.3).
 */
export async function cascadeFixedCharge(
  scope: Scope,
  change: ChangedFixedCharge,
  copies: string[],
  immediately: boolean,
): Promise<UnitChange[]> {
  const { before, after, requestedModel } = change;
  const changes: UnitChange[] = [];
  for (const copy of await copiesOfFixedCharge(scope.transaction, before.id)) {
    if (
      !copies.includes(copy.plan_id) ||
      copy.charge_model !== requestedModel ||
      copy.charge_model !== before.charge_model
    )
      continue;
    if (!sameJson(copy.properties, before.properties) || !new Decimal(copy.units).equals(before.units)) continue;
    const changed = await updateFixedCharge(scope.transaction, copy.id, {
      properties: JSON.stringify(after.properties),
      units: after.units,
      revision: copy.revision + (change.unitsChanged ? 1 : 0),
      updated_at: scope.now,
    });
    if (change.unitsChanged) changes.push(unitChange(changed, immediately));
  }
  return changes;
}

/** Removes the copies of removed fixed charges. */
export async function cascadeFixedChargeRemoval(scope: Scope, ids: string[]): Promise<void> {
  for (const id of ids) {
    const copies = await copiesOfFixedCharge(scope.transaction, id);
    await deleteFixedCharges(
      scope.transaction,
      copies.map((copy) => copy.id),
      scope.now,
    );
  }
}
