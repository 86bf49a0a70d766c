import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { cents, id, instantText, text, timestamp } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryChoice, queryId, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';

export const paymentStatuses = ['pending', 'processing', 'succeeded', 'failed'] as const;

/** A payment of an invoice (invoices, section 12). */
export const Payment = z.object({
  svc_id: id(),
  svc_customer_id: id(),
  external_customer_id: z.string(),
  invoice_ids: z.array(id()),
  invoice_numbers: z.array(z.string()),
  svc_payable_id: id(),
  payable_type: z.enum(['Invoice', 'PaymentRequest']),
  amount_cents: cents(),
  amount_currency: z.string(),
  status: z.string(),
  payment_status: z.enum(paymentStatuses),
  type: z.enum(['provider', 'manual']),
  reference: z.string().nullable(),
  payment_provider_code: z.string().nullable(),
  payment_provider_type: z.string().nullable(),
  external_payment_id: z.string().nullable(),
  provider_payment_id: z.string().nullable(),
  provider_customer_id: z.string().nullable(),
  payment_method_id: id().nullable(),
  next_action: z.record(z.string(), z.unknown()),
  created_at: timestamp(),
});
export type Payment = z.infer<typeof Payment>;

export const PaymentCreate = body({
  invoice_id: expected(idText()),
  // Unlike other amounts, texts are refused; the raw value is validated after the invoice's id.
  amount_cents: expected(strictly(z.unknown().optional(), cents())),
  reference: text(),
  paid_at: instantText(),
});
export type PaymentCreate = BodyInput<typeof PaymentCreate>;

export const PaymentFilters = query({
  ...updatedListParameters(['created_at', 'amount_cents']),
  ...listCounts(['payment_status']),
  external_customer_id: queryText(),
  payment_status: queryChoice(paymentStatuses),
  /** Payments of the invoice, and of payment requests that include it. */
  invoice_id: queryId(),
});
export type PaymentFilters = QueryInput<typeof PaymentFilters>;

const shared = { service: 'payment', permission: 'payment' } as const;

export const paymentRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/payments',
    summary: 'Record a manual payment of an invoice',
    wrapper: 'payment',
    body: PaymentCreate,
    answer: { payment: Payment },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/payments',
    summary: 'List payments, newest first',
    query: PaymentFilters,
    answer: { payments: z.array(Payment), meta: Meta },
  }),
  listOfCustomer: route({
    ...shared,
    method: 'GET',
    path: '/customers/:external_customer_id/payments',
    summary: 'List the payments of a customer',
    query: PaymentFilters,
    answer: { payments: z.array(Payment), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/payments/:svc_id',
    summary: 'Read a payment',
    answer: { payment: Payment },
  }),
};
