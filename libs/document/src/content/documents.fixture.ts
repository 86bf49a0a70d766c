import {
  noIssuerEinvoicing,
  noLegalMentions,
  usualPortalSettings,
  type BillingEntity,
  type BillingPeriod,
  type InvoicedCustomer,
  type Fee,
  type SingleInvoice,
  type Subscription,
} from '@tollgate/contracts';
import type { BillingFacts } from './billing-facts.js';
import { noFacts } from './billing-facts.js';

/** Resources for tests of documents. Fields that documents do not read are absent. */

export const issuer = (changes: Partial<BillingEntity> = {}): BillingEntity =>
  ({
    svc_id: 'issuer',
    code: 'nimbus',
    name: 'Nimbus',
    legal_name: 'Nimbus GmbH',
    legal_number: 'HRB 12345 B',
    tax_identification_number: 'DE123456789',
    address_line1: 'Unter den Linden 1',
    address_line2: null,
    zipcode: '10117',
    city: 'Berlin',
    state: null,
    country: 'DE',
    email: 'billing@nimbus.example',
    document_locale: 'en',
    invoice_footer: 'Thank you',
    eu_tax_management: false,
    bank_account_holder: null,
    bank_account_iban: null,
    bank_account_bic: null,
    payment_terms: null,
    payment_terms_translations: {},
    invoice_footer_translations: {},
    email_text: null,
    email_text_translations: {},
    document_paper: 'A4',
    document_accent_color: null,
    einvoicing: false,
    legal_mentions: noLegalMentions,
    portal_settings: usualPortalSettings,
    statement_schedule: 'off',
    einvoicing_settings: noIssuerEinvoicing,
    ...changes,
  }) as BillingEntity;

export const customer = (changes: Partial<InvoicedCustomer> = {}): InvoicedCustomer =>
  ({
    svc_id: 'customer',
    external_id: 'acme',
    name: 'Acme',
    legal_name: null,
    legal_number: null,
    firstname: null,
    lastname: null,
    email: 'ap@acme.example',
    address_line1: '1 Main Street',
    address_line2: null,
    zipcode: '94016',
    city: 'San Francisco',
    state: 'CA',
    country: 'US',
    tax_identification_number: null,
    applicable_timezone: 'UTC',
    billing_configuration: { document_locale: null },
    metadata: [],
    ...changes,
  }) as unknown as InvoicedCustomer;

let made = 0;

export type FeeChanges = Partial<Omit<Fee, 'item'>> & { item?: Partial<Fee['item']> };

export const fee = ({ item, ...changes }: FeeChanges = {}): Fee =>
  ({
    svc_id: `fee-${++made}`,
    svc_charge_id: null,
    svc_fixed_charge_id: null,
    svc_subscription_id: 'subscription',
    svc_true_up_fee_id: null,
    svc_true_up_parent_fee_id: null,
    amount_cents: 1000,
    amount_currency: 'EUR',
    taxes_rate: 20,
    units: '10.0',
    precise_unit_amount: '1.0',
    precise_amount: '10.0',
    events_count: null,
    from_date: '2024-01-01T00:00:00Z',
    to_date: '2024-01-31T23:59:59Z',
    description: null,
    amount_details: {},
    pricing_unit_details: null,
    presentation_breakdowns: [],
    ...changes,
    item: {
      type: 'charge',
      code: 'calls',
      name: 'Calls',
      description: null,
      invoice_display_name: '',
      filters: null,
      filter_invoice_display_name: null,
      svc_item_id: 'item',
      item_type: 'BillableMetric',
      grouped_by: {},
      ...item,
    },
  }) as Fee;

export const subscriptionFee = (changes: FeeChanges = {}): Fee =>
  fee({
    units: '1.0',
    precise_unit_amount: '10.0',
    ...changes,
    item: { type: 'subscription', name: 'Pro', ...changes.item },
  });

export const period = (subscriptionId = 'subscription'): BillingPeriod =>
  ({ svc_subscription_id: subscriptionId, svc_plan_id: 'plan' }) as BillingPeriod;

export const invoice = (fees: Fee[], changes: Partial<SingleInvoice> = {}): SingleInvoice => {
  const cents = fees.reduce((sum, one) => sum + one.amount_cents, 0);
  return {
    svc_id: 'invoice',
    number: 'NIM-001',
    purchase_order_number: null,
    issuing_date: '2024-02-01',
    payment_due_date: '2024-03-02',
    net_payment_term: 30,
    invoice_type: 'subscription',
    currency: 'EUR',
    self_billed: false,
    fees,
    credits: [],
    applied_taxes: [],
    applied_invoice_custom_sections: [],
    applied_usage_thresholds: [],
    subscriptions: [{ svc_id: 'subscription', name: null, plan_code: 'pro' } as Subscription],
    billing_periods: [period()],
    customer: customer(),
    coupons_amount_cents: 0,
    credit_notes_amount_cents: 0,
    prepaid_credit_amount_cents: 0,
    prepaid_granted_credit_amount_cents: null,
    prepaid_purchased_credit_amount_cents: null,
    progressive_billing_credit_amount_cents: 0,
    sub_total_excluding_taxes_amount_cents: cents,
    sub_total_including_taxes_amount_cents: cents,
    total_amount_cents: cents,
    total_due_amount_cents: cents,
    created_at: '2024-02-01T00:00:00Z',
    ...changes,
  } as SingleInvoice;
};

export const facts = (changes: Partial<BillingFacts> = {}): BillingFacts => ({
  ...noFacts,
  plans: new Map([['subscription', { name: 'Pro', displayName: null, interval: 'monthly' }]]),
  ...changes,
});
