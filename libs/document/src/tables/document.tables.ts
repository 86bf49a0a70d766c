import type { ColumnType, Generated } from 'kysely';
import type { ExportedResource } from '@tollgate/contracts';
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
  /** Which logo stands on it, if any. */
  logo_digest: string | null;
}

/** An image that stands on documents: it is kept for as long as these are. */
export interface LogosTable {
  organization_id: string;
  /** SHA-256 of what its issuer gave, in hexadecimal. */
  digest: string;
  /** PNG of 8 bits a channel, without transparency. */
  image: Buffer;
}

/** The file of a document, drawn once. */
export interface DrawnFilesTable {
  document_id: string;
  organization_id: string;
  content: Buffer;
  /** Of the content, in hexadecimal. */
  sha256: string;
  drawn_at: Generated<Date>;
}

/** A file of comma-separated values that was asked for. */
export interface DataExportsTable {
  id: string;
  organization_id: string;
  resource_type: ExportedResource;
  filters: ColumnType<Record<string, unknown>, string, never>;
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'expired';
  error: string | null;
  /** What was made later is not in it; in the organization's time. */
  until: Date;
  /** Where the last part ended. */
  last_id: string | null;
  parts: Generated<number>;
  records_total: number | null;
  records_done: Generated<number>;
  rows_written: Generated<number>;
  size_bytes: Generated<bigint>;
  /** What the address of its file is signed with. */
  key: string;
  /** In the organization's time, both. */
  created_at: Date;
  completed_at: Date | null;
  /** Real time. */
  expires_at: Date | null;
}

export interface DataExportPartsTable {
  organization_id: string;
  data_export_id: string;
  number: number;
  content: string;
}

/** What is sent by e-mail; a payment request has no document of its own. */
export type MailKind = DocumentKind | 'payment_request';

/** Who gets a mail. */
export interface Recipients {
  to: string[];
  cc: string[];
  bcc: string[];
}

/** A mail with a document: it is owed until it is sent. */
export interface MailsTable {
  id: string;
  organization_id: string;
  kind: MailKind;
  subject_id: string;
  recipients: ColumnType<Recipients, string, never>;
  created_at: Generated<Date>;
  sent_at: Date | null;
  /** Whether a call asked for it; issuing sends without being asked. */
  asked_for: Generated<boolean>;
}

export interface DocumentTables {
  'document.mails': MailsTable;
  'document.data_exports': DataExportsTable;
  'document.data_export_parts': DataExportPartsTable;
  'document.documents': DocumentsTable;
  'document.drawn_files': DrawnFilesTable;
  'document.logos': LogosTable;
}

/** The same transaction, seen with these tables. */
export const tables = (transaction: Transaction) => tablesOf<DocumentTables>(transaction);
