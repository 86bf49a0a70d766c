import { readBillingEntityResource } from '@tollgate/catalog/reader';
import {
  readCreditNoteWebhookResource,
  readInvoiceResources,
  readInvoiceWebhookResource,
} from '@tollgate/invoicing/reader';
import { readPaymentReceiptResource } from '@tollgate/payment/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { printCreditNote } from '../printing/printed-credit-note.js';
import { printInvoice } from '../printing/printed-invoice.js';
import { printReceipt } from '../printing/printed-receipt.js';
import type { DocumentContents } from '../tables/document-contents.js';
import type { DocumentKind } from '../tables/document.tables.js';

/** What was issued, as it stands on paper. */
export interface Issued {
  number: string;
  customerId: string;
  contents: DocumentContents;
}

type Read = (transaction: TenantTransaction, id: string, now: Instant) => Promise<Issued>;

/** How each kind of document comes to its contents. */
export const issuedReaders: Record<DocumentKind, Read> = {
  invoice: async (transaction, id, now) => {
    const invoice = await readInvoiceWebhookResource(transaction, id, now);
    const issuer = await readBillingEntityResource(transaction, invoice.billing_entity_code);
    return { number: invoice.number, customerId: invoice.customer.svc_id, contents: printInvoice(invoice, issuer) };
  },
  credit_note: async (transaction, id) => {
    const note = await readCreditNoteWebhookResource(transaction, id);
    const issuer = await readBillingEntityResource(transaction, note.billing_entity_code);
    return { number: note.number, customerId: note.customer.svc_id, contents: printCreditNote(note, issuer) };
  },
  payment_receipt: async (transaction, id) => {
    const receipt = await readPaymentReceiptResource(transaction, id);
    const { invoice_ids: ids, svc_customer_id: customerId } = receipt.payment;
    const invoices = await readInvoiceResources(transaction, ids);
    const paid = ids.flatMap((invoiceId) => invoices.get(invoiceId) ?? []);
    const issuer = await readBillingEntityResource(transaction, paid[0]?.billing_entity_code ?? '');
    return { number: receipt.number, customerId, contents: printReceipt(receipt, paid, issuer) };
  },
};
