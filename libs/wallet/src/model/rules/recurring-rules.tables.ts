import type { ColumnType, Generated } from 'kysely';
import type { ruleIntervals, TransactionMetadata } from '@tollgate/contracts';

/** Automatic top-ups of wallets. Credits are numeric, as text. */
export interface RecurringRulesTable {
  id: string;
  organization_id: string;
  wallet_id: string;
  status: 'active' | 'terminated';
  trigger: 'interval' | 'threshold';
  method: 'fixed' | 'target';
  interval: (typeof ruleIntervals)[number] | null;
  paid_credits: string;
  granted_credits: string;
  /** Whether the top-up grants the gap to the target instead of selling it. */
  grants_target_top_up: boolean;
  threshold_credits: string;
  target_ongoing_balance: string | null;
  ignore_paid_top_up_limits: boolean;
  invoice_requires_successful_payment: boolean;
  transaction_name: string | null;
  transaction_metadata: ColumnType<TransactionMetadata, string, string>;
  purchase_order_number: string | null;
  payment_method_type: 'provider' | 'manual';
  payment_method_id: Generated<string | null>;
  /** Whether its invoices carry no texts at all. */
  skip_invoice_custom_sections: Generated<boolean>;
  started_at: Date | null;
  expiration_at: Date | null;
  /** The next interval top-up; null when there is none. */
  next_at: Date | null;
  /** The time zone of that computation. */
  timezone: string | null;
  created_at: Date;
  updated_at: Date;
}
