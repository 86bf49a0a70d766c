import { z } from 'zod';
import { cents, date, id, timestamp } from '../http/fields.js';
import { listCounts, listExpansions, updatedListParameters } from '../http/lists.js';
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
import { ErrorDetail, InvoicedCustomer } from './customers.js';
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

export const InvoiceAppliedTax = AppliedTax.extend({ svc_invoice_id: id(), fees_amount_cents: cents() });
export type InvoiceAppliedTax = z.infer<typeof InvoiceAppliedTax>;

/** The organization's metadata of an invoice (invoices, section 9.7). */
export const InvoiceMetadata = z.object({ svc_id: id(), key: z.string(), value: z.string(), created_at: timestamp() });
export type InvoiceMetadata = z.infer<typeof InvoiceMetadata>;

/** An invoice in lists (invoices, section 9.12). */
export const Invoice = z.object({
  svc_id: id(),
  billing_entity_code: z.string(),
  sequential_id: z.int().nullable(),
  number: z.string(),
  issuing_date: date(),
  payment_due_date: date(),
  net_payment_term: z.int(),
  invoice_type: z.enum(invoiceTypes),
  status: z.enum(visibleInvoiceStatuses),
  payment_status: z.enum(invoicePaymentStatuses),
  payment_dispute_lost_at: timestamp().nullable(),
  payment_overdue: z.boolean(),
  currency: z.string(),
  fees_amount_cents: cents(),
  coupons_amount_cents: cents(),
  credit_notes_amount_cents: cents(),
  sub_total_excluding_taxes_amount_cents: cents(),
  taxes_amount_cents: cents(),
  sub_total_including_taxes_amount_cents: cents(),
  prepaid_credit_amount_cents: cents(),
  prepaid_granted_credit_amount_cents: cents().nullable(),
  prepaid_purchased_credit_amount_cents: cents().nullable(),
  progressive_billing_credit_amount_cents: cents(),
  total_amount_cents: cents(),
  total_due_amount_cents: cents(),
  total_paid_amount_cents: cents(),
  total_offsetted_credit_note_amount_cents: cents(),
  version_number: z.literal(4),
  self_billed: z.boolean(),
  purchase_order_number: z.string().nullable(),
  file_url: z.string().nullable(),
  xml_url: z.string().nullable(),
  web_url: z.string().nullable(),
  voided_at: timestamp().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
  customer: InvoicedCustomer,
  metadata: z.array(InvoiceMetadata),
  applied_taxes: z.array(InvoiceAppliedTax),
  applied_invoice_custom_sections: z.array(InvoiceAppliedCustomSection),
  applied_usage_thresholds: z.array(AppliedUsageThreshold),
});
export type Invoice = z.infer<typeof Invoice>;

export const BillingPeriod = z.object({
  svc_subscription_id: id(),
  external_subscription_id: z.string(),
  svc_plan_id: id(),
  subscription_from_datetime: timestamp(),
  subscription_to_datetime: timestamp(),
  charges_from_datetime: timestamp().nullable(),
  charges_to_datetime: timestamp().nullable(),
  fixed_charges_from_datetime: timestamp().nullable(),
  fixed_charges_to_datetime: timestamp().nullable(),
  invoicing_reason: z.enum(invoicingReasons),
});
export type BillingPeriod = z.infer<typeof BillingPeriod>;

/** An invoice in lists, on request with its periods and errors. */
export const ListedInvoice = Invoice.extend({
  billing_periods: z.array(BillingPeriod).optional(),
  error_details: z.array(ErrorDetail).optional(),
});
export type ListedInvoice = z.infer<typeof ListedInvoice>;

/** A deduction from an invoice (invoices, section 9.12). */
export const InvoiceCredit = z.object({
  svc_id: id(),
  amount_cents: cents(),
  amount_currency: z.string(),
  before_taxes: z.boolean(),
  item: z.object({
    svc_item_id: id(),
    type: z.enum(['coupon', 'credit_note', 'invoice']),
    code: z.string(),
    name: z.string(),
  }),
  invoice: z.object({ svc_id: id(), payment_status: z.enum(invoicePaymentStatuses) }),
});
export type InvoiceCredit = z.infer<typeof InvoiceCredit>;

/** An invoice in its own answer. */
export const SingleInvoice = Invoice.extend({
  billing_periods: z.array(BillingPeriod),
  credits: z.array(InvoiceCredit),
  fees: z.array(Fee),
  subscriptions: z.array(Subscription),
  error_details: z.array(ErrorDetail),
});
export type SingleInvoice = z.infer<typeof SingleInvoice>;

/** A new invoice: one without amount that the customer does not accept is `closed`, and never shown again. */
export const IssuedInvoice = SingleInvoice.extend({ status: z.enum([...visibleInvoiceStatuses, 'closed']) });
export type IssuedInvoice = z.infer<typeof IssuedInvoice>;

const statuses = queryChoices(visibleInvoiceStatuses);
const paymentStatuses = queryChoices(invoicePaymentStatuses);

export const InvoiceFilters = query({
  ...updatedListParameters(['issuing_date', 'created_at', 'payment_due_date', 'total_amount_cents']),
  ...listCounts(['status', 'payment_status']),
  ...listExpansions(['billing_periods', 'error_details']),
  external_customer_id: queryText(),
  /** The same, under the name for older clients. */
  customer_external_id: queryText(),
  amount_from: queryInteger(),
  amount_to: queryInteger(),
  issuing_date_from: queryDay(),
  issuing_date_to: queryDay(),
  status: queryChoice(visibleInvoiceStatuses),
  statuses,
  payment_status: queryChoice(invoicePaymentStatuses),
  payment_statuses: paymentStatuses,
  payment_overdue: queryFlag(),
  payment_dispute_lost: queryMark(),
  invoice_type: queryChoice(invoiceTypes),
  self_billed: queryFlag(),
  currency: queryText(),
  purchase_order_number: queryText(),
  partially_paid: queryFlag(),
  /** How a part of it was settled. */
  settlements: queryChoiceOrChoices(['payment', 'credit_note']),
  billing_entity_codes: queryTexts(),
  /** All entries must match; an empty value requires that the key is absent. */
  metadata: queryPairs(),
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
