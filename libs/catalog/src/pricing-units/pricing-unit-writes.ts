import { AppliedPricingUnitInput, readBody, type FieldErrors, type RawInput } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import { ValidationFailed } from '@tollgate/platform';
import type { ChargeRow } from '../plan-repositories/charges.repository.js';
import type { Scope } from '../scope.js';
import { applyPricingUnit, findPricingUnit, pricingUnitsOfCharges } from './pricing-units.repository.js';

/** Prices a new charge in the unit that its body names (catalog, section 4). @throws ValidationFailed */
export async function writePricingUnit(
  { transaction }: Scope,
  charge: ChargeRow,
  raw: RawInput | undefined,
): Promise<void> {
  if (raw === undefined) return;
  const { code, rate, errors } = readUnit(raw);
  const unit = code ? await findPricingUnit(transaction, code) : undefined;
  if (!unit) errors['pricing_unit'] = ['relation_must_exist'];
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
  await applyPricingUnit(transaction, {
    charge_id: charge.id,
    organization_id: transaction.organizationId,
    pricing_unit_id: unit?.id ?? '',
    conversion_rate: rate,
  });
}

/**
 * Changes the conversion rate of a charge; its unit stays, and a charge without a unit gets none.
 * @throws ValidationFailed
 */
export async function changeConversionRate(
  { transaction }: Scope,
  charge: ChargeRow,
  raw: RawInput | undefined,
): Promise<void> {
  const applied = (await pricingUnitsOfCharges(transaction, [charge.id])).get(charge.id);
  if (!applied || raw?.['conversion_rate'] === undefined) return;
  const { rate, errors } = readUnit(raw);
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
  await applyPricingUnit(transaction, {
    charge_id: charge.id,
    organization_id: transaction.organizationId,
    pricing_unit_id: applied.id,
    conversion_rate: rate,
  });
}

/** Copies the pricing unit of the parent charge. */
export async function copyPricingUnit({ transaction }: Scope, parentId: string, chargeId: string): Promise<void> {
  const applied = (await pricingUnitsOfCharges(transaction, [parentId])).get(parentId);
  if (!applied) return;
  await applyPricingUnit(transaction, {
    charge_id: chargeId,
    organization_id: transaction.organizationId,
    pricing_unit_id: applied.id,
    conversion_rate: applied.conversionRate,
  });
}

function readUnit(raw: RawInput): { code: string | null; rate: string; errors: FieldErrors } {
  const read = readBody(AppliedPricingUnitInput, raw);
  const errors: FieldErrors = 'errors' in read ? read.errors : {};
  const { code = null, conversion_rate: rate = null } = 'errors' in read ? {} : read.input;
  if (rate === null && !errors['conversion_rate'])
    errors['conversion_rate'] = ['value_is_mandatory', 'is not a number'];
  if (rate !== null && new Decimal(rate).lte(0)) errors['conversion_rate'] = ['value_is_out_of_range'];
  return { code, rate: rate ?? '0', errors };
}
