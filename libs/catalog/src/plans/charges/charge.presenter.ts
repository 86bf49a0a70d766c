import type { RetainedPart } from '../../model/plan-repositories/retained-versions.repository.js';
import type { Charge } from '@tollgate/contracts';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { Decimal, decimalText } from '@tollgate/rating';
import { presentFilter, toFilterView } from '../charge-filters/charge-filter.presenter.js';
import { presentTax } from '../../issuers/taxes/tax.presenter.js';
import { toTaxView } from '../../issuers/taxes/taxes.reader.js';
import { taxApplications, type TaxApplication } from '../../issuers/taxes/taxes.repository.js';
import type { ChargeView } from '../../views.js';
import { readChargeParts, type ChargeParts } from './charge-parts.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { toPriceView } from '../prices/price-view.js';
import { presentProperties } from '../prices/properties.js';

/** A charge in its own answers and inside its plan. */
export function presentCharge(
  { charge, metric, filters, taxes, pricingUnit }: ChargeParts,
  applications: TaxApplication[],
): Charge {
  return {
    svc_id: charge.id,
    svc_billable_metric_id: charge.billable_metric_id,
    code: charge.code,
    invoice_display_name: charge.invoice_display_name,
    invoice_display_name_translations: charge.invoice_display_name_translations,
    billable_metric_code: metric.code,
    created_at: isoSeconds(charge.created_at),
    charge_model: charge.charge_model,
    invoiceable: charge.invoiceable,
    regroup_paid_fees: charge.regroup_paid_fees,
    pay_in_advance: charge.pay_in_advance,
    prorated: charge.prorated,
    min_amount_cents: Number(charge.min_amount_cents),
    accepts_target_wallet: charge.accepts_target_wallet,
    properties: presentProperties(charge.properties),
    applied_pricing_unit: pricingUnit && {
      code: pricingUnit.code,
      conversion_rate: decimalText(new Decimal(pricingUnit.conversionRate)),
    },
    svc_parent_id: charge.parent_id,
    filters: filters.map((filter) => presentFilter(filter, charge.code)),
    taxes: taxes.map((tax) => presentTax(tax, applications)),
  };
}

/** Charges as in their own answers, in input order. */
export async function presentCharges(transaction: TenantTransaction, charges: ChargeRow[]): Promise<Charge[]> {
  const parts = await readChargeParts(transaction, charges);
  const applications = await taxApplications(
    transaction,
    parts.flatMap(({ taxes }) => taxes.map(({ id }) => id)),
  );
  return parts.map((part) => presentCharge(part, applications));
}

/** A charge as other services see it. @param retained the parts of retained versions, by the part that they copy */
export const toChargeView = (
  { charge, metric, filters, taxes, pricingUnit }: ChargeParts,
  retained: ReadonlyMap<string, RetainedPart[]>,
): ChargeView => ({
  id: charge.id,
  parentId: charge.parent_id,
  retainedIds: (retained.get(charge.parent_id ?? charge.id) ?? []).map(({ id }) => id),
  code: charge.code,
  invoiceDisplayName: charge.invoice_display_name,
  metric,
  ...toPriceView(charge),
  payInAdvance: charge.pay_in_advance,
  prorated: charge.prorated,
  invoiceable: charge.invoiceable,
  regroupPaidFees: charge.regroup_paid_fees,
  minAmountCents: charge.min_amount_cents,
  acceptsTargetWallet: charge.accepts_target_wallet,
  pricingUnit,
  filters: filters.map((filter) => toFilterView(filter, retained)),
  taxes: taxes.map(toTaxView),
});
