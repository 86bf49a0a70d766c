import type { ColumnType } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { DocumentContents } from './document-contents.js';

export type DocumentKind = 'invoice' | 'credit_note' | 'payment_receipt';

/** A document that was issued: one for each invoice, credit note and receipt. */
export interface DocumentsTable {
  id: string;
  organization_id: string;
  kind: DocumentKind;
  subject_id: string;
  number: string;
  contents: ColumnType<DocumentContents, string, never>;
  /** What the address of its file is signed with. */
  key: string;
  created_at: Date;
}

export interface DocumentTables {
  'document.documents': DocumentsTable;
}

/** The same transaction, seen with these tables. */
export const tables = (transaction: Transaction) => tablesOf<DocumentTables>(transaction);
