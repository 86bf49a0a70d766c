import type { Fee, FeeAppliedTax, FeeWithTaxes } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull, type TenantTransaction } from '@tollgate/platform';
import { centsDecimal, centsNumber, Decimal, decimalText, roundToCents, subunit } from '@tollgate/rating';
import { readEmbeddedCustomers, readSubscriptionNames } from '@tollgate/subscription/reader';
import { displayedUnits, presentBreakdowns } from '../../model/line-items/presentation.js';
import { taxesByFee, type FeeRow, type FeeTaxRow } from '../../model/fees/fees.repository.js';

/** The owners of a fee, as answers name them. */
export interface FeeOwners {
  externalCustomerId: string | null;
  externalSubscriptionId: string | null;
}

const itemTypes = {
  charge: 'BillableMetric',
  fixed_charge: 'AddOn',
  add_on: 'AddOn',
  subscription: 'Subscription',
  commitment: 'Subscription',
  credit: 'WalletTransaction',
} as const;

/** A fee as invoices and its own answers show it (charges, section 1.2). */
export function presentFee(row: FeeRow, owners: FeeOwners): Fee {
  const unit = subunit(row.currency);
  const precise = new Decimal(row.precise_amount_cents);
  const preciseTaxes = new Decimal(row.taxes_precise_amount_cents);
  const coupons = new Decimal(row.precise_coupons_amount_cents);
  return {
    svc_id: row.id,
    svc_charge_id: row.charge_id,
    svc_charge_filter_id: row.charge_filter_id,
    svc_fixed_charge_id: row.fixed_charge_id,
    svc_invoice_id: row.invoice_id,
    svc_true_up_fee_id: row.true_up_fee_id,
    svc_true_up_parent_fee_id: row.true_up_parent_fee_id,
    svc_original_fee_id: null,
    svc_subscription_id: row.subscription_id,
    svc_customer_id: row.subscription_id === null ? null : row.customer_id,
    external_customer_id: row.subscription_id === null ? null : owners.externalCustomerId,
    external_subscription_id: owners.externalSubscriptionId,
    item: {
      type: row.fee_type,
      code: row.item_code,
      name: row.item_name,
      description: row.item_description,
      invoice_display_name: row.invoice_display_name,
      filters: row.filters,
      filter_invoice_display_name: row.filter_invoice_display_name,
      svc_item_id: row.item_id,
      item_type: itemTypes[row.fee_type],
      grouped_by: row.grouped_by,
    },
    pay_in_advance: row.pay_in_advance,
    invoiceable: row.invoiceable,
    amount_cents: centsNumber(row.amount_cents),
    amount_currency: row.currency,
    precise_amount: decimalText(precise.div(unit)),
    precise_total_amount: decimalText(precise.plus(preciseTaxes).div(unit)),
    taxes_amount_cents: centsNumber(row.taxes_amount_cents),
    taxes_precise_amount: decimalText(preciseTaxes.div(unit)),
    taxes_rate: Number(row.taxes_rate),
    total_amount_cents: centsNumber(row.amount_cents + row.taxes_amount_cents),
    total_amount_currency: row.currency,
    units: decimalText(new Decimal(row.units)),
    total_aggregated_units:
      row.total_aggregated_units === null ? null : decimalText(new Decimal(row.total_aggregated_units)),
    precise_unit_amount: decimalText(new Decimal(row.precise_unit_amount)),
    precise_coupons_amount_cents: decimalText(coupons),
    sub_total_excluding_taxes_amount_cents: centsNumber(roundToCents(centsDecimal(row.amount_cents).minus(coupons))),
    sub_total_excluding_taxes_precise_amount_cents: decimalText(precise.minus(coupons)),
    events_count: row.events_count === null ? null : Number(row.events_count),
    payment_status: row.payment_status,
    created_at: isoSeconds(row.created_at),
    succeeded_at: isoSecondsOrNull(row.succeeded_at),
    failed_at: isoSecondsOrNull(row.failed_at),
    refunded_at: isoSecondsOrNull(row.refunded_at),
    ...(hasPeriod(row)
      ? { from_date: isoSecondsOrNull(row.from_datetime), to_date: isoSecondsOrNull(row.to_datetime) }
      : {}),
    ...(row.fee_type === 'charge' && row.pay_in_advance ? { event_transaction_id: row.event_transaction_id } : {}),
    description: row.description,
    amount_details: row.amount_details,
    self_billed: row.self_billed,
    pricing_unit_details: row.pricing_unit_details,
    presentation_breakdowns: presentBreakdowns(displayedUnits(row.presentation)),
  };
}

/** Commitments and purchased credits show no period (charges, section 1.2). */
const hasPeriod = ({ fee_type: type }: FeeRow) => type !== 'commitment' && type !== 'credit';

export const presentFeeTax = (tax: FeeTaxRow, currency: string): FeeAppliedTax => ({
  svc_id: tax.id,
  svc_fee_id: tax.fee_id,
  svc_tax_id: tax.tax_id,
  tax_name: tax.tax_name,
  tax_code: tax.tax_code,
  tax_rate: Number(tax.tax_rate),
  tax_description: tax.tax_description,
  amount_cents: centsNumber(tax.amount_cents),
  amount_currency: currency,
  created_at: isoSeconds(tax.created_at),
});

/** Fees without their taxes, as webhooks show them. */
export async function presentFees(transaction: TenantTransaction, rows: FeeRow[]): Promise<Fee[]> {
  const customers = await readEmbeddedCustomers(
    transaction,
    rows.map((row) => row.customer_id),
  );
  const names = await readSubscriptionNames(
    transaction,
    rows.flatMap((row) => row.subscription_id ?? []),
  );
  return rows.map((row) =>
    presentFee(row, {
      externalCustomerId: customers.get(row.customer_id)?.external_id ?? null,
      externalSubscriptionId: names.get(row.subscription_id ?? '') ?? null,
    }),
  );
}

/** Fees as their own answers show them. */
export async function presentFeesWithTaxes(transaction: TenantTransaction, rows: FeeRow[]): Promise<FeeWithTaxes[]> {
  const fees = await presentFees(transaction, rows);
  const taxes = await taxesByFee(
    transaction,
    rows.map(({ id }) => id),
  );
  return fees.map((fee) => ({
    ...fee,
    applied_taxes: (taxes.get(fee.svc_id) ?? []).map((tax) => presentFeeTax(tax, fee.amount_currency)),
  }));
}
