import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readBillingEntityResource } from '@tollgate/catalog/reader';
import type { BillingEntity, JobPayload } from '@tollgate/contracts';
import { readPaymentRequestForMail, readPaymentReceiptResources } from '@tollgate/payment/reader';
import {
  Clock,
  Jobs,
  MailTransport,
  signedAddress,
  type Instant,
  type OutgoingMail,
  type TenantTransaction,
} from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { findDocument, documentsOf, type DocumentRow } from '../issued-documents/documents.repository.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import { issuedReaders } from '../issued-documents/issued-documents.reader.js';
import {
  findUnsentMail,
  deleteSentMails,
  markSent,
  queueMail,
  waitingMails,
  type MailRow,
} from '../issued-documents/mails.repository.js';
import { DrawnFiles } from '../files/drawn-files.service.js';
import { fileName } from '../files/files.service.js';
import type { DocumentKind } from '../tables/document.tables.js';
import { requestMail, issuerName, mailSubject, mailText, type LinkedFile } from './mail-text.js';

const parallelJobs = 2;
/** The maximum number of attached invoices of a receipt; the mail links to further ones. */
const mostAttached = 20;

/** A composed mail and its attached documents. */
interface Composed {
  mail: Pick<OutgoingMail, 'subject' | 'text'> & MailRow['recipients'];
  issuer: BillingEntity;
  attached: DocumentRow[];
}

/** Sends documents by e-mail and retries until the server accepts them; parks rejected mails (webhooks, section 7). */
@Injectable()
export class DocumentMails implements OnApplicationBootstrap {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly documents: DocumentsService,
    private readonly files: DrawnFiles,
    private readonly transport: MailTransport,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('document-mail', (payload) => this.send(payload), parallelJobs);
    await this.jobs.reconcileEvery('document-mail-sweep', () => this.reconcile());
  }

  private async send({ organization_id: organizationId, mail_id: id }: JobPayload<'document-mail'>): Promise<void> {
    const now = await this.clock.now(organizationId);
    const composed = await this.database.tenant(organizationId, (transaction) => this.compose(transaction, id, now));
    if (!composed) return;
    const { mail, issuer, attached } = composed;
    const attachments = [];
    for (const row of attached.slice(0, mostAttached + 1))
      attachments.push({
        filename: fileName(row),
        content: (await this.files.fileOf(organizationId, row.id, { patient: true })).content,
        contentType: 'application/pdf',
      });
    await this.transport.send({
      ...mail,
      fromName: issuerName(issuer),
      ...(issuer.email ? { replyTo: issuer.email } : {}),
      attachments,
      id,
    });
    await this.database.tenant(organizationId, (transaction) => markSent(transaction, id));
  }

  /** Composes a mail; null for a sent one. */
  private async compose(transaction: TenantTransaction, id: string, now: Instant): Promise<Composed | null> {
    const mail = await findUnsentMail(transaction, id);
    if (!mail) return null;
    const { kind, subject_id: subjectId, recipients } = mail;
    if (kind === 'payment_request') {
      const { request } = await readPaymentRequestForMail(transaction, subjectId);
      const issuer = await readBillingEntityResource(transaction, request.invoices[0]?.billing_entity_code ?? '');
      const ids = request.invoices.slice(0, mostAttached).map((invoice) => invoice.svc_id);
      const files = this.filesOf(await this.documentsOf(transaction, 'invoice', ids, now));
      const urls = new Map(files.map(({ name, url }) => [name, url]));
      return { mail: { ...recipients, ...requestMail(issuer, request, urls) }, issuer, attached: [] };
    }
    const issuer = (await issuedReaders[kind](transaction, [subjectId], now)).get(subjectId)?.issuer;
    const ownDocuments = await this.documentsOf(transaction, kind, [subjectId], now);
    const [document] = ownDocuments;
    if (!issuer || !document) throw new Error(`no ${kind} ${subjectId}`);
    const paid = kind === 'payment_receipt' ? await this.paidBy(transaction, subjectId, now) : [];
    const attached = [...ownDocuments, ...paid];
    const subject = mailSubject(issuer, document.contents, document.number);
    const text = mailText(issuer, document.contents, this.filesOf(attached));
    return { mail: { ...recipients, subject, text }, issuer, attached };
  }

  /** Addresses expire in real time, independent of a test clock. */
  private filesOf(documents: DocumentRow[]): LinkedFile[] {
    return documents.map((row) => ({
      name: row.number,
      url: signedAddress(this.documents.fileOf(row), Date.now()),
    }));
  }

  /** Reads the documents of a receipt's invoices. */
  private async paidBy(transaction: TenantTransaction, receiptId: string, now: Instant): Promise<DocumentRow[]> {
    const receipt = (await readPaymentReceiptResources(transaction, [receiptId])).get(receiptId);
    return this.documentsOf(transaction, 'invoice', receipt?.payment.invoice_ids ?? [], now);
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

  /** Queues mails without a job, and deletes old ones. */
  private async reconcile(): Promise<void> {
    for (const { organization_id: organizationId, id } of await this.database.everyTenant(waitingMails))
      await queueMail(this.jobs, organizationId, id);
    await this.database.everyTenant(deleteSentMails);
  }
}
