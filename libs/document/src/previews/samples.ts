import type { BillingEntity, PreviewedDocument } from '@tollgate/contracts';
import type { MailPage } from '@tollgate/platform';
import { noFacts, type BillingFacts } from '../content/billing-facts.js';
import { buildCreditNoteContent } from '../content/credit-note-content.js';
import { issuerIn } from '../content/customer-texts.js';
import { buildInvoiceContent } from '../content/invoice-content.js';
import { languageNamed } from '../content/parties.js';
import { buildReceiptContent } from '../content/receipt-content.js';
import { buildStatementContent } from '../content/statement-content.js';
import type { MailFrame } from '../mails/mail-frame.js';
import { creditNotePage, invoicePage, receiptPage } from '../mails/mail-pages.js';
import { statementPage } from '../mails/statement-page.js';
import { summaryOf } from '../statements/statements.service.js';
import type { DocumentContents } from '../tables/document-contents.js';
import { sampleInvoice } from './sample-invoice.js';
import { sampleCreditNote, sampleReceipt, sampleStatement } from './sample-documents.js';

/** A sample document, and the mail that sends it. */
export interface Sample {
  number: string;
  contents: DocumentContents;
  mail: (frame: Pick<MailFrame, 'logo' | 'url'>) => MailPage;
}

/** Builds a sample of an issuer in a language, by the same code as its documents. A pure function. */
export function sampleOf(kind: PreviewedDocument, named: BillingEntity, locale: string): Sample {
  const issuer = issuerIn(locale, named);
  const invoice = sampleInvoice(issuer, locale, languageNamed(locale).labels.tax);
  const frameOf = (frame: Pick<MailFrame, 'logo' | 'url'>): MailFrame => ({ ...frame, issuer, hasXml: false });
  switch (kind) {
    case 'invoice': {
      const contents = buildInvoiceContent(invoice, issuer, facts);
      const document = { title: contents.title, number: invoice.number };
      return { number: invoice.number, contents, mail: (frame) => invoicePage(invoice, document, frameOf(frame)) };
    }
    case 'credit_note': {
      const note = sampleCreditNote(invoice);
      const contents = buildCreditNoteContent(note, issuer, facts);
      const document = { title: contents.title, number: note.number };
      return { number: note.number, contents, mail: (frame) => creditNotePage(note, document, frameOf(frame)) };
    }
    case 'payment_receipt': {
      const paid = { ...invoice, payment_status: 'succeeded' as const, total_due_amount_cents: 0 };
      const receipt = sampleReceipt(paid);
      const contents = buildReceiptContent(receipt, { invoices: [paid], single: paid }, issuer, facts);
      const document = { title: contents.title, number: receipt.number };
      const mail: Sample['mail'] = (frame) =>
        receiptPage(receipt, [paid], document, { ...frameOf(frame), urls: noUrls });
      return { number: receipt.number, contents, mail };
    }
    case 'statement': {
      const statement = sampleStatement(invoice);
      const { customer } = invoice;
      const contents = buildStatementContent(statement, customer, issuer);
      const number = `${customer.slug}-${statement.from_date}-${statement.to_date}-${statement.currency}`;
      const document = { title: contents.title, number };
      const mail: Sample['mail'] = (frame) => statementPage(summaryOf(statement), customer, document, frameOf(frame));
      return { number, contents, mail };
    }
  }
}

const facts: BillingFacts = noFacts;
const noUrls = new Map<string, string>();
