import type { AccountingDocumentType, AccountingMapping, AccountingProviderName } from '@tollgate/contracts';
import type { ColumnType, Generated } from 'kysely';

/** A connection to an accounting system. */
export interface AccountingProvidersTable {
  id: string;
  organization_id: string;
  provider: AccountingProviderName;
  code: string;
  name: string;
  client_id: string;
  /** The client's secret, sealed. Empty when it is disconnected. */
  secret: string;
  tenant_id: string | null;
  sync_invoices: boolean;
  sync_credit_notes: boolean;
  sync_payments: boolean;
  mappings: ColumnType<AccountingMapping[], string, string>;
  /** In wall time: no call before, because the system is unavailable or busy. */
  rests_until: Date;
  /** In wall time: a job sends documents until then, and no other one does. */
  claimed_until: Date;
  /** Why the system refuses the connection as a whole; null if it does not. */
  last_error: string | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** A document that an accounting system gets; one row for each document. */
export interface AccountingSyncsTable {
  id: string;
  organization_id: string;
  accounting_provider_id: string;
  customer_id: string;
  document_type: AccountingDocumentType;
  /** The customer, invoice, credit note or payment. */
  document_id: string;
  /** The document that the system must have first: the contact of an invoice, the invoice of a payment. */
  parent_id: string | null;
  /** Its id in the system. */
  external_id: string | null;
  /** The fingerprint of the data that the system has of a contact. */
  sent_digest: string | null;
  /** Whether it is a contact that we created. */
  is_ours: Generated<boolean>;
  /** Whether a request may have reached the system, so that a repetition first looks for its result. */
  requested: Generated<boolean>;
  /** A refused one waits until a caller retries it. */
  status: 'pending' | 'done' | 'refused';
  /** Attempts without an answer since it became pending. */
  attempts: Generated<number>;
  /** In wall time. */
  next_attempt_at: Date;
  error_code: string | null;
  error_message: string | null;
  created_at: Date;
  updated_at: Date;
}
