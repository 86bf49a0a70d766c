import type { Scope } from '../../scope.js';
import { applyPricingUnits } from './pricing-units.repository.js';
import type { ChargeUnit } from './pricing-unit.checks.js';

/** A charge with its unit. */
export interface UnitOfCharge {
  chargeId: string;
  unit: ChargeUnit;
}

/** Prices charges in their units, in one statement; a charge that has a unit gets the new rate. */
export async function writePricingUnits({ transaction }: Scope, units: UnitOfCharge[]): Promise<void> {
  await applyPricingUnits(
    transaction,
    units.map(({ chargeId, unit }) => ({
      charge_id: chargeId,
      organization_id: transaction.organizationId,
      pricing_unit_id: unit.pricingUnitId,
      conversion_rate: unit.conversionRate,
    })),
  );
}
