import type { ColumnType, Generated } from 'kysely';
import type { KeyedMetadata, WalletFeeType } from '@tollgate/contracts';

/** Prepaid credits of a customer. Credits are numeric with five decimals, as text. */
export interface WalletsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  /** The issuer of its credit invoices; null means the customer's issuer. */
  billing_entity_id: string | null;
  status: 'active' | 'terminated';
  name: string | null;
  code: string;
  /** 1 comes first. */
  priority: number;
  currency: string;
  /** Price of a credit, in the main unit of the currency. */
  rate_amount: string;
  balance_cents: bigint;
  credits_balance: string;
  consumed_credits: string;
  /** The balance after unbilled usage. */
  ongoing_balance_cents: bigint;
  /** The unbilled usage. */
  ongoing_usage_balance_cents: bigint;
  credits_ongoing_balance: string;
  credits_ongoing_usage_balance: string;
  /** Whether a message published its depletion. */
  depleted_ongoing_balance: boolean;
  invoice_requires_successful_payment: boolean;
  paid_top_up_min_amount_cents: bigint | null;
  paid_top_up_max_amount_cents: bigint | null;
  purchase_order_number: string | null;
  payment_method_type: 'provider' | 'manual';
  payment_method_id: Generated<string | null>;
  /** Whether its invoices carry no texts at all. */
  skip_invoice_custom_sections: Generated<boolean>;
  /** With the metrics, the restriction on fees that it pays; both empty: none. */
  fee_types: WalletFeeType[];
  billable_metric_ids: string[];
  metadata: ColumnType<KeyedMetadata | null, string | null, string | null>;
  expiration_at: Date | null;
  last_balance_sync_at: Date | null;
  last_consumed_credit_at: Date | null;
  terminated_at: Date | null;
  created_at: Date;
  updated_at: Date;
}
