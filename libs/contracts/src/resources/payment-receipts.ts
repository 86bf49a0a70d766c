import { z } from 'zod';
import { id, timestamp } from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, queryId, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { Payment } from './payments.js';

/** A customer's receipt for a payment that succeeded (invoices, section 12). */
export const PaymentReceipt = z.object({
  svc_id: id(),
  number: z.string(),
  file_url: z.string().nullable(),
  xml_url: z.string().nullable(),
  payment: Payment,
  created_at: timestamp(),
});
export type PaymentReceipt = z.infer<typeof PaymentReceipt>;

export const PaymentReceiptFilters = query({
  ...updatedListParameters(['created_at']),
  /** Receipts of the invoice's payments, and of payment requests that include it. */
  invoice_id: queryId(),
});
export type PaymentReceiptFilters = QueryInput<typeof PaymentReceiptFilters>;

/** The permission of invoices covers receipts (customers, section 1.1). */
const shared = { service: 'payment', permission: 'invoice', method: 'GET' } as const;

export const paymentReceiptRoutes = {
  list: route({
    ...shared,
    path: '/payment_receipts',
    summary: 'List payment receipts, newest first',
    query: PaymentReceiptFilters,
    answer: { payment_receipts: z.array(PaymentReceipt), meta: Meta },
  }),
  read: route({
    ...shared,
    path: '/payment_receipts/:svc_id',
    summary: 'Read a payment receipt',
    answer: { payment_receipt: PaymentReceipt },
  }),
};
