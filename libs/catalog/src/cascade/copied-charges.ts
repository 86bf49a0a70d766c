import { newId } from '@tollgate/platform';
import { filtersOfCharges, insertFilters } from '../plan-repositories/charge-filters.repository.js';
import { copyPricingUnit } from '../pricing-units/pricing-unit-writes.js';
import type { Scope } from '../scope.js';
import { chargeCode } from '../prices/charge-code.js';
import { chargeCodes, insertCharge, type ChargeRow } from '../plan-repositories/charges.repository.js';

/** Copies a charge with its filters, without its taxes, to an override plan. */
export async function copyCharge(scope: Scope, planId: string, parent: ChargeRow): Promise<ChargeRow> {
  const { transaction, now } = scope;
  const charge = await insertCharge(transaction, {
    ...parent,
    id: newId(),
    plan_id: planId,
    parent_id: parent.id,
    code: chargeCode(parent.code, await chargeCodes(transaction, planId)),
    properties: JSON.stringify(parent.properties),
    created_at: now,
    updated_at: now,
  });
  await copyPricingUnit(scope, parent.id, charge.id);
  const filters = (await filtersOfCharges(transaction, [parent.id])).get(parent.id) ?? [];
  await insertFilters(
    transaction,
    filters.map((filter, position) => ({
      ...filter,
      id: newId(),
      organization_id: transaction.organizationId,
      charge_id: charge.id,
      properties: JSON.stringify(filter.properties),
      values: JSON.stringify(filter.values),
      position: position + 1,
      created_at: now,
      updated_at: now,
    })),
  );
  return charge;
}
