import { FixedChargeOverride, isBlank, type RawInput } from '@tollgate/contracts';
import { isOwnCopy, type FixedChargeView, type PlanView } from '@tollgate/catalog/reader';
import { NotFound, ValidationFailed, readRawInput } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import type { UnitsToRecord } from './quantity-history.js';

const unitKeys = ['id', 'units', 'apply_units_immediately'];

const fixedChargesOf = (overrides: RawInput): RawInput[] => {
  const rawCharges = overrides['fixed_charges'];
  return Array.isArray(rawCharges)
    ? rawCharges.filter((item): item is RawInput => item !== null && typeof item === 'object' && !Array.isArray(item))
    : [];
};

/** Whether overrides change units alone; those need no copy of the plan (subscriptions, section 3.6). */
export function areUnitsOnly(plan: PlanView, overrides: RawInput): boolean {
  const charges = fixedChargesOf(overrides);
  return (
    !isOwnCopy(plan) &&
    charges.length > 0 &&
    Object.keys(overrides).every((key) => key === 'fixed_charges') &&
    charges.every((charge) => Object.keys(charge).every((key) => unitKeys.includes(key)))
  );
}

/** The overridden units, with their fixed charges of the plan. @throws NotFound, ValidationFailed */
export function requestedUnits(plan: PlanView, overrides: RawInput): UnitsToRecord[] {
  return fixedChargesOf(overrides).flatMap((rawCharge) => {
    const charge = plan.fixedCharges.find(({ id }) => id === String(rawCharge['id']).toLowerCase());
    if (!charge) throw new NotFound('fixed_charge');
    return isBlank(rawCharge['units']) ? [] : [unitsOf(charge, rawCharge)];
  });
}

/** Reads the units of a fixed charge in a body. @throws ValidationFailed */
export function unitsOf(charge: FixedChargeView, raw: RawInput): UnitsToRecord {
  const { units, apply_units_immediately: immediately } = readRawInput(FixedChargeOverride, raw);
  if (isBlank(units)) throw new ValidationFailed({ units: ['is not a number'] });
  const rounded = new Decimal(units as string).toDecimalPlaces(10);
  if (rounded.lessThan(0)) throw new ValidationFailed({ units: ['value_is_out_of_range'] });
  return { charge, units: rounded.toFixed(), immediately: immediately ?? false };
}

/** Ids of overridden fixed charges, and whether their units count at once. */
export const immediateIds = (overrides: RawInput): Set<string> =>
  new Set(
    fixedChargesOf(overrides)
      .filter(({ apply_units_immediately: immediately }) => immediately === true || immediately === 'true')
      .map(({ id }) => String(id).toLowerCase()),
  );
