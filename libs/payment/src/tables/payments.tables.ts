import type { FileAddress } from '@tollgate/platform';
import type { ColumnType, Generated } from 'kysely';

/** Money that was received, or is tried to be: of one invoice, or of all of a payment request. */
export interface PaymentsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  payable_type: 'Invoice' | 'PaymentRequest';
  payable_id: string;
  amount_cents: bigint;
  currency: string;
  payment_status: 'pending' | 'processing' | 'succeeded' | 'failed';
  type: 'provider' | 'manual';
  reference: string | null;
  /** The method that it is made by at a provider; null of what is entered by hand. */
  payment_method_id: Generated<string | null>;
  /** What it is called at the provider, and how it stands there, in its words. */
  provider_payment_id: Generated<string | null>;
  provider_status: Generated<string | null>;
  /** What the payer has to do. */
  next_action: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  /** Why it was refused. */
  error: ColumnType<ProviderError | null, string | null | undefined, string | null>;
  /** When it was paid. */
  created_at: Date;
}

/** Why a provider refused something, in its words. */
export interface ProviderError {
  message: string;
  error_code: string;
}

/** One for each payment that succeeded. */
export interface PaymentReceiptsTable {
  id: string;
  organization_id: string;
  payment_id: string;
  number: string;
  /** Where its file is. */
  file: ColumnType<FileAddress | null, string | undefined, string>;
  created_at: Date;
}

/** The last rank given to a customer's receipts; its lock keeps ranks without holes. */
export interface ReceiptSequencesTable {
  organization_id: string;
  customer_id: string;
  last: number;
}
