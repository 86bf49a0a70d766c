import { z } from 'zod';
import { cents, date, id, timestamp } from '../http/fields.js';
import { listCounts, listExpansions, listSums, updatedListParameters } from '../http/lists.js';
import {
  query,
  queryChoice,
  queryChoiceOrChoices,
  queryChoices,
  queryDay,
  queryFlag,
  queryMark,
  queryInteger,
  queryPairs,
  queryText,
  queryTexts,
  type QueryInput,
} from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';
import { ErrorDetail } from './customer-parts.js';
import { InvoicedCustomer } from './embedded-customers.js';
import { AppliedTax, Fee } from './fees.js';
import { InvoiceAppliedCustomSection } from './invoice-custom-sections.js';
import { Subscription } from './subscriptions.js';
import { AppliedUsageThreshold } from './usage-thresholds.js';

export const invoiceTypes = [
  'subscription',
  'add_on',
  'credit',
  'one_off',
  'advance_charges',
  'progressive_billing',
] as const;
/** Public statuses; invoices with other statuses are never listed or readable (invoices, section 2). */
export const visibleInvoiceStatuses = ['draft', 'finalized', 'voided', 'failed', 'pending'] as const;
export const invoicePaymentStatuses = ['pending', 'succeeded', 'failed'] as const;
export const invoicingReasons = [
  'subscription_starting',
  'subscription_periodic',
  'subscription_terminating',
  'in_advance_charge',
  'in_advance_charge_periodic',
  'progressive_billing',
] as const;
export type InvoicingReason = (typeof invoicingReasons)[number];

export const InvoiceAppliedTax = described(
  AppliedTax.extend({
    svc_invoice_id: described(id(), ...texts.invoiceId),
    fees_amount_cents: described(cents(), 'Sum of the fees, without taxes', 12_500),
  }),
  'A tax of an invoice, with its amount',
);
export type InvoiceAppliedTax = z.infer<typeof InvoiceAppliedTax>;

/** The organization's metadata of an invoice (invoices, section 9.7). */
export const InvoiceMetadata = shape('A metadata entry of an invoice', {
  svc_id: svcId(),
  key: described(z.string(), ...texts.entryKey),
  value: described(z.string(), ...texts.entryValue),
  created_at: createdAt(),
});
export type InvoiceMetadata = z.infer<typeof InvoiceMetadata>;

/** An invoice in lists (invoices, section 9.12). */
export const Invoice = shape('An invoice in lists: with its customer and its taxes, without its fees', {
  svc_id: svcId(),
  billing_entity_code: described(z.string(), ...texts.billingEntityCode),
  sequential_id: described(z.int().nullable(), ...texts.sequentialId),
  number: described(z.string(), ...texts.documentNumber),
  issuing_date: described(date(), ...texts.issuingDate),
  payment_due_date: described(date(), 'Due date'),
  net_payment_term: described(z.int(), ...texts.netPaymentTerm),
  invoice_type: described(z.enum(invoiceTypes), 'Kind of the invoice'),
  status: described(z.enum(visibleInvoiceStatuses), ...texts.state),
  payment_status: described(z.enum(invoicePaymentStatuses), ...texts.paymentStatus),
  payment_dispute_lost_at: described(
    timestamp().nullable(),
    'When a dispute about its payment was lost; null unless one was',
  ),
  payment_overdue: described(z.boolean(), 'Whether its due date has passed without payment'),
  currency: described(z.string(), ...texts.currency),
  fees_amount_cents: described(cents(), 'Sum of the fees, without taxes', 12_500),
  coupons_amount_cents: described(cents(), 'Deduction by coupons, in the smallest unit of the currency', 0),
  credit_notes_amount_cents: described(cents(), 'Deduction by credit notes, in the smallest unit of the currency', 0),
  sub_total_excluding_taxes_amount_cents: described(cents(), ...texts.subTotalExcludingTaxes),
  taxes_amount_cents: described(cents(), ...texts.taxesAmountCents),
  sub_total_including_taxes_amount_cents: described(cents(), 'Subtotal after coupons, with taxes', 15_000),
  prepaid_credit_amount_cents: described(cents(), 'Deduction from wallets, in the smallest unit of the currency', 0),
  prepaid_granted_credit_amount_cents: described(
    cents().nullable(),
    'Part that granted credits paid; null if unknown',
    0,
  ),
  prepaid_purchased_credit_amount_cents: described(
    cents().nullable(),
    'Part that purchased credits paid; null if unknown',
    0,
  ),
  progressive_billing_credit_amount_cents: described(
    cents(),
    'Deduction of amounts that earlier progressive invoices billed',
    0,
  ),
  total_amount_cents: described(cents(), ...texts.totalAmountCents),
  total_due_amount_cents: described(cents(), 'Part of the total that is still due', 15_000),
  total_paid_amount_cents: described(cents(), 'Part of the total that was paid', 0),
  total_offsetted_credit_note_amount_cents: described(cents(), 'Part of the total that credit notes offset', 0),
  version_number: described(z.literal(4), 'Version of the computation'),
  self_billed: described(z.boolean(), ...texts.selfBilled),
  purchase_order_number: described(z.string().nullable(), ...texts.purchaseOrderNumber),
  file_url: described(z.string().nullable(), ...texts.fileUrl),
  xml_url: described(z.string().nullable(), ...texts.xmlUrl),
  web_url: described(
    z.string().nullable(),
    'Address of the page of the document; null without one',
    'https://billing.example.com/documents/1',
  ),
  voided_at: described(timestamp().nullable(), 'When it was voided; null unless it was'),
  created_at: createdAt(),
  updated_at: updatedAt(),
  customer: InvoicedCustomer,
  metadata: z.array(InvoiceMetadata),
  applied_taxes: z.array(InvoiceAppliedTax),
  applied_invoice_custom_sections: z.array(InvoiceAppliedCustomSection),
  applied_usage_thresholds: z.array(AppliedUsageThreshold),
});
export type Invoice = z.infer<typeof Invoice>;

