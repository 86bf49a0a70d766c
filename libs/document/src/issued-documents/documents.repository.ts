import { sql, type Insertable, type Selectable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import type { EmbeddedXml } from '../pdf/archive.js';
import type { DocumentContents } from '../tables/document-contents.js';
import { currentContents } from '../tables/stored-contents.js';
import { tables, type DocumentKind, type DocumentsTable, type StoredKind } from '../tables/document.tables.js';

/** A document with the image of its logo. */
export type DocumentRow = Omit<Selectable<DocumentsTable>, 'contents'> & {
  contents: DocumentContents;
  logo: Buffer | null;
  /** The e-invoice inside its file, if any. */
  embedded: EmbeddedXml | null;
  /** Whether it has an e-invoice as a file of its own. */
  hasXml: boolean;
};

/** Inserts documents. @returns the ids of new ones */
export async function insertDocuments(
  transaction: TenantTransaction,
  rows: Insertable<DocumentsTable>[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const { rows: inserted } = await sql<{ id: string }>`
    insert into document.documents
      (id, organization_id, kind, subject_id, number, contents, key, created_at, logo_digest, file_due_at)
    select id, organization_id, kind, subject_id, number, contents::jsonb, key, created_at, logo_digest, now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as listed (
      id uuid, organization_id uuid, kind text, subject_id uuid, number text, contents text, key text,
      created_at timestamptz, logo_digest text
    )
    on conflict (kind, subject_id) do nothing
    returning id
  `.execute(transaction);
  return new Set(inserted.map(({ id }) => id));
}

/** Whether a joined e-invoice has a file. */
export const hasXml = sql<boolean>`xml.file is not null`.as('hasXml');

export async function findDocument(transaction: TenantTransaction, id: string): Promise<DocumentRow | undefined> {
  const row = await tables(transaction)
    .selectFrom('document.documents as documents')
    .leftJoin('document.e_invoices as xml', 'xml.document_id', 'documents.id')
    .leftJoin('document.logos as logos', (join) =>
      join
        .onRef('logos.organization_id', '=', 'documents.organization_id')
        .onRef('logos.digest', '=', 'documents.logo_digest'),
    )
    .selectAll('documents')
    .select(['logos.image as logo', 'xml.embedded', 'xml.embedded_profile'])
    .select(hasXml)
    .where('documents.organization_id', '=', transaction.organizationId)
    .where('documents.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { embedded: xml, embedded_profile: profile, contents, ...rest } = row;
  return { ...rest, contents: currentContents(contents), embedded: xml && profile ? { xml, profile } : null };
}

/** The address data of a document's files. */
export type DocumentPlace = Pick<DocumentRow, 'id' | 'organization_id' | 'subject_id' | 'number' | 'key' | 'hasXml'>;

/** Reads the address data of documents, by the ids of their invoices, credit notes or receipts. */
export async function documentsOf(
  transaction: TenantTransaction,
  kind: StoredKind,
  subjectIds: string[],
): Promise<Map<string, DocumentPlace>> {
  const rows = await tables(transaction)
    .selectFrom('document.documents as documents')
    .leftJoin('document.e_invoices as xml', 'xml.document_id', 'documents.id')
    .select(['documents.id', 'documents.organization_id', 'documents.subject_id', 'documents.number', 'documents.key'])
    .select(hasXml)
    .where('documents.organization_id', '=', transaction.organizationId)
    .where('kind', '=', kind)
    .where('subject_id', 'in', subjectIds)
    .execute();
  return new Map(rows.map((row) => [row.subject_id, row]));
}

/** The numbers among these that several documents of a kind have, regardless of case; in lower case. */
export async function sharedNumbers(
  transaction: TenantTransaction,
  kind: DocumentKind,
  numbers: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select lower(number) as number from document.documents
    where organization_id = ${transaction.organizationId} and kind = ${kind}
      and lower(number) in (select lower(listed) from unnest(${numbers}::text[]) as listed)
    group by 1 having count(*) > 1
  `.execute(transaction);
  return new Set(rows.map((row) => row.number));
}
