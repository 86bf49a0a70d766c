import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  mapConcurrent,
  Config,
  newId,
  type FileAddress,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import type { DocumentKind } from '../tables/document.tables.js';
import { publishDocument } from './document-messages.js';
import { documentsOf, insertDocuments, type DocumentRow } from './documents.repository.js';
import { insertEInvoices } from './e-invoices.repository.js';
import { issuedReaders, type Issued } from './issued-documents.reader.js';
import { storeLogos } from './logos.repository.js';
import { insertMails, settingOf, type NewMail } from './mails.repository.js';
import { readRecipients } from './recipients.reader.js';

const keyBytes = 32;

export type FileType = 'pdf' | 'xml';
type PlacedDocument = Pick<DocumentRow, 'organization_id' | 'id' | 'number'>;

/** The addresses of a document's files. */
export interface DocumentFiles {
  file: FileAddress;
  /** Null without an e-invoice as a file of its own. */
  xml: FileAddress | null;
}

/** Stores the content of documents at their issue, and publishes the addresses of their files (webhooks, section 8). */
@Injectable()
export class DocumentsService {
  constructor(private readonly config: Config) {}

  /** Issues a document and publishes it, once for repeated calls. @returns the addresses of its files */
  async issue(
    transaction: TenantTransaction,
    kind: DocumentKind,
    subjectId: string,
    now: Instant,
  ): Promise<DocumentFiles> {
    await this.issueAll(transaction, kind, [subjectId], now);
    const place = (await documentsOf(transaction, kind, [subjectId])).get(subjectId);
    if (!place) throw new Error(`${kind} ${subjectId} has no document`);
    return { file: this.fileOf(place), xml: place.hasXml ? this.xmlOf(place) : null };
  }

  /**
   * Issues documents, publishes them and stores their e-mails, in a constant number of statements.
   * @returns the mails to queue after the transaction; the reconciler queues lost ones
   */
  async issueAll(
    transaction: TenantTransaction,
    kind: DocumentKind,
    subjectIds: string[],
    now: Instant,
  ): Promise<string[]> {
    const existing = await documentsOf(transaction, kind, subjectIds);
    const missingIds = [...new Set(subjectIds)].filter((id) => !existing.has(id));
    const issued =
      missingIds.length === 0 ? new Map<string, Issued>() : await issuedReaders[kind](transaction, missingIds, now);
    const logos = await storeLogos(transaction, [...new Set([...issued.values()].map(({ issuer }) => issuer.svc_id))]);
    const rows = missingIds.map((subjectId) => {
      const issuedDocument = issued.get(subjectId);
      if (!issuedDocument) throw new Error(`no ${kind} ${subjectId}`);
      return {
        id: newId(),
        organization_id: transaction.organizationId,
        kind,
        subject_id: subjectId,
        number: issuedDocument.number,
        contents: JSON.stringify(issuedDocument.contents),
        key: randomBytes(keyBytes).toString('hex'),
        created_at: new Date(now),
        logo_digest: logos.get(issuedDocument.issuer.svc_id) ?? null,
      };
    });
    const insertedIds = await insertDocuments(transaction, rows);
    const inserted = rows.filter(({ id }) => insertedIds.has(id));
    const eInvoices = new Map(
      inserted.flatMap(({ id, subject_id: subjectId }) => {
        const files = issued.get(subjectId)?.eInvoice;
        return files ? [[id, files] as const] : [];
      }),
    );
    await insertEInvoices(transaction, eInvoices);
    await mapConcurrent(inserted, (row) => {
      const { customerId, eInvoice } = issued.get(row.subject_id) as Issued;
      const files = { file: this.fileOf(row), xml: eInvoice?.file ? this.xmlOf(row) : null };
      const document = { kind, subjectId: row.subject_id, customerId, ...files, faults: eInvoice?.faults ?? [] };
      return publishDocument(transaction, document, now);
    });
    const mailed = inserted.flatMap(({ subject_id: subjectId }) => {
      const document = issued.get(subjectId) as Issued;
      return isMailed(kind, document) ? [{ subjectId, document }] : [];
    });
    const recipients = await readRecipients(
      transaction,
      mailed.map(({ document }) => document),
    );
    return insertMails(
      transaction,
      mailed.flatMap(({ subjectId, document: { customerId } }) => mailTo(recipients.get(customerId), kind, subjectId)),
    );
  }

  /** The public path of a file; the signature covers it. */
  pathOf(row: PlacedDocument, type: FileType): string {
    return new URL(this.addressOf(row, type)).pathname;
  }

  /** The address of a document's file. */
  fileOf(row: PlacedDocument & { key: string }): FileAddress {
    return { address: this.addressOf(row, 'pdf'), key: row.key };
  }

  /** The address of its e-invoice, which is there if the document has an XML file. */
  xmlOf(row: PlacedDocument & { key: string }): FileAddress {
    return { address: this.addressOf(row, 'xml'), key: row.key };
  }

  private addressOf({ organization_id: organizationId, id, number }: PlacedDocument, type: FileType) {
    return `${this.config.publicUrl}/files/${organizationId}/${id}/${encodeURIComponent(number)}.${type}`;
  }
}

/** Whether the issue of a document sends a mail, if its customer has an address. */
const isMailed = (kind: DocumentKind, { mailed, issuer }: Issued): boolean =>
  mailed && issuer.email_settings.includes(settingOf[kind]) && Boolean(issuer.email);

const mailTo = (to: string[] = [], kind: DocumentKind, subjectId: string): NewMail[] =>
  to.length === 0 ? [] : [{ kind, subjectId, recipients: { to, cc: [], bcc: [] } }];
