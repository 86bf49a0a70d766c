import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { choice, flag, id, integer, mandatoryText, recordList, withElements, trimmedText } from '../http/fields.js';
import { route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { invoicePaymentStatuses, SingleInvoice } from './invoices.js';
import { paymentMethodField } from './payment-methods.js';

/** Metadata of an invoice; an entry with an existing id changes that one (invoices, section 9.7). */
export const InvoiceMetadataInput = body({ id: idText(), key: mandatoryText(20), value: mandatoryText(140) });
export type InvoiceMetadataInput = BodyInput<typeof InvoiceMetadataInput>;

export const InvoiceUpdate = body({
  payment_status: choice(invoicePaymentStatuses),
  metadata: withElements(recordList({ most: bounds.metadata, fault: 'invalid_count' }), InvoiceMetadataInput),
  purchase_order_number: trimmedText(),
});
export type InvoiceUpdate = BodyInput<typeof InvoiceUpdate>;

/** The credit of a voided invoice; none without `generate_credit_note` (invoices, section 9.8). */
export const InvoiceVoid = body({
  generate_credit_note: flag(),
  credit_amount: integer(0),
  refund_amount: integer(0),
});
export type InvoiceVoid = BodyInput<typeof InvoiceVoid>;

/** A deleted draft, as it was before. */
export const DeletedInvoice = SingleInvoice.extend({ status: z.literal('deleted') });
export type DeletedInvoice = z.infer<typeof DeletedInvoice>;

/** The payment method of a retry: another one than the customer's default, or none (webhooks, section 10.5). */
export const PaymentRetry = body({ payment_method: paymentMethodField() });
export type PaymentRetry = BodyInput<typeof PaymentRetry>;

export const InvoicePaymentUrl = z.object({
  svc_customer_id: id(),
  svc_invoice_id: id(),
  external_customer_id: z.string(),
  payment_provider: z.string(),
  payment_url: z.string(),
});

const shared = { service: 'invoicing', permission: 'invoice' } as const;

export const invoiceChangeRoutes = {
  update: route({
    ...shared,
    method: 'PUT',
    path: '/invoices/:svc_id',
    summary: 'Update the payment status or the metadata of an invoice',
    wrapper: 'invoice',
    body: InvoiceUpdate,
    answer: { invoice: SingleInvoice },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/invoices/:svc_id',
    summary: 'Delete a draft invoice',
    answer: { invoice: DeletedInvoice },
  }),
  void: route({
    ...shared,
    method: 'POST',
    path: '/invoices/:svc_id/void',
    summary: 'Void a final invoice, with or without a credit note',
    body: InvoiceVoid,
    answer: { invoice: SingleInvoice },
  }),
  loseDispute: route({
    ...shared,
    method: 'POST',
    path: '/invoices/:svc_id/lose_dispute',
    summary: 'Mark the payment dispute of an invoice as lost',
    answer: { invoice: SingleInvoice },
  }),
};

/** The payment service owns payments by a provider. */
export const invoicePaymentRoutes = {
  retryPayment: route({
    ...shared,
    service: 'payment',
    method: 'POST',
    path: '/invoices/:svc_id/retry_payment',
    summary: 'Retry the payment of an invoice',
    body: PaymentRetry,
    answer: {},
    answerType: 'text/plain',
  }),
  paymentUrl: route({
    ...shared,
    service: 'payment',
    method: 'POST',
    path: '/invoices/:svc_id/payment_url',
    summary: 'Create a payment page for an invoice',
    answer: { invoice_payment_details: InvoicePaymentUrl },
  }),
};
