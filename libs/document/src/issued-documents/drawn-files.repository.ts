import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../tables/document.tables.js';
import { hasXml, type DocumentPlace } from './documents.repository.js';

/** The row of a drawn file: its content, or its name in a store outside of the database. */
export interface DrawnFileRow {
  content: Buffer | null;
  name: string | null;
  /** In hexadecimal. */
  sha256: string;
}

/** The address data of a document's file, its kind, and the file's hash after its drawing. */
export type FilePlace = DocumentPlace & { kind: string; sha256: string | null };

/** Finds the address data of a document's file. */
export async function findFilePlace(transaction: TenantTransaction, id: string): Promise<FilePlace | undefined> {
  return tables(transaction)
    .selectFrom('document.documents as documents')
    .leftJoin('document.drawn_files as files', 'files.document_id', 'documents.id')
    .leftJoin('document.e_invoices as xml', 'xml.document_id', 'documents.id')
    .select(['documents.id', 'documents.organization_id', 'documents.subject_id', 'documents.number', 'documents.key'])
    .select(['documents.kind', 'files.sha256', hasXml])
    .where('documents.organization_id', '=', transaction.organizationId)
    .where('documents.id', '=', id)
    .executeTakeFirst();
}

/** Finds the file of a document. */
export async function findDrawnFile(transaction: TenantTransaction, id: string): Promise<DrawnFileRow | undefined> {
  return tables(transaction)
    .selectFrom('document.drawn_files')
    .select(['content', 'name', 'sha256'])
    .where('organization_id', '=', transaction.organizationId)
    .where('document_id', '=', id)
    .executeTakeFirst();
}

/** Stores a file unless one exists; it is no longer due. @returns the stored file */
export async function storeDrawnFile(
  transaction: TenantTransaction,
  id: string,
  { content, name, sha256 }: DrawnFileRow,
): Promise<DrawnFileRow> {
  await sql`
    insert into document.drawn_files (document_id, organization_id, content, name, sha256)
    values (${id}, ${transaction.organizationId}, ${content}, ${name}, ${sha256})
    on conflict (document_id) do nothing
  `.execute(transaction);
  await setFileDue(transaction, id, null);
  return (await findDrawnFile(transaction, id)) ?? { content, name, sha256 };
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
