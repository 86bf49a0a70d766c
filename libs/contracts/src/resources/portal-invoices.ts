import { z } from 'zod';
import { listParameters } from '../http/lists.js';
import { query, queryChoice, queryChoices, queryFlag, queryText, type QueryInput } from '../http/query.js';
import { described, texts } from '../http/texts.js';
import { Fee } from './fees.js';
import { Invoice, InvoiceAppliedTax, invoicePaymentStatuses } from './invoices.js';

/** The statuses of the invoices that customers see: only issued ones. */
export const portalInvoiceStatuses = ['finalized', 'voided'] as const;

/** The sums of an invoice that its customer sees, of a previewed one too. */
export const shownSums = {
  fees_amount_cents: true,
  coupons_amount_cents: true,
  credit_notes_amount_cents: true,
  progressive_billing_credit_amount_cents: true,
  sub_total_excluding_taxes_amount_cents: true,
  taxes_amount_cents: true,
  sub_total_including_taxes_amount_cents: true,
  prepaid_credit_amount_cents: true,
  total_amount_cents: true,
} as const;

/** An invoice, as its customer sees it. */
export const PortalInvoice = described(
  Invoice.pick({
    svc_id: true,
    number: true,
    issuing_date: true,
    payment_due_date: true,
    invoice_type: true,
    payment_status: true,
    payment_overdue: true,
    currency: true,
    ...shownSums,
    total_due_amount_cents: true,
    total_paid_amount_cents: true,
    total_offsetted_credit_note_amount_cents: true,
    purchase_order_number: true,
    file_url: true,
    xml_url: true,
    web_url: true,
    voided_at: true,
  }).extend({ status: described(z.enum(portalInvoiceStatuses), ...texts.state) }),
  'An issued invoice in the customer portal',
);
export type PortalInvoice = z.infer<typeof PortalInvoice>;

/** A line of an invoice, as its customer sees it. */
export const PortalFee = described(
  Fee.pick({
    svc_id: true,
    description: true,
    units: true,
    precise_unit_amount: true,
    amount_cents: true,
    amount_currency: true,
    taxes_amount_cents: true,
    total_amount_cents: true,
    from_date: true,
    to_date: true,
  }).extend({
    item: described(
      Fee.shape.item.pick({
        type: true,
        code: true,
        name: true,
        invoice_display_name: true,
        filter_invoice_display_name: true,
        filters: true,
        grouped_by: true,
      }),
      ...texts.item,
    ),
  }),
  'A line of an invoice in the customer portal',
);
export type PortalFee = z.infer<typeof PortalFee>;

const InvoiceTax = InvoiceAppliedTax.pick({
  tax_name: true,
  tax_rate: true,
  amount_cents: true,
  fees_amount_cents: true,
});

/** An invoice in its own answer, with its lines. */
export const SinglePortalInvoice = described(
  PortalInvoice.extend({
    fees: z.array(PortalFee),
    applied_taxes: described(z.array(InvoiceTax), ...texts.appliedTaxes),
  }),
  'An issued invoice in its own answer, with its lines',
);
export type SinglePortalInvoice = z.infer<typeof SinglePortalInvoice>;

export const PortalInvoiceFilters = query({
  ...listParameters(['issuing_date', 'created_at', 'payment_due_date', 'total_amount_cents']),
  status: described(queryChoice(portalInvoiceStatuses), ...texts.filteredState),
  payment_status: described(queryChoice(invoicePaymentStatuses), ...texts.paymentStatus),
  payment_statuses: described(queryChoices(invoicePaymentStatuses), 'States of the payment', 'pending'),
  payment_overdue: described(queryFlag(), 'Whether its due date has passed without payment'),
  currency: described(queryText(), ...texts.currency),
});
export type PortalInvoiceFilters = QueryInput<typeof PortalInvoiceFilters>;
