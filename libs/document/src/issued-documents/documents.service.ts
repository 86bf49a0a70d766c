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
import { documentsOf, insertDocuments, type DocumentPlace, type DocumentRow } from './documents.repository.js';
import { issuedReaders, type Issued } from './issued-documents.reader.js';
import { storeLogos } from './logos.repository.js';
import { addressesOf, insertMails, settingOf, type NewMail } from './mails.repository.js';

const keyBytes = 32;

/** Stores the content of documents at their issue, and publishes the addresses of their files (webhooks, section 8). */
@Injectable()
export class DocumentsService {
  constructor(private readonly config: Config) {}

  /** Issues a document and publishes it, once for repeated calls. @returns the address of its file */
  async issue(
    transaction: TenantTransaction,
    kind: DocumentKind,
    subjectId: string,
    now: Instant,
  ): Promise<FileAddress> {
    await this.issueAll(transaction, kind, [subjectId], now);
    const place = (await documentsOf(transaction, kind, [subjectId])).get(subjectId);
    if (!place) throw new Error(`${kind} ${subjectId} has no document`);
    return this.fileOf(place);
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
    await mapConcurrent(
      rows.filter(({ id }) => insertedIds.has(id)),
      (row) => {
        const { customerId } = issued.get(row.subject_id) as Issued;
        return publishDocument(transaction, kind, row.subject_id, { customerId, file: this.fileOf(row), now });
      },
    );
    return insertMails(
      transaction,
      rows
        .filter(({ id }) => insertedIds.has(id))
        .flatMap((row) => mailOf(kind, row.subject_id, issued.get(row.subject_id) as Issued)),
    );
  }

  /** The public path of a document's file; the signature covers it. */
  pathOf(row: Pick<DocumentRow, 'organization_id' | 'id' | 'number'>): string {
    return new URL(this.addressOf(row)).pathname;
  }

  /** The address of a document's file. */
  fileOf(row: Omit<DocumentPlace, 'subject_id'>): FileAddress {
    return { address: this.addressOf(row), key: row.key };
  }

  private addressOf({
    organization_id: organizationId,
    id,
    number,
  }: Pick<DocumentRow, 'organization_id' | 'id' | 'number'>) {
    return `${this.config.publicUrl}/files/${organizationId}/${id}/${encodeURIComponent(number)}.pdf`;
  }
}

function mailOf(kind: DocumentKind, subjectId: string, issuedDocument: Issued): NewMail[] {
  const isEnabled = issuedDocument.mailed && issuedDocument.issuer.email_settings.includes(settingOf[kind]);
  if (!isEnabled || !issuedDocument.issuer.email || !issuedDocument.email) return [];
  return [{ kind, subjectId, recipients: { to: addressesOf(issuedDocument.email), cc: [], bcc: [] } }];
}

async function publishDocument(
  transaction: TenantTransaction,
  kind: DocumentKind,
  id: string,
  { customerId, file, now }: { customerId: string; file: FileAddress; now: Instant },
): Promise<void> {
  if (kind === 'invoice') await transaction.append('invoice.generated', customerId, { invoice_id: id, file }, now);
  else if (kind === 'credit_note')
    await transaction.append('credit_note.generated', customerId, { credit_note_id: id, file }, now);
  else await transaction.append('payment_receipt.generated', customerId, { payment_receipt_id: id, file }, now);
}
