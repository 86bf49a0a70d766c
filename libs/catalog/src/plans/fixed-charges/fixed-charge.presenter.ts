import type { RetainedPart } from '../../model/plan-repositories/retained-versions.repository.js';
import type { FixedCharge } from '@tollgate/contracts';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { toAddOnView } from '../../products/add-ons/add-ons.reader.js';
import { presentTax } from '../../issuers/taxes/tax.presenter.js';
import { toTaxView } from '../../issuers/taxes/taxes.reader.js';
import { taxApplications, type TaxApplication } from '../../issuers/taxes/taxes.repository.js';
import type { FixedChargeView } from '../../views.js';
import { readFixedChargeParts, type FixedChargeParts } from './fixed-charge-parts.js';
import { toPriceView } from '../prices/price-view.js';
import type { FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';

/** A fixed charge in its own answers and inside its plan. */
export const presentFixedCharge = (
  { charge, addOn, taxes }: FixedChargeParts,
  applications: TaxApplication[],
): FixedCharge => ({
  svc_id: charge.id,
  svc_add_on_id: charge.add_on_id,
  code: charge.code,
  invoice_display_name: charge.invoice_display_name,
  invoice_display_name_translations: charge.invoice_display_name_translations,
  add_on_code: addOn.code,
  created_at: isoSeconds(charge.created_at),
  charge_model: charge.charge_model,
  pay_in_advance: charge.pay_in_advance,
  prorated: charge.prorated,
  properties: charge.properties,
  units: Number(charge.units),
  svc_parent_id: charge.parent_id,
  taxes: taxes.map((tax) => presentTax(tax, applications)),
});

/** Fixed charges as in their own answers, in input order. */
export async function presentFixedCharges(
  transaction: TenantTransaction,
  charges: FixedChargeRow[],
): Promise<FixedCharge[]> {
  const parts = await readFixedChargeParts(transaction, charges);
  const applications = await taxApplications(
    transaction,
    parts.flatMap(({ taxes }) => taxes.map(({ id }) => id)),
  );
  return parts.map((part) => presentFixedCharge(part, applications));
}

/** A fixed charge as other services see it. @param retained the parts of retained versions, by the part that they copy */
export const toFixedChargeView = (
  { charge, addOn, taxes }: FixedChargeParts,
  retained: ReadonlyMap<string, RetainedPart[]>,
): FixedChargeView => ({
  id: charge.id,
  parentId: charge.parent_id,
  retainedIds: (retained.get(charge.parent_id ?? charge.id) ?? []).map(({ id }) => id),
  code: charge.code,
  invoiceDisplayName: charge.invoice_display_name,
  addOn: toAddOnView(addOn),
  ...toPriceView(charge),
  payInAdvance: charge.pay_in_advance,
  prorated: charge.prorated,
  units: charge.units,
  revision: charge.revision,
  taxes: taxes.map(toTaxView),
});
