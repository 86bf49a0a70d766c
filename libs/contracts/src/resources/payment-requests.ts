import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { cents, id, text, textList, timestamp } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryChoice, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { EmbeddedCustomer } from './customers.js';
import { Invoice } from './invoices.js';
import { paymentMethodField } from './payment-methods.js';

export const paymentRequestStatuses = ['pending', 'succeeded', 'failed'] as const;

/** An invoice without its nested objects. */
export const PlainInvoice = Invoice.omit({
  customer: true,
  metadata: true,
  applied_taxes: true,
  applied_invoice_custom_sections: true,
  applied_usage_thresholds: true,
});
export type PlainInvoice = z.infer<typeof PlainInvoice>;

/** A request to pay several overdue invoices together (invoices, section 13). */
export const PaymentRequest = z.object({
  svc_id: id(),
  amount_cents: cents(),
  amount_currency: z.string(),
  email: z.string().nullable(),
  payment_status: z.enum(paymentRequestStatuses),
  created_at: timestamp(),
  customer: EmbeddedCustomer,
  invoices: z.array(PlainInvoice),
});
export type PaymentRequest = z.infer<typeof PaymentRequest>;

export const PaymentRequestCreate = body({
  external_customer_id: expected(text()),
  /** Blank: the customer's. */
  email: text(),
  /** Invoices of other customers are left out. */
  svc_invoice_ids: expected(strictly(textList(), z.array(id()))),
  payment_method: paymentMethodField(),
});
export type PaymentRequestCreate = BodyInput<typeof PaymentRequestCreate>;

export const PaymentRequestFilters = query({
  ...updatedListParameters(['created_at', 'amount_cents']),
  ...listCounts(['payment_status']),
  external_customer_id: queryText(),
  payment_status: queryChoice(paymentRequestStatuses),
  currency: queryText(),
  billing_entity_codes: queryTexts(),
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
