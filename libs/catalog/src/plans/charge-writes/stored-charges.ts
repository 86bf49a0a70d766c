import type { TenantTransaction } from '@tollgate/platform';
import { filtersOfCharges, lastPositions } from '../../model/plan-repositories/charge-filters.repository.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { pricingUnitsOfCharges } from '../../products/pricing-units/pricing-units.repository.js';
import type { StoredCharge } from './prepared-charges.js';

/**
 * Reads the parts of stored charges in a constant number of statements.
 * @param refiltered the ids of those that get filters: positions of the others are 0
 */
export async function readStoredCharges(
  transaction: TenantTransaction,
  rows: ChargeRow[],
  refiltered: string[] = [],
): Promise<Map<string, StoredCharge>> {
  const ids = rows.map(({ id }) => id);
  const filters = await filtersOfCharges(transaction, ids);
  const units = await pricingUnitsOfCharges(transaction, ids);
  const positions = await lastPositions(transaction, refiltered);
  return new Map(
    rows.map((row) => {
      const unit = units.get(row.id);
      return [
        row.id,
        {
          row,
          filters: filters.get(row.id) ?? [],
          lastPosition: positions.get(row.id) ?? 0,
          unit: unit ? { pricingUnitId: unit.id, conversionRate: unit.conversionRate } : null,
        },
      ];
    }),
  );
}
