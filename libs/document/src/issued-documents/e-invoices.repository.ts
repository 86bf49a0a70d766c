import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import type { EInvoiceFiles } from '../e-invoices/e-invoice-files.js';
import { tables } from '../tables/document.tables.js';

/** Stores the e-invoices of new documents, by the ids of the documents. */
export async function insertEInvoices(
  transaction: TenantTransaction,
  files: ReadonlyMap<string, EInvoiceFiles>,
): Promise<void> {
  if (files.size === 0) return;
  await tables(transaction)
    .insertInto('document.e_invoices')
    .values(
      [...files].map(([id, { embedded, file, faults }]) => ({
        document_id: id,
        organization_id: transaction.organizationId,
        embedded_profile: embedded?.profile ?? null,
        embedded: embedded?.xml ?? null,
        file_profile: file?.profile ?? null,
        file: file?.xml ?? null,
        sha256: file && hash('sha256', file.xml, 'hex'),
        faults: JSON.stringify(faults),
      })),
    )
    .onConflict((conflict) => conflict.column('document_id').doNothing())
    .execute();
}

/** The file of a document's e-invoice. */
export interface XmlFile {
  content: string;
  /** In hexadecimal. */
  sha256: string;
}

export async function findXmlFile(transaction: TenantTransaction, documentId: string): Promise<XmlFile | null> {
  const row = await tables(transaction)
    .selectFrom('document.e_invoices')
    .select(['file', 'sha256'])
    .where('organization_id', '=', transaction.organizationId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row?.file && row.sha256 ? { content: row.file, sha256: row.sha256 } : null;
}

/** The files of the e-invoices of documents, by the ids of the documents. */
export async function xmlFilesOf(transaction: TenantTransaction, documentIds: string[]): Promise<Map<string, XmlFile>> {
  if (documentIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('document.e_invoices')
    .select(['document_id', 'file', 'sha256'])
    .where('organization_id', '=', transaction.organizationId)
    .where('document_id', 'in', documentIds)
    .execute();
  return new Map(
    rows.flatMap(({ document_id: id, file, sha256 }) =>
      file !== null && sha256 !== null ? [[id, { content: file, sha256 }] as const] : [],
    ),
  );
}

/** Counts the documents of all organizations whose e-invoices could not be made. */
export async function countFaulty(transaction: Transaction): Promise<number> {
  const { rows } = await sql<{ faulty: number }>`
    select count(*)::int as faulty from document.e_invoices where faults <> '[]'
  `.execute(transaction);
  return rows[0]?.faulty ?? 0;
}
