import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables, type StoredKind } from '../tables/document.tables.js';
import { hasXml, type DocumentPlace } from './documents.repository.js';

/** The row of a drawn file: its content, or its name in a store outside of the database. */
export interface DrawnFileRow {
  content: Buffer | null;
  name: string | null;
  /** In hexadecimal. */
  sha256: string;
}

/** A file of a document: as it was issued, or marked as void. */
export type FileState = 'issued' | 'voided';
const tableOf = { issued: 'document.drawn_files', voided: 'document.voided_files' } as const;

/** The address data of a document's files, its kind, and the hashes of the files after their drawing. */
export type FilePlace = DocumentPlace & { kind: StoredKind; sha256: Record<FileState, string | null> };

/** Finds the address data of a document's file. */
export async function findFilePlace(transaction: TenantTransaction, id: string): Promise<FilePlace | undefined> {
  const row = await tables(transaction)
    .selectFrom('document.documents as documents')
    .leftJoin('document.drawn_files as files', 'files.document_id', 'documents.id')
    .leftJoin('document.voided_files as voided', 'voided.document_id', 'documents.id')
    .leftJoin('document.e_invoices as xml', 'xml.document_id', 'documents.id')
    .select(['documents.id', 'documents.organization_id', 'documents.subject_id', 'documents.number', 'documents.key'])
    .select(['documents.kind', 'files.sha256 as issued_sha256', 'voided.sha256 as voided_sha256', hasXml])
    .where('documents.organization_id', '=', transaction.organizationId)
    .where('documents.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { issued_sha256: issued, voided_sha256: voided, ...place } = row;
  return { ...place, sha256: { issued, voided } };
}

/** Finds a file of a document. */
export async function findDrawnFile(
  transaction: TenantTransaction,
  id: string,
  state: FileState,
): Promise<DrawnFileRow | undefined> {
  return tables(transaction)
    .selectFrom(tableOf[state])
    .select(['content', 'name', 'sha256'])
    .where('organization_id', '=', transaction.organizationId)
    .where('document_id', '=', id)
    .executeTakeFirst();
}

/** Stores a file unless one exists; the one as issued is no longer due. @returns the stored file */
export async function storeDrawnFile(
  transaction: TenantTransaction,
  id: string,
  state: FileState,
  { content, name, sha256 }: DrawnFileRow,
): Promise<DrawnFileRow> {
  await sql`
    insert into ${sql.table(tableOf[state])} (document_id, organization_id, content, name, sha256)
    values (${id}, ${transaction.organizationId}, ${content}, ${name}, ${sha256})
    on conflict (document_id) do nothing
  `.execute(transaction);
  if (state === 'issued') await setFileDue(transaction, id, null);
  return (await findDrawnFile(transaction, id, state)) ?? { content, name, sha256 };
}

/** Sets when a document's file is drawn, unless requested earlier; null: not at all. */
export async function setFileDue(transaction: TenantTransaction, id: string, at: Date | null): Promise<void> {
  await tables(transaction)
    .updateTable('document.documents')
    .set({ file_due_at: at })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .execute();
}

/** A document without a file. */
export interface DueFile {
  id: string;
  organization_id: string;
}

const mostScanned = 5_000;

/** Reads documents of all organizations whose files are due: alternately one of each organization, the oldest first. */
export async function readDueFiles(transaction: Transaction, most: number): Promise<DueFile[]> {
  const { rows } = await sql<DueFile>`
    select id, organization_id from (
      select id, organization_id, row_number() over (partition by organization_id order by file_due_at, id) as place
      from (
        select id, organization_id, file_due_at from document.documents where file_due_at <= now()
        order by file_due_at limit ${mostScanned}
      ) as due
    ) as placed
    order by place, id limit ${most}
  `.execute(transaction);
  return rows;
}
