import type { BillingEntity, EmbeddedCustomer, Invoice } from '@tollgate/contracts';
import { readBillingEntityResource } from '@tollgate/catalog/reader';
import {
  readCreditNoteWebhookResources,
  readInvoiceResources,
  readInvoiceWebhookResources,
} from '@tollgate/invoicing/reader';
import { readPaymentReceiptResources } from '@tollgate/payment/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { floorToSecond } from '@tollgate/rating';
import { printCreditNote } from '../content/printed-credit-note.js';
import { printInvoice } from '../content/printed-invoice.js';
import { printReceipt } from '../content/printed-receipt.js';
import type { DocumentContents } from '../tables/document-contents.js';
import type { DocumentKind } from '../tables/document.tables.js';

/** What was issued, as it stands on paper. */
export interface Issued {
  number: string;
  customerId: string;
  contents: DocumentContents;
  issuer: BillingEntity;
  /** The customer's addresses, separated by commas. */
  email: string | null;
  /** Whether it is sent by e-mail when it is issued, where its issuer wants that (webhooks, section 7). */
  mailed: boolean;
}

type Read = (transaction: TenantTransaction, ids: string[], now: Instant) => Promise<Map<string, Issued>>;

/** How each kind of document comes to its contents, by the ids of what it is about. */
export const issuedReaders: Record<DocumentKind, Read> = {
  invoice: async (transaction, ids, now) => {
    const invoices = await readInvoiceWebhookResources(transaction, ids, now);
    const issuerOf = await issuersOf(
      transaction,
      [...invoices.values()].map((invoice) => invoice.billing_entity_code),
    );
    return printed(invoices, (invoice) => {
      const issuer = issuerOf(invoice.billing_entity_code);
      return {
        ...partyOf(invoice.customer, issuer),
        number: invoice.number,
        contents: printInvoice(invoice, issuer),
        mailed: invoice.invoice_type !== 'advance_charges' && invoice.fees_amount_cents > 0,
      };
    });
  },
  credit_note: async (transaction, ids, now) => {
    const notes = await readCreditNoteWebhookResources(transaction, ids);
    const issuerOf = await issuersOf(
      transaction,
      [...notes.values()].map((note) => note.billing_entity_code),
    );
    return printed(notes, (note) => {
      const issuer = issuerOf(note.billing_entity_code);
      return {
        ...partyOf(note.customer, issuer),
        number: note.number,
        contents: printCreditNote(note, issuer),
        // One that was a draft became final with its invoice: that is sent.
        mailed: Date.parse(note.created_at) === floorToSecond(now),
      };
    });
  },
  payment_receipt: async (transaction, ids) => {
    const receipts = await readPaymentReceiptResources(transaction, ids);
    const invoices = await readInvoiceResources(
      transaction,
      [...receipts.values()].flatMap(({ payment }) => payment.invoice_ids),
    );
    const paidBy = (invoiceIds: string[]) => invoiceIds.flatMap((id) => invoices.get(id) ?? []);
    const issuerOf = await issuersOf(
      transaction,
      [...invoices.values()].map((invoice) => invoice.billing_entity_code),
    );
    return printed(receipts, (receipt) => {
      const paid = paidBy(receipt.payment.invoice_ids);
      const issuer = issuerOf(paid[0]?.billing_entity_code ?? '');
      const customer = (paid[0] as Invoice).customer;
      return {
        ...partyOf(customer, issuer),
        number: receipt.number,
        contents: printReceipt(receipt, paid, issuer),
        mailed: true,
      };
    });
  },
};

const partyOf = (customer: EmbeddedCustomer, issuer: BillingEntity) => ({
  customerId: customer.svc_id,
  email: customer.email,
  issuer,
});

/** Issuers by their codes; an organization has few. */
async function issuersOf(transaction: TenantTransaction, codes: string[]): Promise<(code: string) => BillingEntity> {
  const issuers = new Map<string, BillingEntity>();
  for (const code of new Set(codes)) issuers.set(code, await readBillingEntityResource(transaction, code));
  return (code) => {
    const issuer = issuers.get(code);
    if (!issuer) throw new Error(`no issuer ${code}`);
    return issuer;
  };
}

const printed = <T>(subjects: Map<string, T>, print: (subject: T) => Issued): Map<string, Issued> =>
  new Map([...subjects].map(([id, subject]) => [id, print(subject)]));
