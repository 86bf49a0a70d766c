import { z } from 'zod';
import { listParameters } from '../http/lists.js';
import { query, queryId, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { described, texts } from '../http/texts.js';
import { CreditNote } from './credit-notes.js';
import { CustomerStatement, CustomerStatementQuery, FiledStatement } from './customer-statements.js';
import { PaymentReceipt } from './payment-receipts.js';
import { Payment } from './payments.js';

/** A credit note, as its customer sees it (customers, section 3.3). */
export const PortalCreditNote = described(
  CreditNote.pick({
    svc_id: true,
    number: true,
    svc_invoice_id: true,
    invoice_number: true,
    issuing_date: true,
    credit_status: true,
    refund_status: true,
    reason: true,
    description: true,
    currency: true,
    total_amount_cents: true,
    taxes_amount_cents: true,
    sub_total_excluding_taxes_amount_cents: true,
    balance_amount_cents: true,
    credit_amount_cents: true,
    refund_amount_cents: true,
    offset_amount_cents: true,
    file_url: true,
    xml_url: true,
    created_at: true,
  }),
  'A credit note in the customer portal',
);
export type PortalCreditNote = z.infer<typeof PortalCreditNote>;

/** A receipt, as its customer sees it. */
export const PortalPaymentReceipt = described(
  PaymentReceipt.pick({ svc_id: true, number: true, file_url: true, xml_url: true, created_at: true }).extend({
    payment: described(
      Payment.pick({
        svc_id: true,
        invoice_ids: true,
        invoice_numbers: true,
        amount_cents: true,
        amount_currency: true,
        created_at: true,
      }),
      'The payment',
    ),
  }),
  'The receipt of a payment in the customer portal',
);
export type PortalPaymentReceipt = z.infer<typeof PortalPaymentReceipt>;

export const PortalCreditNoteFilters = query({
  ...listParameters(['created_at', 'issuing_date', 'total_amount_cents']),
  invoice_id: described(queryId(), ...texts.invoiceId),
});
export type PortalCreditNoteFilters = QueryInput<typeof PortalCreditNoteFilters>;

export const PortalPaymentReceiptFilters = query({
  ...listParameters(['created_at']),
  /** Receipts of the invoice's payments, and of payment requests that include it. */
  invoice_id: described(queryId(), ...texts.invoiceId),
});
export type PortalPaymentReceiptFilters = QueryInput<typeof PortalPaymentReceiptFilters>;

const shared = { access: 'portal', permission: 'customer', portalSection: 'invoices' } as const;

/** The calls by which customers read their documents beside invoices. */
export const portalDocumentRoutes = {
  creditNotes: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/credit_notes',
    summary: 'List the credit notes of the calling customer, newest first',
    query: PortalCreditNoteFilters,
    answer: { credit_notes: z.array(PortalCreditNote), meta: Meta },
  }),
  downloadCreditNote: route({
    ...shared,
    service: 'document',
    method: 'POST',
    path: '/portal/credit_notes/:svc_id/download',
    readsOnly: true,
    summary: 'Download a credit note PDF of the calling customer',
    answer: { credit_note: PortalCreditNote },
  }),
  paymentReceipts: route({
    ...shared,
    service: 'payment',
    method: 'GET',
    path: '/portal/payment_receipts',
    summary: 'List the payment receipts of the calling customer, newest first',
    query: PortalPaymentReceiptFilters,
    answer: { payment_receipts: z.array(PortalPaymentReceipt), meta: Meta },
  }),
  downloadPaymentReceipt: route({
    ...shared,
    service: 'document',
    method: 'POST',
    path: '/portal/payment_receipts/:svc_id/download',
    readsOnly: true,
    summary: 'Download a payment receipt PDF of the calling customer',
    answer: { payment_receipt: PortalPaymentReceipt },
  }),
  statement: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/statement',
    summary: 'Read the statement of account of the calling customer: entries, balances and open invoices',
    query: CustomerStatementQuery,
    answer: { customer_statement: CustomerStatement },
    heavy: true,
  }),
  downloadStatement: route({
    ...shared,
    service: 'document',
    method: 'POST',
    path: '/portal/statement/download',
    readsOnly: true,
    summary: 'Create the file of the statement of account of the calling customer',
    query: CustomerStatementQuery,
    answer: { customer_statement: FiledStatement },
    heavy: true,
  }),
};
