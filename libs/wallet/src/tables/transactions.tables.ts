import type { ColumnType, Generated } from 'kysely';
import type { TransactionMetadata } from '@tollgate/contracts';

/** Credits that came onto a wallet (inbound), or went off it (outbound). */
export interface TransactionsTable {
  id: string;
  organization_id: string;
  wallet_id: string;
  transaction_type: 'inbound' | 'outbound';
  transaction_status: 'purchased' | 'granted' | 'voided' | 'invoiced';
  status: 'pending' | 'settled' | 'failed';
  source: 'manual' | 'interval' | 'threshold';
  amount_cents: bigint;
  /** Numeric with five decimals, as text. */
  credit_amount: string;
  /** What of a settled inbound one is left; null for others. */
  remaining_amount_cents: bigint | null;
  /** 1 is used first. */
  priority: number;
  name: string | null;
  metadata: ColumnType<TransactionMetadata, string, string>;
  purchase_order_number: string | null;
  invoice_requires_successful_payment: boolean;
  payment_method_type: 'provider' | 'manual';
  payment_method_id: Generated<string | null>;
  /** Whether the call that made it says how it is paid; else its rule and its wallet do. */
  payment_method_given: Generated<boolean>;
  /** Whether it wants no texts on its invoices at all. */
  skip_invoice_custom_sections: Generated<boolean>;
  recurring_rule_id: string | null;
  /** The invoice that sells these credits, or that they were used for. */
  invoice_id: string | null;
  /** The note that pays these credits back. */
  credit_note_id: string | null;
  /** The voided invoice that these credits come back from. */
  voided_invoice_id: string | null;
  /** Taken for an invoice of which it is not known yet that it was written; shown to nobody. */
  reserved: boolean;
  settled_at: Date | null;
  failed_at: Date | null;
  created_at: Date;
}

/** What an inbound transaction paid of an outbound one. */
export interface ConsumptionsTable {
  id: string;
  organization_id: string;
  inbound_transaction_id: string;
  outbound_transaction_id: string;
  amount_cents: bigint;
  created_at: Date;
}

/** What was taken for a document, from when it is computed to when it is known to be written. */
export interface ReservationsTable {
  organization_id: string;
  /** What the document is made for. */
  key: string;
  /** An invoice, or a credit note that pays sold credits back. */
  document_id: string;
  customer_id: string;
  request: ColumnType<unknown, string, string>;
  answer: ColumnType<unknown, string, string>;
  /** Whether ongoing balances were computed with it as still there: when it is used, they are to be computed again. */
  counted: Generated<boolean>;
  /** By the wall clock: a reservation waits for a process, not for business time. */
  reserved_at: ColumnType<Date, never, never>;
}
