import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { mapConcurrent, Config, newId, type FileAddress, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { DocumentKind } from '../tables/document.tables.js';
import { documentsOf, insertDocuments, type DocumentPlace, type DocumentRow } from './documents.repository.js';
import { issuedReaders, type Issued } from './issued-documents.reader.js';
import { keepLogos } from './logos.repository.js';
import { addressesOf, insertMails, settingOf, type NewMail } from './mails.repository.js';

const keyBytes = 32;

/** Keeps what stands on documents when they are issued, and tells where their files are (webhooks, section 8). */
@Injectable()
export class DocumentsService {
  constructor(private readonly config: Config) {}

  /** Keeps a document and tells of it, once however often it is asked. @returns where its file is */
  async keep(
    transaction: TenantTransaction,
    kind: DocumentKind,
    subjectId: string,
    now: Instant,
  ): Promise<FileAddress> {
    await this.keepAll(transaction, kind, [subjectId], now);
    const place = (await documentsOf(transaction, kind, [subjectId])).get(subjectId);
    if (!place) throw new Error(`${kind} ${subjectId} has no document`);
    return this.fileOf(place);
  }

  /**
   * Keeps documents, tells of them and has those sent by e-mail that are, in a number of statements that does not grow with them.
   * @returns mails that are to be queued behind the transaction; a sweep finds those that are not
   */
  async keepAll(
    transaction: TenantTransaction,
    kind: DocumentKind,
    subjectIds: string[],
    now: Instant,
  ): Promise<string[]> {
    const known = await documentsOf(transaction, kind, subjectIds);
    const wanted = [...new Set(subjectIds)].filter((id) => !known.has(id));
    const issued =
      wanted.length === 0 ? new Map<string, Issued>() : await issuedReaders[kind](transaction, wanted, now);
    const logos = await keepLogos(transaction, [...new Set([...issued.values()].map(({ issuer }) => issuer.svc_id))]);
    const rows = wanted.map((subjectId) => {
      const about = issued.get(subjectId);
      if (!about) throw new Error(`no ${kind} ${subjectId}`);
      return {
        id: newId(),
        organization_id: transaction.organizationId,
        kind,
        subject_id: subjectId,
        number: about.number,
        contents: JSON.stringify(about.contents),
        key: randomBytes(keyBytes).toString('hex'),
        created_at: new Date(now),
        logo_digest: logos.get(about.issuer.svc_id) ?? null,
      };
    });
    const kept = await insertDocuments(transaction, rows);
    await mapConcurrent(
      rows.filter(({ id }) => kept.has(id)),
      (row) => {
        const { customerId } = issued.get(row.subject_id) as Issued;
        return publishDocument(transaction, kind, row.subject_id, { customerId, file: this.fileOf(row), now });
      },
    );
    return insertMails(
      transaction,
      rows
        .filter(({ id }) => kept.has(id))
        .flatMap((row) => mailOf(kind, row.subject_id, issued.get(row.subject_id) as Issued)),
    );
  }

  /** The path of a document's file as callers see it, which its signature is about. */
  pathOf(row: Pick<DocumentRow, 'organization_id' | 'id' | 'number'>): string {
    return new URL(this.addressOf(row)).pathname;
  }

  /** Where the file of a document is. */
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

function mailOf(kind: DocumentKind, subjectId: string, about: Issued): NewMail[] {
  const wanted = about.mailed && about.issuer.email_settings.includes(settingOf[kind]);
  if (!wanted || !about.issuer.email || !about.email) return [];
  return [{ kind, subjectId, recipients: { to: addressesOf(about.email), cc: [], bcc: [] } }];
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
