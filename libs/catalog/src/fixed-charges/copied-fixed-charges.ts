import { isBlank, type RawInput } from '@tollgate/contracts';
import { newId, NotFound } from '@tollgate/platform';
import { onlyKeys } from '../records.js';
import type { Scope } from '../scope.js';
import { changeFixedCharge, type ChangedFixedCharge } from './fixed-charge-writes.js';
import {
  fixedChargesOfPlans,
  insertFixedCharge,
  type FixedChargeRow,
} from '../plan-repositories/fixed-charges.repository.js';
import { fixedChargesIn } from './plan-fixed-charges.js';
import { unitChange, type UnitChange } from './unit-change.js';

/** The fields that a subscription may override (subscriptions, section 3.6). */
const overridable = ['units', 'apply_units_immediately', 'invoice_display_name', 'properties', 'tax_codes'];

/**
 * Copies the fixed charges of a plan to its copy, without their taxes, and applies the overrides.
 * @param units the units that the subscription overrides already, by the id of the fixed charge
 */
export async function copyFixedCharges(
  scope: Scope,
  planId: string,
  copyId: string,
  overrides: RawInput,
  units: Record<string, string>,
): Promise<void> {
  const overridesByCharge = overridesById(overrides);
  for (const charge of await fixedChargesOfPlans(scope.transaction, [planId])) {
    const copy = await insertFixedCharge(scope.transaction, {
      ...charge,
      id: newId(),
      plan_id: copyId,
      parent_id: charge.id,
      properties: JSON.stringify(charge.properties),
      units: units[charge.id] ?? charge.units,
      revision: 0,
      created_at: scope.now,
      updated_at: scope.now,
    });
    const override = overridesByCharge.get(charge.id);
    if (override) await changeOverridden(scope, copy, override);
  }
}

/**
 * Edits the fixed charges of a copy by their ids; the others stay.
 * @returns the submitted units, even if they equal the stored ones
 * @throws NotFound, ValidationFailed
 */
export async function editCopiedFixedCharges(scope: Scope, copyId: string, overrides: RawInput): Promise<UnitChange[]> {
  const charges = await fixedChargesOfPlans(scope.transaction, [copyId]);
  const changes: UnitChange[] = [];
  for (const [id, override] of overridesById(overrides)) {
    const charge = charges.find((each) => each.id === id);
    if (!charge) throw new NotFound('fixed_charge');
    const { after, immediately } = await changeOverridden(scope, charge, override);
    if (!isBlank(override['units'])) changes.push(unitChange(after, immediately));
  }
  return changes;
}

const overridesById = (overrides: RawInput) =>
  new Map((fixedChargesIn(overrides) ?? []).map((charge) => [String(charge['id']).toLowerCase(), charge]));

/** Changes the submitted fields of a fixed charge; the others stay. */
async function changeOverridden(scope: Scope, charge: FixedChargeRow, override: RawInput): Promise<ChangedFixedCharge> {
  const currentValues = {
    invoice_display_name: charge.invoice_display_name,
    properties: charge.properties,
    units: charge.units,
  };
  const { units, properties, ...others } = onlyKeys(override, overridable);
  const requestedValues = {
    ...others,
    ...(isBlank(units) ? {} : { units }),
    ...(typeof properties === 'object' && properties !== null ? { properties } : {}),
  };
  const changed = { ...currentValues, ...requestedValues, charge_model: charge.charge_model };
  return changeFixedCharge(scope, charge, true, changed, !isBlank(units));
}
