import type { Insertable, Selectable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables, type DocumentKind, type DocumentsTable } from '../tables/document.tables.js';

export type DocumentRow = Selectable<DocumentsTable>;

/** Keeps a document. @returns whether there was none yet */
export async function insertDocument(
  transaction: TenantTransaction,
  row: Insertable<DocumentsTable>,
): Promise<boolean> {
  const kept = await tables(transaction)
    .insertInto('document.documents')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

export async function findDocument(transaction: TenantTransaction, id: string): Promise<DocumentRow | undefined> {
  return tables(transaction)
    .selectFrom('document.documents')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The document of an invoice, a credit note or a receipt. */
export async function findDocumentOf(
  transaction: TenantTransaction,
  kind: DocumentKind,
  subjectId: string,
): Promise<DocumentRow | undefined> {
  return tables(transaction)
    .selectFrom('document.documents')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst();
}
