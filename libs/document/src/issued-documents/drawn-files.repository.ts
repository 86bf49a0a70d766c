import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/document.tables.js';
import type { DocumentPlace } from './documents.repository.js';

/** The file of a document, as it was drawn once. */
export interface DrawnFile {
  content: Buffer;
  /** In hexadecimal. */
  sha256: string;
}

/** What tells where a document's file is, its name, and the hash of the file once it is drawn. */
export type FilePlace = DocumentPlace & { kind: string; sha256: string | null };

/** The place of a document's file; none for what is no document. */
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

/** The file of a document, if it was drawn. */
export async function findDrawnFile(transaction: TenantTransaction, id: string): Promise<DrawnFile | undefined> {
  return tables(transaction)
    .selectFrom('document.drawn_files')
    .select(['content', 'sha256'])
    .where('organization_id', '=', transaction.organizationId)
    .where('document_id', '=', id)
    .executeTakeFirst();
}

/** Keeps a file; the one that is there already stays. @returns the one that is kept */
export async function keepDrawnFile(transaction: TenantTransaction, id: string, file: DrawnFile): Promise<DrawnFile> {
  await sql`
    insert into document.drawn_files (document_id, organization_id, content, sha256)
    values (${id}, ${transaction.organizationId}, ${file.content}, ${file.sha256})
    on conflict (document_id) do nothing
  `.execute(transaction);
  return (await findDrawnFile(transaction, id)) ?? file;
}
