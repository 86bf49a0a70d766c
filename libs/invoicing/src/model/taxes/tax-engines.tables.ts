import type { TaxMapping, TaxProviderName } from '@tollgate/contracts';
import type { ColumnType, Generated } from 'kysely';

/** A connection to a tax engine. */
export interface TaxProvidersTable {
  id: string;
  organization_id: string;
  provider: TaxProviderName;
  code: string;
  name: string;
  /** The API key of Anrok, or the license key of Avalara; sealed. Empty when it is disconnected. */
  secret: string;
  /** Of Avalara only. */
  account_id: string | null;
  company_code: string | null;
  mappings: ColumnType<TaxMapping[], string, string>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** The taxes of a fee, as an engine computed them. */
export interface StoredFeeTaxes {
  fee_id: string;
  taxes: {
    code: string;
    name: string;
    /** Percent, numeric. */
    rate: string;
    description: string | null;
    /** Whole cents, numeric. */
    amount_cents: string;
  }[];
}

/** An address, as engines use it. */
export interface StoredTaxAddress {
  line1: string | null;
  city: string | null;
  region: string | null;
  zipcode: string | null;
  country: string | null;
}

/** The input from which an engine computed the taxes of an invoice. */
export interface SentTaxDocument {
  /** The date of the taxes, `YYYY-MM-DD`. */
  date: string;
  customer: { externalId: string; name: string | null; address: StoredTaxAddress; taxNumber: string | null };
  issuer: StoredTaxAddress;
  /** The engine's codes of the items, by the ids of the fees; null without a mapping. */
  item_codes: Record<string, string | null>;
}

/** An invoice or draft whose taxes an engine computes; one row for its present fees. */
export interface TaxRequestsTable {
  invoice_id: string;
  organization_id: string;
  customer_id: string;
  /**
   * Pending until the engine answers. An answered one waits until its invoice gets the taxes. A refused one waits
   * until a caller retries it, or the draft is computed again.
   */
  status: 'pending' | 'answered' | 'applied' | 'refused';
  /** The connection that answered. */
  tax_provider_id: string | null;
  /** Whether the engine has booked the invoice under its id. */
  booked: Generated<boolean>;
  /** Attempts without an answer since it became pending. */
  attempts: Generated<number>;
  /** In wall time, as engines fail and recover in it; an attempt under way moves it. */
  next_attempt_at: Date;
  last_error: string | null;
  taxes: ColumnType<StoredFeeTaxes[] | null, string | null, string | null>;
  /** The input of that computation; null before the answer, and of earlier invoices. */
  sent: ColumnType<SentTaxDocument | null, string | null | undefined, string | null>;
  created_at: Date;
  updated_at: Date;
}

/** A document to report to the engine that booked its invoice. */
export interface TaxReportsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  invoice_id: string;
  /** The invoice, or the credit note. */
  document_id: string;
  /** An invoice that was taxed by an estimate is booked when it is issued. */
  kind: 'invoice' | 'void' | 'credit_note' | 'credit_note_void';
  tax_provider_id: string;
  status: 'pending' | 'done' | 'refused';
  attempts: Generated<number>;
  /** In wall time; an attempt under way moves it. */
  next_attempt_at: Date;
  last_error: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A fee without an invoice whose taxes an engine computes; its row goes when it has them. */
export interface UninvoicedTaxRequestsTable {
  fee_id: string;
  organization_id: string;
  customer_id: string;
  attempts: Generated<number>;
  /** In wall time; an attempt under way moves it. */
  next_attempt_at: Date;
  last_error: string | null;
  created_at: Date;
}
