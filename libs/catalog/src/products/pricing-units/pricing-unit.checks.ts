import type { FieldErrors } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import { refuseErrors } from '@tollgate/platform';
import { readable, unitCodeOf, type PricingUnitDraft } from './pricing-unit.draft.js';

/** The unit that a charge is priced in, as a check prepares it. */
export interface ChargeUnit {
  pricingUnitId: string;
  /** Decimal text: main units of the plan's currency for one of the unit. */
  conversionRate: string;
}

/**
 * Checks the unit of a new charge (catalog, section 4).
 * @param unitIds the ids of pricing units, by code
 * @throws ValidationFailed
 */
export function checkNewUnit(draft: PricingUnitDraft, unitIds: ReadonlyMap<string, string>): ChargeUnit {
  const { rate, problems } = checkRate(draft);
  const code = unitCodeOf(draft);
  const pricingUnitId = code ? unitIds.get(code) : undefined;
  if (pricingUnitId === undefined) problems['pricing_unit'] = ['relation_must_exist'];
  refuseErrors(problems);
  return { pricingUnitId: pricingUnitId ?? '', conversionRate: rate };
}

/**
 * Checks the new conversion rate of a charge; its unit stays, and a charge without a unit gets none.
 * @param unitId the unit of the charge
 * @returns null if nothing changes
 * @throws ValidationFailed
 */
export function checkConversionRate(
  draft: PricingUnitDraft | undefined,
  unitId: string | undefined,
): ChargeUnit | null {
  if (unitId === undefined || !draft?.hasRate) return null;
  const { rate, problems } = checkRate(draft);
  refuseErrors(problems);
  return { pricingUnitId: unitId, conversionRate: rate };
}

function checkRate({ fields }: PricingUnitDraft): { rate: string; problems: FieldErrors } {
  const problems: FieldErrors = { ...fields.problems };
  const { conversion_rate: rate = null } = readable(fields);
  if (rate === null && !problems['conversion_rate'])
    problems['conversion_rate'] = ['value_is_mandatory', 'is not a number'];
  if (rate !== null && new Decimal(rate).lte(0)) problems['conversion_rate'] = ['value_is_out_of_range'];
  return { rate: rate ?? '0', problems };
}
