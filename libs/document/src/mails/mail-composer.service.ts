import { Injectable } from '@nestjs/common';
import { readBillingEntityResource } from '@tollgate/catalog/reader';
import type { BillingEntity } from '@tollgate/contracts';
import { readCreditNoteWebhookResources, readInvoiceResources } from '@tollgate/invoicing/reader';
import { readChargedCustomers, readPaymentReceiptResources, readPaymentRequestForMail } from '@tollgate/payment/reader';
import { pageAddress, type Instant, type TenantTransaction } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { documentsOf, findDocument, type DocumentRow } from '../issued-documents/documents.repository.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import type { MailRow } from '../issued-documents/mails.repository.js';
import { findXmlFile } from '../issued-documents/e-invoices.repository.js';
import { paysOnline } from '../pages/online-payment.js';
import { findStatement } from '../statements/statements.repository.js';
import type { DocumentKind } from '../tables/document.tables.js';
import { AlertMails } from './alert-mails.js';
import type { Attachment, ComposedMail } from './composed-mail.js';
import type { MailFrame } from './mail-frame.js';
import { creditNotePage, invoicePage, receiptPage } from './mail-pages.js';
import { requestPage } from './request-page.js';
import { statementPage } from './statement-page.js';

/** The maximum number of attached invoices; the mail links to further ones. */
const mostAttached = 20;

type Subject = Pick<MailRow, 'kind' | 'subject_id'> & Partial<Pick<MailRow, 'content'>>;

/** Composes the mails of documents, statements and payment requests (webhooks, section 7). */
@Injectable()
export class MailComposer {
  constructor(
    private readonly documents: DocumentsService,
    private readonly alerts: AlertMails,
  ) {}

  /** @param now the organization's time @throws Error without the subject */
  async compose(transaction: TenantTransaction, mail: Subject, now: Instant): Promise<ComposedMail> {
    const { kind, subject_id: id, content } = mail;
    if (kind === 'usage_alert') return this.alerts.compose(transaction, id, content, now);
    if (kind === 'payment_request') return this.composeRequest(transaction, id, now);
    if (kind === 'statement') return this.composeStatement(transaction, id);
    const [document] = await this.documentsOf(transaction, kind, [id], now);
    if (!document) throw new Error(`no ${kind} ${id}`);
    if (kind === 'payment_receipt') return this.composeReceipt(transaction, document, now);
    return this.composeSingle(transaction, document, kind === 'invoice' ? invoiceMail : creditNoteMail);
  }

  /** The mail of an invoice or a credit note, with its e-invoice. */
  private async composeSingle(
    transaction: TenantTransaction,
    document: DocumentRow,
    read: typeof invoiceMail | typeof creditNoteMail,
  ): Promise<ComposedMail> {
    const { customerPage, code, invoiceId } = await read(transaction, document);
    const issuer = await readBillingEntityResource(transaction, code);
    const eInvoice = await attachedXml(transaction, document);
    const page = customerPage({ ...this.frameOf(issuer, document), hasXml: eInvoice !== null });
    return { page, issuerEmail: issuer.email, invoiceIds: [invoiceId], attached: [document], eInvoice };
  }

  private async composeReceipt(
    transaction: TenantTransaction,
    document: DocumentRow,
    now: Instant,
  ): Promise<ComposedMail> {
    const { subject_id: id } = document;
    const receipt = (await readPaymentReceiptResources(transaction, [id])).get(id);
    const invoiceIds = receipt?.payment.invoice_ids ?? [];
    const resources = await readInvoiceResources(transaction, invoiceIds);
    const [first, ...others] = invoiceIds.flatMap((invoiceId) => resources.get(invoiceId) ?? []);
    if (!receipt || !first) throw new Error(`no payment receipt ${id}`);
    const issuer = await readBillingEntityResource(transaction, first.billing_entity_code);
    const paid = await this.documentsOf(transaction, 'invoice', invoiceIds, now);
    const frame = { ...this.frameOf(issuer, document), urls: this.urlsOf(paid) };
    const page = receiptPage(receipt, [first, ...others], namesOf(document), frame);
    const attached = [document, ...paid.slice(0, mostAttached)];
    return { page, issuerEmail: issuer.email, invoiceIds, attached, eInvoice: null };
  }

