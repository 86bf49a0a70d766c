import type { BillingEntity, Fee, SingleInvoice } from '@tollgate/contracts';
import { datePlusDays } from '@tollgate/rating';
import { sampleCustomer, sampleDay, sampleId, sampleInstant } from './sample-customer.js';

/** In the smallest unit of the currency: items, and a tax of 20 % on them. */
const amounts = [
  { name: 'Sample A', units: 1, cents: 100_000 },
  { name: 'Sample B', units: 10, cents: 25_000 },
];
const taxRate = 20;
export const sampleNet = amounts.reduce((sum, { cents }) => sum + cents, 0);
export const sampleTax = (sampleNet * taxRate) / 100;
export const sampleTotal = sampleNet + sampleTax;

/** A number that no document has. */
export const sampleNumber = (prefix: string): string => `${prefix}-000-000`;

const decimal = (cents: number): string => (cents / 100).toFixed(2);

function sampleFee({ name, units, cents }: (typeof amounts)[number], currency: string): Fee {
  const tax = (cents * taxRate) / 100;
  return {
    svc_id: sampleId,
    svc_charge_id: null,
    svc_charge_filter_id: null,
    svc_fixed_charge_id: null,
    svc_invoice_id: sampleId,
    svc_true_up_fee_id: null,
    svc_true_up_parent_fee_id: null,
    svc_original_fee_id: null,
    svc_subscription_id: null,
    svc_customer_id: sampleId,
    external_customer_id: 'sample',
    external_subscription_id: null,
    item: {
      type: 'add_on',
      code: 'sample',
      name,
      description: null,
      invoice_display_name: name,
      filters: null,
      filter_invoice_display_name: null,
      svc_item_id: sampleId,
      item_type: 'AddOn',
      grouped_by: {},
    },
    pay_in_advance: false,
    invoiceable: true,
    amount_cents: cents,
    amount_currency: currency,
    precise_amount: decimal(cents),
    precise_total_amount: decimal(cents + tax),
    taxes_amount_cents: tax,
    taxes_precise_amount: decimal(tax),
    taxes_rate: taxRate,
    total_amount_cents: cents + tax,
    total_amount_currency: currency,
    units: `${units}.0`,
    total_aggregated_units: null,
    precise_unit_amount: decimal(cents / units),
    precise_coupons_amount_cents: '0.0',
    sub_total_excluding_taxes_amount_cents: cents,
    sub_total_excluding_taxes_precise_amount_cents: `${cents}.0`,
    events_count: null,
    payment_status: 'pending',
    created_at: sampleInstant,
    succeeded_at: null,
    failed_at: null,
    refunded_at: null,
    from_date: '2026-01-01T00:00:00Z',
    to_date: `${sampleDay}T23:59:59Z`,
    event_transaction_id: null,
    description: null,
    amount_details: {},
    self_billed: false,
    pricing_unit_details: null,
    presentation_breakdowns: [],
  };
}

const noAmounts = {
  coupons_amount_cents: 0,
  credit_notes_amount_cents: 0,
  prepaid_credit_amount_cents: 0,
  prepaid_granted_credit_amount_cents: null,
  prepaid_purchased_credit_amount_cents: null,
  progressive_billing_credit_amount_cents: 0,
  total_offsetted_credit_note_amount_cents: 0,
};

/** An invoice of two items with a tax. @param taxName in the language of the document */
export function sampleInvoice(issuer: BillingEntity, locale: string, taxName: string): SingleInvoice {
  const { default_currency: currency, net_payment_term: term } = issuer;
  return {
    svc_id: sampleId,
    billing_entity_code: issuer.code,
    sequential_id: null,
    number: sampleNumber(issuer.document_number_prefix),
    issuing_date: sampleDay,
    payment_due_date: datePlusDays(sampleDay, term),
    net_payment_term: term,
    invoice_type: 'one_off',
    status: 'finalized',
    payment_status: 'pending',
    payment_dispute_lost_at: null,
    payment_overdue: false,
    currency,
    fees_amount_cents: sampleNet,
    ...noAmounts,
    sub_total_excluding_taxes_amount_cents: sampleNet,
    taxes_amount_cents: sampleTax,
    sub_total_including_taxes_amount_cents: sampleTotal,
    total_amount_cents: sampleTotal,
    total_due_amount_cents: sampleTotal,
    total_paid_amount_cents: 0,
    version_number: 4,
    self_billed: false,
    purchase_order_number: 'PO-1234',
    file_url: null,
    xml_url: null,
    web_url: null,
    voided_at: null,
    created_at: sampleInstant,
    updated_at: sampleInstant,
    customer: sampleCustomer(issuer, locale),
    metadata: [],
    applied_taxes: [
      {
        svc_id: sampleId,
        svc_tax_id: null,
        svc_invoice_id: sampleId,
        tax_name: taxName,
        tax_code: 'sample',
        tax_rate: taxRate,
        tax_description: null,
        fees_amount_cents: sampleNet,
        amount_cents: sampleTax,
        amount_currency: currency,
        created_at: sampleInstant,
      },
    ],
    applied_invoice_custom_sections: [],
    applied_usage_thresholds: [],
    billing_periods: [],
    credits: [],
    fees: amounts.map((amount) => sampleFee(amount, currency)),
    subscriptions: [],
    error_details: [],
  };
}
