import type { ColumnType, Generated } from 'kysely';
import type {
  AccountingFault,
  ExportedResource,
  ExportFormat,
  ExportInterval,
  ExportKindName,
  ExportManifest,
  IssuedStatement,
  Message,
  StatementSchedule,
} from '@tollgate/contracts';
import { tablesOf, type Refusal, type Transaction } from '@tollgate/platform';
import type { StoredContents } from './stored-contents.js';

export type DocumentKind = 'invoice' | 'credit_note' | 'payment_receipt';

/** Documents with a content: issued ones, and statements of account. */
export type StoredKind = DocumentKind | 'statement';

/** Documents: one for each invoice, credit note, receipt and statement. */
export interface DocumentsTable {
  id: string;
  organization_id: string;
  kind: StoredKind;
  subject_id: string;
  number: string;
  contents: ColumnType<StoredContents, string, never>;
  /** The signing key of its file addresses. */
  key: string;
  created_at: Date;
  /** The digest of its logo, if any. */
  logo_digest: string | null;
  /** When its file is drawn, unless requested earlier; null after that. Real time. */
  file_due_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Logos on documents, retained as long as the documents. */
export interface LogosTable {
  organization_id: string;
  /** SHA-256 of the issuer's original image, in hexadecimal. */
  digest: string;
  /** PNG of 8 bits a channel, without transparency. */
  image: Buffer;
}

/** Files of documents, each drawn once: as issued, and as marked after the void of their invoice. */
export interface DrawnFilesTable {
  document_id: string;
  organization_id: string;
  /** Null when a store outside of the database has it. */
  content: Buffer | null;
  /** Its name in that store. */
  name: string | null;
  /** Of the content, in hexadecimal. */
  sha256: string;
  drawn_at: Generated<Date>;
}

/** E-invoices of documents, made at their issue. */
export interface EInvoicesTable {
  document_id: string;
  organization_id: string;
  /** The format inside the PDF file, and its XML. */
  embedded_profile: string | null;
  embedded: string | null;
  /** The format of the file of its own, and its XML. */
  file_profile: string | null;
  file: string | null;
  /** Of that file, in hexadecimal. */
  sha256: string | null;
  /** Why one could not be made. */
  faults: ColumnType<string[], string, never>;
}

/** How far an archive of documents is. */
export interface ArchiveProgress {
  /** The kind of documents that the next part reads. */
  kind: DocumentKind;
  /** Its files, and their sizes with headers. */
  files: number;
  fileBytes: number;
  directoryBytes: number;
  /** Of its list so far. */
  listBytes: number;
  listCrc32: number;
}

/** How far a file for an accounting program is. */
export interface AccountingProgress {
  /** The last event in the file, by `JournalPosition`. */
  day: string;
  type: string;
  id: string;
  /** Entries so far; the next one has the number behind it. */
  entries: number;
}

/** Requested files of records, archives of documents, and files for accounting programs. */
export interface DataExportsTable {
  id: string;
  organization_id: string;
  resource_type: ExportedResource;
  filters: ColumnType<Record<string, unknown>, string, never>;
  format: Generated<ExportFormat>;
  incremental: Generated<boolean>;
  /** Identifies incremental exports that continue each other; null for others. */
  series: string | null;
  /** Records without a change since then are left out; null: none. */
  changed_from: Date | null;
  destination_id: string | null;
  schedule_id: string | null;
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'canceled' | 'expired';
  error: string | null;
  /** The export excludes later records; in the organization's time. */
  until: Date;
  /** The last id of archives, and of exports of the previous version. */
  last_id: string | null;
  /** Where the next part begins, by the owner of the records. */
  position: string | null;
  /** Whether all rows are written; a manifest and parts to send may be left. */
  written: Generated<boolean>;
  /** The parts that are at the destination. */
  sent_parts: Generated<number>;
  manifest: ColumnType<ExportManifest | null, string | undefined, string>;
  /** Real time. */
  requested_at: Generated<Date>;
  parts: Generated<number>;
  records_total: number | null;
  records_done: Generated<number>;
  rows_written: Generated<number>;
  size_bytes: Generated<bigint>;
  /** Null for exports of comma-separated values. */
  archive: ColumnType<ArchiveProgress | null, string | undefined, string>;
  /** As the call gave them; null for other files. */
  accounting_settings: ColumnType<Record<string, unknown> | null, string | undefined, never>;
  /** Null at the beginning, and for other files. */
  accounting_progress: ColumnType<AccountingProgress | null, string | undefined, string>;
  /** Documents without an accounting entry. */
  faults: ColumnType<AccountingFault[], string | undefined, string>;
  /** The signing key of its file addresses. */
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
  /** Text of a file for accounting, and JSON of an archive (`ArchivePart`); null for records. */
  content: string | null;
  /** Bytes of a file of records; empty once they are at their destination. Null for others, as all that follows. */
  bytes: Buffer | null;
  /** A summary of the part for the end of the file (`FileRows`). */
  summary: Buffer | null;
  rows: number | null;
  size_bytes: number | null;
  /** In hexadecimal. */
  sha256: string | null;
}

/** Buckets that receive files; a deleted one keeps its row for its exports, without its secret. */
export interface DataExportDestinationsTable {
  id: string;
  organization_id: string;
  url: string;
  endpoint: string;
  region: string;
  access_key_id: string;
  /** Sealed. */
  secret_access_key: string;
  created_at: Date;
  deleted_at: Date | null;
}

/** Exports that run again and again. */
export interface DataExportSchedulesTable {
  id: string;
  organization_id: string;
  resource_type: ExportKindName;
  filters: ColumnType<Record<string, unknown>, string, never>;
  format: ExportFormat;
  incremental: boolean;
  destination_id: string | null;
  run_interval: ExportInterval;
  hour: number;
  /** In the organization's time, as all instants here. */
  next_at: Date;
  /** Why the last due run did not begin. */
  last_error: string | null;
  last_error_at: Date | null;
  created_at: Date;
  deleted_at: Date | null;
}

/** Kinds of mails; a payment request has no document. */
export type MailKind = StoredKind | 'payment_request' | 'usage_alert';

/** The content of a mail about a customer's alert. */
export type AlertNotice = Message<'customer.alert_triggered'>['payload'];

/** The recipients of a mail. */
export interface Recipients {
  to: string[];
  cc: string[];
  bcc: string[];
}

/** A step of a mail's delivery. */
export interface MailStep {
  status: 'queued' | 'sent' | 'refused' | 'resent';
  /** ISO 8601 */
  at: string;
  reason: string | null;
}

/** A list that is stored as JSON. */
type JsonList<T> = ColumnType<T[], string | undefined, string>;

/** Mails to customers with their delivery, in real time. A mail without `sent_at` and `refused_at` is due. */
export interface MailsTable {
  id: string;
  organization_id: string;
  kind: MailKind;
  subject_id: string;
  recipients: ColumnType<Recipients, string, never>;
  /** Of a mail without a document; null for others. */
  content: ColumnType<AlertNotice | null, string | null | undefined, never>;
  created_at: Generated<Date>;
  /** When the server had accepted it for a recipient, and no recipient was left. */
  sent_at: Date | null;
  /** When a recipient was refused for good, and none was left. */
  refused_at: Date | null;
  /** Whether a request caused it; the issue of a document needs no request. */
  asked_for: Generated<boolean>;
  /** From when on its tries count: its creation, or an operator's retry. */
  queued_at: Generated<Date>;
  tries: Generated<number>;
  next_try_at: Generated<Date>;
  /** The addresses that the server accepted it for. */
  accepted: JsonList<string>;
  refused: JsonList<Refusal>;
  /** The replies of the last try. */
  delayed: JsonList<Refusal>;
  steps: JsonList<MailStep>;
}

/** Statements without their lists, by the subject of their document. */
export interface StatementsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  billing_entity_code: string;
  summary: ColumnType<IssuedStatement, string, never>;
}

/** How far the scheduled statements of customers are; a row without days is new (`schedule.rules.ts`). */
export interface StatementSchedulesTable {
  customer_id: string;
  organization_id: string;
  schedule: Generated<StatementSchedule>;
  from_date: string | null;
  to_date: string | null;
  next_at: Date | null;
}

export interface DocumentTables {
  'document.statements': StatementsTable;
  'document.statement_schedules': StatementSchedulesTable;
  'document.mails': MailsTable;
  'document.data_exports': DataExportsTable;
  'document.data_export_parts': DataExportPartsTable;
  'document.data_export_destinations': DataExportDestinationsTable;
  'document.data_export_schedules': DataExportSchedulesTable;
  'document.documents': DocumentsTable;
  'document.e_invoices': EInvoicesTable;
  'document.drawn_files': DrawnFilesTable;
  'document.voided_files': DrawnFilesTable;
  'document.logos': LogosTable;
}

/** Types a transaction with these tables. */
export const tables = (transaction: Transaction) => tablesOf<DocumentTables>(transaction);