  private async composeRequest(transaction: TenantTransaction, id: string, now: Instant): Promise<ComposedMail> {
    const { request, step } = await readPaymentRequestForMail(transaction, id);
    const issuer = await readBillingEntityResource(transaction, request.invoices[0]?.billing_entity_code ?? '');
    const invoiceIds = request.invoices.map((invoice) => invoice.svc_id);
    const attached = await this.documentsOf(transaction, 'invoice', invoiceIds.slice(0, mostAttached), now);
    const { svc_id: customerId } = request.customer;
    const page = requestPage(request, {
      step,
      issuer,
      logo: attached[0]?.logo ?? null,
      urls: this.urlsOf(attached),
      paysOnline: await paysOnline(transaction, customerId),
      isCharged: (await readChargedCustomers(transaction, [customerId])).has(customerId),
      now,
    });
    return { page, issuerEmail: issuer.email, invoiceIds, attached, eInvoice: null };
  }

  private async composeStatement(transaction: TenantTransaction, id: string): Promise<ComposedMail> {
    const place = (await documentsOf(transaction, 'statement', [id])).get(id);
    const document = await findDocument(transaction, place?.id ?? '');
    const stored = await findStatement(transaction, id);
    if (!document || !stored) throw new Error(`no statement ${id}`);
    const { customer_id: customerId, billing_entity_code: code, summary } = stored;
    const customer = (await readEmbeddedCustomers(transaction, [customerId])).get(customerId);
    if (!customer) throw new Error(`no customer ${customerId}`);
    const issuer = await readBillingEntityResource(transaction, code);
    const page = statementPage(summary, customer, namesOf(document), this.frameOf(issuer, document));
    return { page, issuerEmail: issuer.email, invoiceIds: [], attached: [document], eInvoice: null };
  }

  private frameOf(issuer: BillingEntity, document: DocumentRow): MailFrame {
    return { issuer, logo: document.logo, url: this.addressOf(document), hasXml: false };
  }

  private urlsOf(documents: DocumentRow[]): Map<string, string> {
    return new Map(documents.map((row) => [row.number, this.addressOf(row)]));
  }

  /** The page of a document: people open mails months later, when the address of a file has expired. */
  private addressOf(row: DocumentRow): string {
    return pageAddress(this.documents.fileOf(row));
  }

  /** Reads documents and issues missing ones. */
  private async documentsOf(
    transaction: TenantTransaction,
    kind: DocumentKind,
    ids: string[],
    now: Instant,
  ): Promise<DocumentRow[]> {
    if (ids.length === 0) return [];
    await this.documents.issueAll(transaction, kind, ids, now);
    const places = await documentsOf(transaction, kind, ids);
    const rows: DocumentRow[] = [];
    for (const id of ids) {
      const row = await findDocument(transaction, places.get(id)?.id ?? '');
      if (row) rows.push(row);
    }
    return rows;
  }
}

const namesOf = ({ contents, number }: DocumentRow) => ({ title: contents.title, number });

/** The name of an attached file (webhooks, section 7). */
export const attachmentName = ({ kind, number }: Pick<DocumentRow, 'kind' | 'number'>, type: 'pdf' | 'xml'): string =>
  `${kind === 'payment_receipt' ? 'receipt' : kind}-${number}.${type}`;

/** The e-invoice of a document, where it has one as a file of its own. */
async function attachedXml(transaction: TenantTransaction, document: DocumentRow): Promise<Attachment | null> {
  const file = await findXmlFile(transaction, document.id);
  return (
    file && {
      filename: attachmentName(document, 'xml'),
      content: Buffer.from(file.content),
      contentType: 'application/xml',
    }
  );
}

async function invoiceMail(transaction: TenantTransaction, document: DocumentRow) {
  const { subject_id: id } = document;
  const invoice = (await readInvoiceResources(transaction, [id])).get(id);
  if (!invoice) throw new Error(`no invoice ${id}`);
  const customerPage = (frame: MailFrame) => invoicePage(invoice, namesOf(document), frame);
  return { customerPage, code: invoice.billing_entity_code, invoiceId: id };
}

async function creditNoteMail(transaction: TenantTransaction, document: DocumentRow) {
  const { subject_id: id } = document;
  const note = (await readCreditNoteWebhookResources(transaction, [id])).get(id);
  if (!note) throw new Error(`no credit note ${id}`);
  const customerPage = (frame: MailFrame) => creditNotePage(note, namesOf(document), frame);
  return { customerPage, code: note.billing_entity_code, invoiceId: note.svc_invoice_id };
}
