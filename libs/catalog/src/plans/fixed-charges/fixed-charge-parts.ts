import type { TenantTransaction } from '@tollgate/platform';
import { addOnsById, type AddOnRow } from '../../products/add-ons/add-ons.repository.js';
import { taxesOfFixedCharges } from '../../issuers/taxes/applied-taxes.js';
import type { TaxRow } from '../../issuers/taxes/taxes.repository.js';
import type { FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';

/** A fixed charge with everything that its answers and views show. */
export interface FixedChargeParts {
  charge: FixedChargeRow;
  addOn: AddOnRow;
  taxes: TaxRow[];
}

/** Loads the parts of fixed charges in a constant number of queries. */
export async function readFixedChargeParts(
  transaction: TenantTransaction,
  charges: FixedChargeRow[],
): Promise<FixedChargeParts[]> {
  if (charges.length === 0) return [];
  const addOns = await addOnsById(transaction, [...new Set(charges.map((charge) => charge.add_on_id))]);
  const taxes = await taxesOfFixedCharges(
    transaction,
    charges.map(({ id }) => id),
  );
  return charges.map((charge) => {
    const addOn = addOns.get(charge.add_on_id);
    if (!addOn) throw new Error(`Fixed charge ${charge.id} has no add-on`);
    return { charge, addOn, taxes: taxes.get(charge.id) ?? [] };
  });
}