export const BillingPeriod = shape('A period of a subscription that an invoice bills', {
  svc_subscription_id: described(id(), ...texts.subscriptionId),
  external_subscription_id: described(z.string(), ...texts.externalSubscriptionId),
  svc_plan_id: described(id(), 'Identifier of the plan'),
  subscription_from_datetime: described(
    timestamp(),
    'Start of the period of the subscription fee',
    '2026-03-01T00:00:00Z',
  ),
  subscription_to_datetime: described(timestamp(), 'End of the period of the subscription fee', '2026-03-31T23:59:59Z'),
  charges_from_datetime: described(
    timestamp().nullable(),
    'Start of the period of usage charges',
    '2026-02-01T00:00:00Z',
  ),
  charges_to_datetime: described(timestamp().nullable(), 'End of the period of usage charges', '2026-02-28T23:59:59Z'),
  fixed_charges_from_datetime: described(
    timestamp().nullable(),
    'Start of the period of fixed charges',
    '2026-03-01T00:00:00Z',
  ),
  fixed_charges_to_datetime: described(
    timestamp().nullable(),
    'End of the period of fixed charges',
    '2026-03-31T23:59:59Z',
  ),
  invoicing_reason: described(z.enum(invoicingReasons), 'Reason why the period was billed'),
});
export type BillingPeriod = z.infer<typeof BillingPeriod>;

/** An invoice in lists, on request with its periods and errors. */
export const ListedInvoice = described(
  Invoice.extend({
    billing_periods: z.array(BillingPeriod).optional(),
    error_details: z.array(ErrorDetail).optional(),
  }),
  'An invoice in lists',
);
export type ListedInvoice = z.infer<typeof ListedInvoice>;

/** A deduction from an invoice (invoices, section 9.12). */
export const InvoiceCredit = shape('A deduction from an invoice by a coupon, a credit note or an earlier invoice', {
  svc_id: svcId(),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  before_taxes: described(z.boolean(), 'Whether it is deducted before taxes'),
  item: described(
    z.object({
      svc_item_id: described(id(), ...texts.itemId),
      type: described(z.enum(['coupon', 'credit_note', 'invoice']), 'Kind'),
      code: described(z.string(), 'Code of the billed item', 'storage'),
      name: described(z.string(), 'Name of the billed item', 'Storage'),
    }),
    ...texts.item,
  ),
  invoice: described(
    z.object({ svc_id: svcId(), payment_status: described(z.enum(invoicePaymentStatuses), ...texts.paymentStatus) }),
    'Invoice that it reduces',
  ),
});
export type InvoiceCredit = z.infer<typeof InvoiceCredit>;

/** An invoice in its own answer. */
export const SingleInvoice = described(
  Invoice.extend({
    billing_periods: z.array(BillingPeriod),
    credits: z.array(InvoiceCredit),
    fees: z.array(Fee),
    subscriptions: z.array(Subscription),
    error_details: z.array(ErrorDetail),
  }),
  'An invoice in its own answers, with its fees, periods and credits',
);
export type SingleInvoice = z.infer<typeof SingleInvoice>;

