import type { FileAddress } from '@tollgate/platform';
import type { ColumnType, Generated } from 'kysely';

/** Payments, complete or attempted, of one invoice or of a whole payment request. */
export interface PaymentsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  payable_type: 'Invoice' | 'PaymentRequest';
  payable_id: string;
  /** The charged amount; once it succeeded, the part that invoices took. */
  amount_cents: bigint;
  currency: string;
  payment_status: 'pending' | 'processing' | 'succeeded' | 'failed';
  type: 'provider' | 'manual';
  reference: string | null;
  /** The provider method of the payment; null for manual ones. */
  payment_method_id: Generated<string | null>;
  /** The connection of the payment; null for manual ones, and for older ones, where the method names it. */
  connection_id: Generated<string | null>;
  /** The instant of its first request, by the wall clock; null before. */
  requested_at: Generated<Date | null>;
  /** When it was called off; null for all others, and after the answer of the provider. */
  cancel_requested_at: Generated<Date | null>;
  /** Whether an event of the provider reported its success, which is published with the success. */
  success_by_event: Generated<boolean>;
  /** The address where the payer confirms it; null for none. */
  action_url: Generated<string | null>;
  /** Its id and its status at the provider. */
  provider_payment_id: Generated<string | null>;
  provider_status: Generated<string | null>;
  /** The next action of the payer. */
  next_action: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  /** The reason of a refusal. */
  error: ColumnType<ProviderError | null, string | null | undefined, string | null>;
  /** The instant of the payment. */
  created_at: Date;
}

/** The provider's own reason for a refusal. */
export interface ProviderError {
  message: string;
  /** Null where the provider states none. */
  error_code: string | null;
  /** Whether a further try with the same method is of no use. */
  hard?: boolean;
  /** The provider's whole answer, as webhooks show it; absent where it says no more. */
  details?: Record<string, string | number | null>;
}

/** Receipts, one for each succeeded payment. */
export interface PaymentReceiptsTable {
  id: string;
  organization_id: string;
  payment_id: string;
  number: string;
  /** The address of its file. */
  file: ColumnType<FileAddress | null, string | undefined, string>;
  created_at: Date;
}

/** The last rank of a customer's receipts; its lock prevents gaps. */
export interface ReceiptSequencesTable {
  organization_id: string;
  customer_id: string;
  last: number;
}

/** Refunds of payments for credit notes. */
export interface RefundsTable {
  credit_note_id: string;
  organization_id: string;
  customer_id: string;
  payment_id: string;
  amount_cents: bigint;
  status: 'pending' | 'succeeded' | 'failed';
  /** Its id at the provider; null until the provider has made it. */
  provider_refund_id: Generated<string | null>;
  /** The instant of its first request, by the wall clock; null before. */
  requested_at: Generated<Date | null>;
  /** The reason of a refusal. */
  error: ColumnType<ProviderError | null, string | null, string | null>;
  created_at: Date;
}

/** Parts of payments that go back without a credit note. */
export interface ReturnsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  payment_id: string;
  /** `not_due`: no invoice needed it; `provider`: people refunded it at the provider. */
  origin: 'not_due' | 'provider';
  amount_cents: bigint;
  status: 'pending' | 'succeeded' | 'failed';
  /** The key of its request; a further try after a failure has another one. */
  request_key: string;
  /** The instant of its first request under this key, by the wall clock; null before. */
  requested_at: Date | null;
  /** Its id at the provider; null until the provider has made it. */
  provider_refund_id: string | null;
  /** The reason of a failure. */
  error: ColumnType<ProviderError | null, string | null, string | null>;
  created_at: Date;
}
