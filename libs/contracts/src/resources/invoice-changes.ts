import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { choice, flag, id, integer, mandatoryText, recordList, withElements, trimmedText } from '../http/fields.js';
import { route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { described, shape, texts } from '../http/texts.js';
import { providerKind } from '../payment-providers/provider-kind.js';
import { invoicePaymentStatuses, SingleInvoice, InvoiceMetadata, Invoice } from './invoices.js';
import { paymentMethodField } from './payment-methods.js';

/** Metadata of an invoice; an entry with an existing id changes that one (invoices, section 9.7). */
export const InvoiceMetadataInput = described(
  bodyOf(InvoiceMetadata, {
    id: described(idText(), ...texts.assignedId),
    key: mandatoryText(20),
    value: mandatoryText(140),
  }),
  'An entry about an invoice; one with an existing identifier changes it',
);
export type InvoiceMetadataInput = BodyInput<typeof InvoiceMetadataInput>;

export const InvoiceUpdate = described(
  bodyOf(Invoice, {
    payment_status: choice(invoicePaymentStatuses),
    metadata: withElements(recordList({ most: bounds.metadata, fault: 'invalid_count' }), InvoiceMetadataInput),
    purchase_order_number: trimmedText(),
  }),
  'The payment status and metadata',
);
export type InvoiceUpdate = BodyInput<typeof InvoiceUpdate>;

/** The credit of a voided invoice; none without `generate_credit_note` (invoices, section 9.8). */
export const InvoiceVoid = described(
  body({
    generate_credit_note: described(flag(), 'Whether a credit note is issued for the voided amount'),
    credit_amount: described(integer(0), 'Part of the voided amount that becomes credit', 5000),
    refund_amount: described(integer(0), 'Part of the voided amount that is refunded', 0),
  }),
  'The use of the voided amount; none without `generate_credit_note`',
);
export type InvoiceVoid = BodyInput<typeof InvoiceVoid>;

/** A deleted draft, as it was before. */
export const DeletedInvoice = described(
  SingleInvoice.extend({ status: described(z.literal('deleted'), ...texts.state) }),
  'A deleted draft, as it was before',
);
export type DeletedInvoice = z.infer<typeof DeletedInvoice>;

/** The payment method of a retry: another one than the customer's default, or none (webhooks, section 10.5). */
export const PaymentRetry = described(
  body({ payment_method: paymentMethodField() }),
  'A payment method that differs from the default',
);
export type PaymentRetry = BodyInput<typeof PaymentRetry>;

export const InvoicePaymentUrl = shape('A page where the invoice is paid', {
  svc_customer_id: described(id(), ...texts.customerId),
  svc_invoice_id: described(id(), ...texts.invoiceId),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  payment_provider: described(z.string(), ...providerKind),
  payment_url: described(z.string(), 'Payment page of the provider', 'https://pay.example.com/p/1'),
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
    validates: 'after loading',
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
    bodyOptional: true,
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