/** A new invoice: one without amount that the customer does not accept is `closed`, and never shown again. */
export const IssuedInvoice = described(
  SingleInvoice.extend({ status: described(z.enum([...visibleInvoiceStatuses, 'closed']), ...texts.state) }),
  'An invoice that was just issued; one without an amount may be `closed`, and lists exclude it',
);
export type IssuedInvoice = z.infer<typeof IssuedInvoice>;

/** The state of an invoice: its status, and of a final one how far it is paid. Lists are counted by it. */
export const invoiceStates = ['draft', 'pending', 'open', 'overdue', 'paid', 'disputed', 'voided', 'failed'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

export const InvoiceFilters = query({
  ...updatedListParameters(['issuing_date', 'created_at', 'payment_due_date', 'total_amount_cents']),
  ...listCounts(['status', 'payment_status', 'state']),
  ...listSums(),
  ...listExpansions(['billing_periods', 'error_details']),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  /** The same, under the name for older clients. */
  customer_external_id: described(queryText(), 'The same as `external_customer_id`', 'acme'),
  amount_from: described(queryInteger(), 'Minimum total, in the smallest unit of the currency', 1000),
  amount_to: described(queryInteger(), 'Maximum total, in the smallest unit of the currency', 100_000),
  issuing_date_from: described(queryDay(), 'Earliest issuing date'),
  issuing_date_to: described(queryDay(), 'Latest issuing date'),
  status: described(queryChoice(visibleInvoiceStatuses), ...texts.filteredState),
  statuses: described(queryChoices(visibleInvoiceStatuses), 'States', 'finalized'),
  payment_status: described(queryChoice(invoicePaymentStatuses), ...texts.paymentStatus),
  payment_statuses: described(queryChoices(invoicePaymentStatuses), 'States of the payment', 'pending'),
  state: described(
    queryChoice(invoiceStates),
    'State, and of a final invoice how far it is paid: not yet, too late, wholly, or a lost dispute',
  ),
  states: described(queryChoices(invoiceStates), 'Several of these states', 'overdue'),
  payment_due_date_from: described(queryDay(), 'Earliest due date'),
  payment_due_date_to: described(queryDay(), 'Latest due date'),
  payment_overdue: described(queryFlag(), 'Whether its due date has passed without payment'),
  payment_dispute_lost: described(queryMark(), 'Only those with a lost dispute', true),
  invoice_type: described(queryChoice(invoiceTypes), 'Kind of the invoice'),
  self_billed: described(queryFlag(), ...texts.selfBilled),
  currency: described(queryText(), ...texts.currency),
  purchase_order_number: described(queryText(), ...texts.purchaseOrderNumber),
  partially_paid: described(queryFlag(), 'Whether a part was paid', true),
  /** How a part of it was settled. */
  settlements: described(queryChoiceOrChoices(['payment', 'credit_note']), 'Kinds of settlement of a part', 'payment'),
  billing_entity_codes: described(queryTexts(), ...texts.billingEntityCodes),
  /** All entries must match; an empty value requires that the key is absent. */
  metadata: described(queryPairs(), 'Metadata entries to match; an empty value: entries without this key', 'eu'),
});
export type InvoiceFilters = QueryInput<typeof InvoiceFilters>;

const shared = { service: 'invoicing', permission: 'invoice' } as const;

export const invoiceRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: '/invoices',
    summary: 'List invoices, latest issuing date first',
    query: InvoiceFilters,
    answer: { invoices: z.array(ListedInvoice), meta: Meta },
  }),
  listOfCustomer: route({
    ...shared,
    method: 'GET',
    path: '/customers/:external_customer_id/invoices',
    summary: 'List the invoices of a customer',
    query: InvoiceFilters,
    answer: { invoices: z.array(ListedInvoice), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/invoices/:svc_id',
    summary: 'Read an invoice with its fees',
    answer: { invoice: SingleInvoice },
  }),
  refresh: route({
    ...shared,
    method: 'PUT',
    path: '/invoices/:svc_id/refresh',
    summary: 'Refresh a draft invoice',
    answer: { invoice: SingleInvoice },
  }),
  finalize: route({
    ...shared,
    method: 'PUT',
    path: '/invoices/:svc_id/finalize',
    summary: 'Finalize a draft invoice',
    answer: { invoice: IssuedInvoice },
  }),
  retry: route({
    ...shared,
    method: 'POST',
    path: '/invoices/:svc_id/retry',
    summary: 'Retry a failed invoice',
    answer: { invoice: SingleInvoice },
  }),
};
