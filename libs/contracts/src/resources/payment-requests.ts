import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { cents, id, text, textList } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryChoice, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { EmbeddedCustomer } from './embedded-customers.js';
import { Invoice } from './invoices.js';
import { paymentMethodField } from './payment-methods.js';

export const paymentRequestStatuses = ['pending', 'succeeded', 'failed'] as const;

/** An invoice without its nested objects. */
export const PlainInvoice = described(
  Invoice.omit({
    customer: true,
    metadata: true,
    applied_taxes: true,
    applied_invoice_custom_sections: true,
    applied_usage_thresholds: true,
  }),
  'An invoice within a payment request: its own fields, without its customer and taxes',
);
export type PlainInvoice = z.infer<typeof PlainInvoice>;

/** A request to pay several overdue invoices together (invoices, section 13). */
export const PaymentRequest = shape('A request to pay overdue invoices together', {
  svc_id: svcId(),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  email: described(z.string().nullable(), ...texts.email),
  payment_status: described(z.enum(paymentRequestStatuses), ...texts.paymentStatus),
  created_at: createdAt(),
  customer: EmbeddedCustomer,
  invoices: z.array(PlainInvoice),
});
export type PaymentRequest = z.infer<typeof PaymentRequest>;

export const PaymentRequestCreate = bodyOf(PaymentRequest, {
  external_customer_id: described(expected(text()), ...texts.externalCustomerId),
  /** Blank: the customer's. */
  email: text(),
  /** Invoices of other customers are left out. */
  svc_invoice_ids: described(expected(strictly(textList(), z.array(id()))), 'Identifiers of the invoices'),
  payment_method: paymentMethodField(),
});
export type PaymentRequestCreate = BodyInput<typeof PaymentRequestCreate>;

export const PaymentRequestFilters = query({
  ...updatedListParameters(['created_at', 'amount_cents']),
  ...listCounts(['payment_status']),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  payment_status: described(queryChoice(paymentRequestStatuses), ...texts.paymentStatus),
  currency: described(queryText(), ...texts.currency),
  billing_entity_codes: described(queryTexts(), ...texts.billingEntityCodes),
});
export type PaymentRequestFilters = QueryInput<typeof PaymentRequestFilters>;

const shared = { service: 'payment', permission: 'payment_request' } as const;

export const paymentRequestRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/payment_requests',
    summary: 'Create a payment request for overdue invoices',
    wrapper: 'payment_request',
    body: PaymentRequestCreate,
    repetition: 'answered',
    answer: { payment_request: PaymentRequest },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/payment_requests',
    summary: 'List payment requests, newest first',
    query: PaymentRequestFilters,
    answer: { payment_requests: z.array(PaymentRequest), meta: Meta },
  }),
  listOfCustomer: route({
    ...shared,
    method: 'GET',
    path: '/customers/:external_customer_id/payment_requests',
    summary: 'List the payment requests of a customer',
    query: PaymentRequestFilters,
    answer: { payment_requests: z.array(PaymentRequest), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/payment_requests/:svc_id',
    summary: 'Read a payment request',
    answer: { payment_request: PaymentRequest },
  }),
};
