import { Injectable } from '@nestjs/common';
import { readBillingEntityResource } from '@tollgate/catalog/reader';
import type { BillingEntity } from '@tollgate/contracts';
import { readCreditNoteWebhookResources, readInvoiceResources } from '@tollgate/invoicing/reader';
import { readPaymentReceiptResources, readPaymentRequestForMail } from '@tollgate/payment/reader';
import { pageAddress, type Instant, type MailPage, type TenantTransaction } from '@tollgate/platform';
import { documentsOf, findDocument, type DocumentRow } from '../issued-documents/documents.repository.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import type { MailRow } from '../issued-documents/mails.repository.js';
import type { DocumentKind } from '../tables/document.tables.js';
import { creditNotePage, invoicePage, receiptPage, requestPage, type MailFrame } from './mail-pages.js';

/** The maximum number of attached invoices of a receipt; the mail links to further ones. */
const mostAttached = 20;

/** A composed mail and its attached documents. */
export interface ComposedMail {
  page: MailPage;
  issuerEmail: string | null;
  attached: DocumentRow[];
}

type Subject = Pick<MailRow, 'kind' | 'subject_id'>;

/** Composes the mails of documents and payment requests (webhooks, section 7). */
@Injectable()
export class MailComposer {
  constructor(private readonly documents: DocumentsService) {}

  /** @param now the organization's time @throws Error without the subject */
  async compose(transaction: TenantTransaction, mail: Subject, now: Instant): Promise<ComposedMail> {
    const { kind, subject_id: id } = mail;
    if (kind === 'payment_request') return this.composeRequest(transaction, id, now);
    const [document] = await this.documentsOf(transaction, kind, [id], now);
    if (!document) throw new Error(`no ${kind} ${id}`);
    if (kind === 'payment_receipt') return this.composeReceipt(transaction, document, now);
    const { customerPage, code } = await (kind === 'invoice' ? invoiceMail : creditNoteMail)(transaction, document);
    const issuer = await readBillingEntityResource(transaction, code);
    return composed(issuer, [document], customerPage(this.frameOf(issuer, document)));
  }

  private async composeReceipt(
    transaction: TenantTransaction,
    document: DocumentRow,
    now: Instant,
  ): Promise<ComposedMail> {
    const { subject_id: id } = document;
    const receipt = (await readPaymentReceiptResources(transaction, [id])).get(id);
    const ids = receipt?.payment.invoice_ids ?? [];
    const resources = await readInvoiceResources(transaction, ids);
    const [first, ...others] = ids.flatMap((invoiceId) => resources.get(invoiceId) ?? []);
    if (!receipt || !first) throw new Error(`no payment receipt ${id}`);
    const issuer = await readBillingEntityResource(transaction, first.billing_entity_code);
    const paid = await this.documentsOf(transaction, 'invoice', ids, now);
    const frame = { ...this.frameOf(issuer, document), urls: this.urlsOf(paid) };
    const page = receiptPage(receipt, [first, ...others], namesOf(document), frame);
    return composed(issuer, [document, ...paid.slice(0, mostAttached)], page);
  }

  private async composeRequest(transaction: TenantTransaction, id: string, now: Instant): Promise<ComposedMail> {
    const { request, step } = await readPaymentRequestForMail(transaction, id);
    const issuer = await readBillingEntityResource(transaction, request.invoices[0]?.billing_entity_code ?? '');
    const ids = request.invoices.slice(0, mostAttached).map((invoice) => invoice.svc_id);
    const documents = await this.documentsOf(transaction, 'invoice', ids, now);
    const logo = documents[0]?.logo ?? null;
    return composed(issuer, [], requestPage(request, step, { issuer, logo, urls: this.urlsOf(documents) }));
  }

  private frameOf(issuer: BillingEntity, document: DocumentRow): MailFrame {
    return { issuer, logo: document.logo, url: this.addressOf(document) };
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

const composed = (issuer: BillingEntity, attached: DocumentRow[], page: MailPage): ComposedMail => ({
  page,
  issuerEmail: issuer.email,
  attached,
});

async function invoiceMail(transaction: TenantTransaction, document: DocumentRow) {
  const { subject_id: id } = document;
  const invoice = (await readInvoiceResources(transaction, [id])).get(id);
  if (!invoice) throw new Error(`no invoice ${id}`);
  const customerPage = (frame: MailFrame) => invoicePage(invoice, namesOf(document), frame);
  return { customerPage, code: invoice.billing_entity_code };
}

async function creditNoteMail(transaction: TenantTransaction, document: DocumentRow) {
  const { subject_id: id } = document;
  const note = (await readCreditNoteWebhookResources(transaction, [id])).get(id);
  if (!note) throw new Error(`no credit note ${id}`);
  const customerPage = (frame: MailFrame) => creditNotePage(note, namesOf(document), frame);
  return { customerPage, code: note.billing_entity_code };
}
