import { ChargeUpdate } from '@tollgate/contracts';
import { newId, ValidationFailed } from '@tollgate/platform';
import { filtersOfCharges, insertFilters } from '../charge-filters/charge-filters.repository.js';
import { copyPricingUnit } from '../pricing-units/pricing-unit-writes.js';
import { onlyKeys, readRecord } from '../records.js';
import type { Scope } from '../scope.js';
import { chargeCode } from './charge-code.js';
import { changeCharge } from './charge-writes.js';
import { chargeCodes, insertCharge, updateCharge, type ChargeRow } from './charges.repository.js';

/** Copies a charge with its filters, without its taxes, to an override plan. */
export async function copyCharge(scope: Scope, planId: string, parent: ChargeRow): Promise<ChargeRow> {
  const { transaction, organizationId, now } = scope;
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
      organization_id: organizationId,
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

/** Changes what is given and leaves the rest of a copied charge as it is; its model never changes. @throws ValidationFailed, NotFound */
export async function overrideCharge(scope: Scope, charge: ChargeRow, given: Record<string, unknown>): Promise<ChargeRow> {
  const kept = { invoice_display_name: charge.invoice_display_name, properties: charge.properties };
  const present = Object.fromEntries(Object.entries(given).filter(([key, value]) => key !== 'properties' || (typeof value === 'object' && value !== null)));
  const changed = await changeCharge(scope, charge, true, { ...kept, ...present, charge_model: charge.charge_model });
  const { min_amount_cents: minimum } = await readRecord(ChargeUpdate, onlyKeys(given, ['min_amount_cents']), () => undefined);
  if (typeof minimum === 'number' && minimum > 0 && charge.pay_in_advance) throw new ValidationFailed({ min_amount_cents: ['not_compatible_with_pay_in_advance'] });
  return typeof minimum === 'number' ? updateCharge(scope.transaction, charge.id, { min_amount_cents: BigInt(minimum) }) : changed;
}
