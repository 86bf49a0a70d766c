import { FixedChargeInPlan, isBlank, PlanCreate, type RawInput } from '@tollgate/contracts';
import { isId, NotFound, type TenantTransaction } from '@tollgate/platform';
import { liveAddOns, type AddOnRow } from '../add-ons/add-ons.repository.js';
import type { Scope } from '../scope.js';
import { cascadeFixedCharge, cascadeFixedChargeRemoval, cascadeNewFixedCharge } from './fixed-charge-cascade.js';
import { addFixedCharge, changeFixedCharge } from './fixed-charge-writes.js';
import { deleteFixedCharges, fixedChargesOfPlans } from '../plan-repositories/fixed-charges.repository.js';
import { unitChange, type UnitChange } from './unit-change.js';
import { readField } from '../records.js';

/** The fixed charges in a plan's body; undefined if absent. */
export const fixedChargesIn = (plan: RawInput): RawInput[] | undefined => readField(PlanCreate, 'fixed_charges', plan);

/**
 * Looks up the add-ons of submitted fixed charges, before any check of the plan (catalog, section 3.1).
 * @throws NotFound `add_ons_not_found` if one is missing
 */
export async function addOnsOfFixedCharges(
  transaction: TenantTransaction,
  rawCharges: RawInput[],
): Promise<AddOnRow[]> {
  const ids = rawCharges
    .filter(({ add_on_id: id }) => !isBlank(id))
    .map(({ add_on_id: id }) => String(id).toLowerCase());
  const codes = rawCharges
    .filter(({ add_on_id: id, add_on_code: code }) => isBlank(id) && !isBlank(code))
    .map(({ add_on_code: code }) => String(code));
  const addOns = await liveAddOns(transaction, ids.filter(isId), codes, 'share');
  const allFound =
    ids.every((id) => addOns.some((addOn) => addOn.id === id)) &&
    codes.every((code) => addOns.some((addOn) => addOn.code === code));
  if (!allFound) throw new NotFound('add_ons');
  return addOns;
}

function addOnOf(addOns: AddOnRow[], { add_on_id: id, add_on_code: code }: RawInput): AddOnRow {
  const addOn = addOns.find((each) => (isBlank(id) ? each.code === code : each.id === String(id).toLowerCase()));
  if (!addOn) throw new NotFound('add_ons');
  return addOn;
}

/** Adds fixed charges to a new plan, in input order; the first invalid one fails. @throws ValidationFailed, NotFound */
export async function addFixedCharges(
  scope: Scope,
  planId: string,
  rawCharges: RawInput[],
  addOns: AddOnRow[],
): Promise<void> {
  for (const charge of rawCharges)
    await addFixedCharge(scope, planId, addOnOf(addOns, charge), FixedChargeInPlan, charge);
}

/**
 * Replaces the fixed charges of a plan: an entry with an id changes that one, other entries are new, and missing ones
 * are deleted last (catalog, section 3.2).
 * @param copies ids of the override plans to change; null for no cascade
 * @returns the unit changes for subscriptions
 * @throws ValidationFailed, NotFound
 */
export async function replaceFixedCharges(
  scope: Scope,
  planId: string,
  attached: boolean,
  rawCharges: RawInput[],
  addOns: AddOnRow[],
  copies: string[] | null,
): Promise<UnitChange[]> {
  const storedCharges = new Map(
    (await fixedChargesOfPlans(scope.transaction, [planId])).map((charge) => [charge.id, charge]),
  );
  const dropped = new Set(storedCharges.keys());
  const changes: UnitChange[] = [];
  for (const item of rawCharges) {
    const charge = storedCharges.get(String(item['id']).toLowerCase());
    if (charge) {
      dropped.delete(charge.id);
      const change = await changeFixedCharge(scope, charge, attached, item);
      storedCharges.set(charge.id, change.after);
      if (change.unitsChanged) changes.push(unitChange(change.after, change.immediately));
      if (copies) changes.push(...(await cascadeFixedCharge(scope, change, copies, change.immediately)));
    } else {
      const addOn = addOnOf(addOns, item);
      const immediately = item['apply_units_immediately'] === true || item['apply_units_immediately'] === 'true';
      const added = await addFixedCharge(scope, planId, addOn, FixedChargeInPlan, item);
      changes.push(unitChange(added, immediately));
      if (copies) changes.push(...(await cascadeNewFixedCharge(scope, added, addOn, copies, immediately)));
    }
  }
  if (copies) await cascadeFixedChargeRemoval(scope, [...dropped]);
  await deleteFixedCharges(scope.transaction, [...dropped], scope.now);
  return changes;
}
