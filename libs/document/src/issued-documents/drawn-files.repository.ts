import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/document.tables.js';
import type { DocumentPlace } from './documents.repository.js';

/** The drawn file of a document. */
export interface DrawnFile {
  content: Buffer;
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
    .select(['documents.id', 'documents.organization_id', 'documents.subject_id', 'documents.number', 'documents.key'])
    .select(['documents.kind', 'files.sha256'])
    .where('documents.organization_id', '=', transaction.organizationId)
    .where('documents.id', '=', id)
    .executeTakeFirst();
}

/** Finds the file of a document. */
export async function findDrawnFile(transaction: TenantTransaction, id: string): Promise<DrawnFile | undefined> {
  return tables(transaction)
    .selectFrom('document.drawn_files')
    .select(['content', 'sha256'])
    .where('organization_id', '=', transaction.organizationId)
    .where('document_id', '=', id)
    .executeTakeFirst();
}

/** Stores a file unless one exists. @returns the stored file */
export async function storeDrawnFile(transaction: TenantTransaction, id: string, file: DrawnFile): Promise<DrawnFile> {
  await sql`
    insert into document.drawn_files (document_id, organization_id, content, sha256)
    values (${id}, ${transaction.organizationId}, ${file.content}, ${file.sha256})
    on conflict (document_id) do nothing
  `.execute(transaction);
  return (await findDrawnFile(transaction, id)) ?? file;
}
