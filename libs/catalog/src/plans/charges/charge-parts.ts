import type { TenantTransaction } from '@tollgate/platform';
import { readMetrics } from '../../products/billable-metrics/billable-metrics.reader.js';
import { filtersOfCharges, type ChargeFilterRow } from '../../model/plan-repositories/charge-filters.repository.js';
import { pricingUnitsOfCharges } from '../../products/pricing-units/pricing-units.repository.js';
import { taxesOfCharges } from '../../issuers/taxes/applied-taxes.js';
import type { TaxRow } from '../../issuers/taxes/taxes.repository.js';
import type { AppliedPricingUnitView, MetricView } from '../../views.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';

/** A charge with everything that its answers and views show. */
export interface ChargeParts {
  charge: ChargeRow;
  metric: MetricView;
  filters: ChargeFilterRow[];
  taxes: TaxRow[];
  pricingUnit: AppliedPricingUnitView | null;
}

/** Loads the parts of charges in a constant number of queries. */
export async function readChargeParts(transaction: TenantTransaction, charges: ChargeRow[]): Promise<ChargeParts[]> {
  if (charges.length === 0) return [];
  const ids = charges.map(({ id }) => id);
  const metrics = await readMetrics(transaction, [...new Set(charges.map((charge) => charge.billable_metric_id))]);
  const filters = await filtersOfCharges(transaction, ids);
  const taxes = await taxesOfCharges(transaction, ids);
  const pricingUnits = await pricingUnitsOfCharges(transaction, ids);
  return charges.map((charge) => {
    const metric = metrics.get(charge.billable_metric_id);
    if (!metric) throw new Error(`Charge ${charge.id} has no metric`);
    return {
      charge,
      metric,
      filters: filters.get(charge.id) ?? [],
      taxes: taxes.get(charge.id) ?? [],
      pricingUnit: pricingUnits.get(charge.id) ?? null,
    };
  });
}
