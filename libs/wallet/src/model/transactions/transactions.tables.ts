import type { ColumnType, Generated } from 'kysely';
import type { TransactionMetadata } from '@tollgate/contracts';

/** Credits that a wallet gained (inbound) or lost (outbound). */
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
  /** The remaining amount of a settled inbound transaction; null for others. */
  remaining_amount_cents: bigint | null;
  /** 1 comes first. */
  priority: number;
  name: string | null;
  metadata: ColumnType<TransactionMetadata, string, string>;
  purchase_order_number: string | null;
  invoice_requires_successful_payment: boolean;
  payment_method_type: 'provider' | 'manual';
  payment_method_id: Generated<string | null>;
  /** Whether the request states its payment method; else its rule or its wallet decides. */
  payment_method_given: Generated<boolean>;
  /** Whether its invoices carry no texts at all. */
  skip_invoice_custom_sections: Generated<boolean>;
  recurring_rule_id: string | null;
  /** The invoice that sells or uses these credits. */
  invoice_id: string | null;
  /** The credit note that refunds these credits. */
  credit_note_id: string | null;
  /** The voided invoice that returned these credits. */
  voided_invoice_id: string | null;
  /** Reserved for an invoice that is not confirmed yet; hidden from the API. */
  reserved: boolean;
  settled_at: Date | null;
  failed_at: Date | null;
  created_at: Date;
}

/** The share of an outbound transaction that an inbound one funds. */
export interface ConsumptionsTable {
  id: string;
  organization_id: string;
  inbound_transaction_id: string;
  outbound_transaction_id: string;
  amount_cents: bigint;
  created_at: Date;
}

/** Reservations of documents, from their computation to their confirmation. */
export interface ReservationsTable {
  organization_id: string;
  /** The idempotency key of the request. */
  key: string;
  /** An invoice, or a credit note that refunds sold credits. */
  document_id: string;
  customer_id: string;
  request: ColumnType<unknown, string, string>;
  answer: ColumnType<unknown, string, string>;
  /** Whether ongoing balances count it as available; a confirmation then requires a new computation. */
  counted: Generated<boolean>;
  /** By the wall clock: a reservation waits for a process, not for business time. */
  reserved_at: ColumnType<Date, never, never>;
}
