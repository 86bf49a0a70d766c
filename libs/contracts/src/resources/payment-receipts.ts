import { z } from 'zod';
import { listExpansions, updatedListParameters } from '../http/lists.js';
import { query, queryId, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { CustomerExpansion, expandedCustomer } from './named-customers.js';
import { Payment } from './payments.js';

/** A customer's receipt for a payment that succeeded (invoices, section 12). */
export const PaymentReceipt = shape('The receipt of a payment', {
  svc_id: svcId(),
  number: described(z.string(), ...texts.documentNumber),
  file_url: described(z.string().nullable(), ...texts.fileUrl),
  xml_url: described(z.string().nullable(), ...texts.xmlUrl),
  payment: Payment,
  created_at: createdAt(),
});
export type PaymentReceipt = z.infer<typeof PaymentReceipt>;

/** A receipt in the answers of lists and of reading it. */
export const ReadPaymentReceipt = described(
  PaymentReceipt.extend(expandedCustomer),
  'The receipt of a payment, with its customer on request',
);
export type ReadPaymentReceipt = z.infer<typeof ReadPaymentReceipt>;

export const PaymentReceiptFilters = query({
  ...updatedListParameters(['created_at']),
  ...listExpansions(['customer']),
  /** Receipts of the invoice's payments, and of payment requests that include it. */
  invoice_id: described(queryId(), ...texts.invoiceId),
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
    answer: { payment_receipts: z.array(ReadPaymentReceipt), meta: Meta },
  }),
  read: route({
    ...shared,
    path: '/payment_receipts/:svc_id',
    summary: 'Read a payment receipt',
    query: CustomerExpansion,
    answer: { payment_receipt: ReadPaymentReceipt },
  }),
};
