import {
  noCustomerEinvoicing,
  noIssuerEinvoicing,
  noLegalMentions,
  usualPortalSettings,
  type BillingEntity,
} from '@tollgate/contracts';
import { noFacts } from '../content/billing-facts.js';
import type { CreditNoteSource, InvoiceSource, Issuing, TaxedFee } from './sources.js';

export const issuer = {
  code: 'nimbus',
  name: 'Nimbus',
  legal_name: 'Nimbus GmbH',
  legal_number: 'HRB 1234',
  tax_identification_number: 'DE123456788',
  document_locale: 'en',
  address_line1: 'Invalidenstr. 1',
  address_line2: null,
  city: 'Berlin',
  zipcode: '10115',
  state: null,
  country: 'DE',
  email: 'billing@nimbus.example',
  phone: '+49 30 1234567',
  eu_tax_management: false,
  bank_account_iban: 'DE89370400440532013000',
  bank_account_bic: null,
  bank_account_holder: null,
  payment_terms: null,
  einvoicing: true,
  einvoicing_settings: noIssuerEinvoicing,
  legal_mentions: noLegalMentions,
  portal_settings: usualPortalSettings,
} as unknown as BillingEntity;

export const issuing = (changes: Partial<Issuing> = {}): Issuing => ({
  issuer,
  issuerSettings: noIssuerEinvoicing,
  customerSettings: noCustomerEinvoicing,
  facts: noFacts,
  ...changes,
});

export const customer = {
  svc_id: 'c-1',
  external_id: 'acme-7',
  name: 'Acme',
  firstname: null,
  lastname: null,
  legal_name: 'Acme SA',
  legal_number: null,
  email: 'ap@acme.example, cfo@acme.example',
  phone: null,
  tax_identification_number: 'FR 32 123456789',
  address_line1: '1 rue de la Paix',
  address_line2: null,
  city: 'Paris',
  zipcode: '75002',
  state: null,
  country: 'FR',
  shipping_address: { country: null },
  applicable_timezone: 'Europe/Berlin',
  billing_configuration: { document_locale: 'en' },
  metadata: [],
} as unknown as InvoiceSource['customer'];

interface FeeFigures {
  cents: number;
  rate?: number;
  codes?: string[];
  coupons?: string;
  units?: string;
  price?: string;
  type?: TaxedFee['item']['type'];
  taxes?: number;
}

/** A fee of a subscription in January 2026. */
export const fee = ({ cents, rate = 0, codes = [], coupons = '0.0', units = '1.0', ...rest }: FeeFigures): TaxedFee =>
  ({
    item: {
      type: rest.type ?? 'charge',
      code: 'storage',
      name: 'Storage',
      invoice_display_name: 'Storage in GB',
      filters: null,
      filter_invoice_display_name: null,
      grouped_by: {},
    },
    svc_true_up_parent_fee_id: null,
    amount_cents: cents,
    amount_currency: 'EUR',
    amount_details: {},
    pricing_unit_details: null,
    events_count: null,
    precise_amount: String(cents / 100),
    taxes_rate: rate,
    taxes_amount_cents: rest.taxes ?? 0,
    units,
    precise_unit_amount: rest.price ?? String(cents / 100),
    precise_coupons_amount_cents: coupons,
    from_date: '2025-12-31T23:00:00Z',
    to_date: '2026-01-31T22:59:59Z',
    description: null,
    applied_taxes: codes.map((tax_code) => ({ tax_code, tax_rate: rate })),
  }) as unknown as TaxedFee;

/** An invoice of some fees; its sums follow from the taxes and deductions that a test computed by hand. */
export function invoice(
  fees: TaxedFee[],
  figures: { taxes: number; coupons?: number; progressive?: number; notes?: number; prepaid?: number },
  changes: Partial<InvoiceSource> = {},
): InvoiceSource {
  const { coupons = 0, progressive = 0, notes = 0, prepaid = 0, taxes } = figures;
  const sum = fees.reduce((total, each) => total + each.amount_cents, 0);
  const subtotal = sum - coupons - progressive;
  return {
    svc_id: 'i-1',
    number: 'NIM-001-001',
    invoice_type: 'subscription',
    issuing_date: '2026-02-01',
    payment_due_date: '2026-03-03',
    net_payment_term: 30,
    currency: 'EUR',
    self_billed: false,
    purchase_order_number: null,
    created_at: '2026-01-31T23:30:00Z',
    fees_amount_cents: sum,
    coupons_amount_cents: coupons,
    progressive_billing_credit_amount_cents: progressive,
    sub_total_excluding_taxes_amount_cents: subtotal,
    taxes_amount_cents: taxes,
    sub_total_including_taxes_amount_cents: subtotal + taxes,
    credit_notes_amount_cents: notes,
    prepaid_credit_amount_cents: prepaid,
    total_amount_cents: subtotal + taxes - notes - prepaid,
    total_due_amount_cents: subtotal + taxes - notes - prepaid,
    customer,
    subscriptions: [],
    applied_taxes: [],
    credits: coupons === 0 ? [] : [{ item: { type: 'coupon', name: 'Welcome' } }],
    billing_periods: [
      { charges_from_datetime: '2025-12-31T23:00:00Z', subscription_from_datetime: '2026-01-31T23:00:00Z' },
    ],
    fees,
    ...changes,
  } as unknown as InvoiceSource;
}

/** A credit note of items, each an amount of a fee with the decimals before rounding. */
export function creditNote(
  items: { of: TaxedFee | null; precise: string }[],
  figures: { subtotal: number; taxes: number; coupons?: number },
  changes: Partial<CreditNoteSource> = {},
): CreditNoteSource {
  const { subtotal, taxes, coupons = 0 } = figures;
  return {
    svc_id: 'n-1',
    number: 'NIM-001-001-CN001',
    invoice_number: 'NIM-001-001',
    issuing_date: '2026-02-10',
    created_at: '2026-02-10T09:00:00Z',
    reason: 'order_change',
    description: null,
    currency: 'EUR',
    self_billed: false,
    sub_total_excluding_taxes_amount_cents: subtotal,
    taxes_amount_cents: taxes,
    coupons_adjustment_amount_cents: coupons,
    total_amount_cents: subtotal + taxes,
    credit_amount_cents: subtotal + taxes,
    refund_amount_cents: 0,
    offset_amount_cents: 0,
    items: items.map(({ of, precise }) => ({
      fee: of,
      precise_amount_cents: precise,
      amount_cents: Math.round(Number(precise)),
    })),
    customer,
    ...changes,
  } as unknown as CreditNoteSource;
}
