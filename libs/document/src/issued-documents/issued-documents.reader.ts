import type {
  BillingEntity,
  CreditNote,
  EmbeddedCustomer,
  Invoice,
  PaymentReceipt,
  SingleInvoice,
} from '@tollgate/contracts';
import { readBillingEntityResource } from '@tollgate/catalog/reader';
import {
  readCreditNoteWebhookResources,
  readInvoiceResources,
  readInvoiceWebhookResources,
} from '@tollgate/invoicing/reader';
import { readPaymentReceiptResources } from '@tollgate/payment/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { floorToSecond } from '@tollgate/rating';
import { buildCreditNoteContent } from '../content/credit-note-content.js';
import { creditNoteIn, factsIn, invoiceIn, issuerIn, localeOf } from '../content/customer-texts.js';
import { buildInvoiceContent } from '../content/invoice-content.js';
import { buildReceiptContent } from '../content/receipt-content.js';
import type { EInvoiceFiles } from '../e-invoices/e-invoice-files.js';
import type { DocumentContents } from '../tables/document-contents.js';
import type { DocumentKind } from '../tables/document.tables.js';
import { readFactsOfCreditNotes, readFactsOfInvoices, readFactsOfReceipts } from './billing-facts.reader.js';
import { readCatalogTexts } from './catalog-texts.reader.js';
import { readConvertedTaxesOfInvoices, readConvertedTaxesOfNotes } from './converted-taxes.reader.js';
import { creditNoteFiles, invoiceFiles } from './e-invoices-of-issued.js';

/** An issued document with its content. */
export interface Issued {
  number: string;
  customerId: string;
  contents: DocumentContents;
  issuer: BillingEntity;
  /** The customer's addresses, separated by commas. */
  email: string | null;
  /** Whether its issue sends an e-mail, subject to the issuer's settings (webhooks, section 7). */
  mailed: boolean;
  /** Null without e-invoicing, and for receipts. */
  eInvoice: EInvoiceFiles | null;
}

type Read = (transaction: TenantTransaction, ids: string[], now: Instant) => Promise<Map<string, Issued>>;

/** Reads and builds the content of each kind of document, by the ids of its subjects. */
export const issuedReaders: Record<DocumentKind, Read> = {
  invoice: async (transaction, ids, now) => {
    const invoices = await readInvoiceWebhookResources(transaction, ids, now);
    const issuerOf = await issuersOf(
      transaction,
      [...invoices.values()].map((invoice) => invoice.billing_entity_code),
    );
    const facts = {
      ...(await readFactsOfInvoices(transaction, [...invoices.values()])),
      convertedTaxes: await readConvertedTaxesOfInvoices(transaction, [...invoices.values()], issuerOf),
    };
    const texts = await readCatalogTexts(transaction, [...invoices.values()]);
    return mapSubjects(invoices, (read) => {
      const locale = localeOf(read.customer, issuerOf(read.billing_entity_code));
      const issuer = issuerIn(locale, issuerOf(read.billing_entity_code));
      const invoice = invoiceIn(locale, read, texts);
      const known = factsIn(locale, facts, texts);
      return {
        ...partyOf(invoice.customer, issuer),
        number: invoice.number,
        contents: buildInvoiceContent(invoice, issuer, known),
        eInvoice: invoiceFiles(invoice, issuer, known),
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
    const reduced = await reducedInvoices(transaction, [...notes.values()], now);
    const found = await readFactsOfCreditNotes(transaction, [...notes.values()], reduced);
    const corrected = { issuerOf, invoices: found.corrected };
    const facts = {
      ...found,
      convertedTaxes: await readConvertedTaxesOfNotes(transaction, [...notes.values()], corrected),
    };
    const texts = await readCatalogTexts(transaction, reduced, [...notes.values()]);
    return mapSubjects(notes, (read) => {
      const locale = localeOf(read.customer, issuerOf(read.billing_entity_code));
      const issuer = issuerIn(locale, issuerOf(read.billing_entity_code));
      const note = creditNoteIn(locale, read, texts);
      const known = factsIn(locale, facts, texts);
      return {
        ...partyOf(note.customer, issuer),
        number: note.number,
        contents: buildCreditNoteContent(note, issuer, known),
        eInvoice: creditNoteFiles(note, issuer, known),
        // A former draft became final with its invoice, whose e-mail covers it.
        mailed: Date.parse(note.created_at) === floorToSecond(now),
      };
    });
  },
  payment_receipt: async (transaction, ids, now) => {
    const receipts = await readPaymentReceiptResources(transaction, ids);
    const invoices = await readInvoiceResources(
      transaction,
      [...receipts.values()].flatMap(({ payment }) => payment.invoice_ids),
    );
    const paidBy = (invoiceIds: string[]) => invoiceIds.flatMap((id) => invoices.get(id) ?? []);
    const singles = await readInvoiceWebhookResources(transaction, singleInvoicesOf([...receipts.values()]), now);
    const facts = await readFactsOfReceipts(transaction, [...receipts.values()], [...singles.values()]);
    const texts = await readCatalogTexts(transaction, [...singles.values()]);
    const issuerOf = await issuersOf(
      transaction,
      [...invoices.values()].map((invoice) => invoice.billing_entity_code),
    );
    return mapSubjects(receipts, (receipt) => {
      const paid = paidBy(receipt.payment.invoice_ids);
      const [payment = ''] = singleInvoicesOf([receipt]);
      const customer = (paid[0] as Invoice).customer;
      const ofPaid = issuerOf(paid[0]?.billing_entity_code ?? '');
      const locale = localeOf(customer, ofPaid);
      const issuer = issuerIn(locale, ofPaid);
      const read = singles.get(payment);
      const single = read ? invoiceIn(locale, read, texts) : null;
      const known = factsIn(locale, facts, texts);
      return {
        ...partyOf(customer, issuer),
        number: receipt.number,
        contents: buildReceiptContent(receipt, { invoices: paid, single }, issuer, known),
        mailed: true,
        eInvoice: null,
      };
    });
  },
};

/** The invoices that credit notes reduce. */
async function reducedInvoices(
  transaction: TenantTransaction,
  notes: CreditNote[],
  now: Instant,
): Promise<SingleInvoice[]> {
  const ids = [...new Set(notes.map((note) => note.svc_invoice_id))];
  return [...(await readInvoiceWebhookResources(transaction, ids, now)).values()];
}

/** The invoices of receipts for single invoices, which show them in full; payment requests only list theirs. */
const singleInvoicesOf = (receipts: PaymentReceipt[]): string[] => [
  ...new Set(
    receipts.flatMap(({ payment }) => (payment.payable_type === 'Invoice' ? payment.invoice_ids.slice(0, 1) : [])),
  ),
];

const partyOf = (customer: EmbeddedCustomer, issuer: BillingEntity) => ({
  customerId: customer.svc_id,
  email: customer.email,
  issuer,
});

/** Reads issuers by their codes; an organization has few. */
async function issuersOf(transaction: TenantTransaction, codes: string[]): Promise<(code: string) => BillingEntity> {
  const issuers = new Map<string, BillingEntity>();
  for (const code of new Set(codes)) issuers.set(code, await readBillingEntityResource(transaction, code));
  return (code) => {
    const issuer = issuers.get(code);
    if (!issuer) throw new Error(`no issuer ${code}`);
    return issuer;
  };
}

const mapSubjects = <T>(subjects: Map<string, T>, build: (subject: T) => Issued): Map<string, Issued> =>
  new Map([...subjects].map(([id, subject]) => [id, build(subject)]));
