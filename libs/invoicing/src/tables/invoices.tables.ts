import type { FileAddress } from '@tollgate/platform';
import type { ColumnType, Generated } from 'kysely';
import type { InvoicingReason } from '@tollgate/contracts';

export interface InvoicesTable {
  id: string;
  organization_id: string;
  customer_id: string;
  billing_entity_id: string;
  invoice_type: 'subscription' | 'add_on' | 'credit' | 'one_off' | 'advance_charges' | 'progressive_billing';
  /** An open one sells prepaid credits, and is out of sight until it is paid. */
  status: 'draft' | 'finalized' | 'voided' | 'failed' | 'pending' | 'closed' | 'deleted' | 'open';
  payment_status: 'pending' | 'succeeded' | 'failed';
  number: string;
  /** Rank among the customer's invoices of one issuer; null until it is finalized. */
  sequential_id: number | null;
  /** Rank among the invoices of its issuer, where those are numbered together. */
  billing_entity_sequential_id: Generated<number | null>;
  currency: string;
  /** In the time zone of the customer when it was billed. */
  timezone: string;
  /** The billing instant. */
  billed_at: Date;
  issuing_date: string;
  payment_due_date: string;
  /** Days. */
  net_payment_term: number;
  fees_amount_cents: bigint;
  coupons_amount_cents: bigint;
  credit_notes_amount_cents: bigint;
  progressive_billing_credit_amount_cents: bigint;
  sub_total_excluding_taxes_amount_cents: bigint;
  taxes_amount_cents: bigint;
  /** Blended rate in percent, numeric. */
  taxes_rate: string;
  sub_total_including_taxes_amount_cents: bigint;
  prepaid_credit_amount_cents: bigint;
  /** What of it was granted, and what was sold. */
  prepaid_granted_credit_amount_cents: Generated<bigint>;
  prepaid_purchased_credit_amount_cents: Generated<bigint>;
  total_amount_cents: bigint;
  total_paid_amount_cents: bigint;
  payment_overdue: boolean;
  payment_dispute_lost_at: Date | null;
  self_billed: boolean;
  /** No provider is asked for it by itself. */
  skips_provider: Generated<boolean>;
  /** What the call that made it says of how it is paid; null where it says nothing. */
  payment_method_type: Generated<'provider' | 'manual' | null>;
  payment_method_id: Generated<string | null>;
  purchase_order_number: string | null;
  /** What an invoice within a period was made for; of the same there is one. */
  progressive_key: Generated<string | null>;
  /** Where its file is. */
  file: ColumnType<FileAddress | null, string | undefined, string>;
  voided_at: Date | null;
  /** When a draft becomes final by itself. */
  finalize_at: Date | null;
  /** Whether a pending one waits until the taxes of its customer are known; another pending one is being made once more. */
  awaits_taxes: Generated<boolean>;
  /** When a draft that prices or taxes have changed under is computed anew. */
  refresh_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
}

/** What an invoice covers of a subscription. */
export interface BillingPeriodsTable {
  id: string;
  organization_id: string;
  invoice_id: string;
  /** The run that made an invoice of fixed charges alone: it is made once. */
  run_id: string | null;
  /** The cutoff of the quantity history: it bills changes up to this one. */
  units_until: bigint | null;
  subscription_id: string;
  plan_id: string;
  invoicing_reason: InvoicingReason;
  billed_at: Date;
  /** Local date of the billing instant: a subscription is billed periodically once a day at most. */
  billing_date: string;
  timezone: string;
  /** Of a start that was billed when the trial had ended. */
  trial_ended: Generated<boolean>;
  subscription_from: Date;
  subscription_to: Date;
  charges_from: Date | null;
  charges_to: Date | null;
  fixed_charges_from: Date | null;
  fixed_charges_to: Date | null;
}

export interface InvoiceTaxesTable {
  id: string;
  organization_id: string;
  invoice_id: string;
  tax_id: string;
  tax_name: string;
  tax_code: string;
  /** Percent, numeric. */
  tax_rate: string;
  tax_description: string | null;
  amount_cents: bigint;
  fees_amount_cents: bigint;
  created_at: Date;
}

/** The last rank given to a customer's invoices of one issuer; its lock keeps ranks without holes. */
export interface InvoiceSequencesTable {
  organization_id: string;
  customer_id: string;
  billing_entity_id: string;
  last: number;
}

/** The last rank given to the invoices of an issuer that are numbered together; its lock keeps ranks without holes. */
export interface BillingEntitySequencesTable {
  organization_id: string;
  billing_entity_id: string;
  last: number;
  /** Whether invoices came in between that are numbered by customer: the next rank follows their number. */
  interrupted: boolean;
}

/** What the organization notes on an invoice. */
export interface InvoiceMetadataTable {
  id: string;
  organization_id: string;
  invoice_id: string;
  key: string;
  value: string;
  /** Order in the list that was given. */
  position: number;
  created_at: Date;
}

/** Text on an invoice, as it was when that became final. */
export interface InvoiceCustomSectionsTable {
  id: string;
  organization_id: string;
  invoice_id: string;
  code: string;
  name: string;
  display_name: string | null;
  details: string | null;
  position: number;
  created_at: Date;
}
