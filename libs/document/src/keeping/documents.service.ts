import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, newId, type FileAddress, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { DocumentKind } from '../tables/document.tables.js';
import { findDocumentOf, insertDocument, type DocumentRow } from './documents.repository.js';
import { issuedReaders } from './issued-documents.reader.js';

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
    const known = await findDocumentOf(transaction, kind, subjectId);
    if (known) return this.fileOf(known);
    const { number, customerId, contents } = await issuedReaders[kind](transaction, subjectId, now);
    const inserted = await insertDocument(transaction, {
      id: newId(),
      organization_id: transaction.organizationId,
      kind,
      subject_id: subjectId,
      number,
      contents: JSON.stringify(contents),
      key: randomBytes(keyBytes).toString('hex'),
      created_at: new Date(now),
    });
    const file = this.fileOf((await findDocumentOf(transaction, kind, subjectId)) as DocumentRow);
    if (inserted) await announce(transaction, kind, subjectId, { customerId, file, now });
    return file;
  }

  /** The path of a document's file as callers see it, which its signature is about. */
  pathOf(row: Pick<DocumentRow, 'organization_id' | 'id' | 'number'>): string {
    return new URL(this.addressOf(row)).pathname;
  }

  private fileOf(row: DocumentRow): FileAddress {
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

async function announce(
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
