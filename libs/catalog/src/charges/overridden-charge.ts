import { ChargeUpdate, type RawInput } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import { updateCharge, type ChargeRow } from '../plan-repositories/charges.repository.js';
import { onlyKeys, readRecord } from '../records.js';
import type { Scope } from '../scope.js';
import { changeCharge } from './charge-writes.js';

/** Changes the submitted fields of a copied charge; its model never changes. @throws ValidationFailed, NotFound */
export async function overrideCharge(scope: Scope, charge: ChargeRow, raw: RawInput): Promise<ChargeRow> {
  const currentValues = { invoice_display_name: charge.invoice_display_name, properties: charge.properties };
  const present = Object.fromEntries(
    Object.entries(raw).filter(([key, value]) => key !== 'properties' || (typeof value === 'object' && value !== null)),
  );
  const changed = await changeCharge(scope, charge, true, {
    ...currentValues,
    ...present,
    charge_model: charge.charge_model,
  });
  const { min_amount_cents: minimum } = await readRecord(
    ChargeUpdate,
    onlyKeys(raw, ['min_amount_cents']),
    () => undefined,
  );
  if (typeof minimum === 'number' && minimum > 0 && charge.pay_in_advance)
    throw new ValidationFailed({ min_amount_cents: ['not_compatible_with_pay_in_advance'] });
  return typeof minimum === 'number'
    ? updateCharge(scope.transaction, charge.id, { min_amount_cents: BigInt(minimum) })
    : changed;
}
