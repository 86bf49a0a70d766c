import type { FileAddress } from '@tollgate/platform';
import type { ColumnType, Generated } from 'kysely';
import type { InvoicingReason } from '@tollgate/contracts';

export interface InvoicesTable {
  id: string;
  organization_id: string;
  customer_id: string;
  billing_entity_id: string;
  invoice_type: 'subscription' | 'add_on' | 'credit' | 'one_off' | 'advance_charges' | 'progressive_billing';
  /** An open one is hidden until its payment: it sells prepaid credits, or starts a subscription. */
  status: 'draft' | 'finalized' | 'voided' | 'failed' | 'pending' | 'closed' | 'deleted' | 'open';
  payment_status: 'pending' | 'succeeded' | 'failed';
  number: string;
  /** Rank among the customer's invoices of one issuer; null until it is finalized. */
  sequential_id: number | null;
  /** Rank among the invoices of its issuer, if those are numbered together. */
  billing_entity_sequential_id: Generated<number | null>;
  currency: string;
  /** The time zone of the customer at its billing. */
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
  /** The granted and the purchased part of it. */
  prepaid_granted_credit_amount_cents: Generated<bigint>;
  prepaid_purchased_credit_amount_cents: Generated<bigint>;
  total_amount_cents: bigint;
  total_paid_amount_cents: bigint;
  payment_overdue: boolean;
  payment_dispute_lost_at: Date | null;
  self_billed: boolean;
  /** Whether no provider charges it by itself. */
  skips_provider: Generated<boolean>;
  /** The payment method that the creating call selects; null without one. */
  payment_method_type: Generated<'provider' | 'manual' | null>;
  payment_method_id: Generated<string | null>;
  purchase_order_number: string | null;
  /** Identifies an invoice within a period; each key has one invoice. */
  progressive_key: Generated<string | null>;
  /** The addresses of its file and of its e-invoice. */
  file: ColumnType<FileAddress | null, string | undefined, string>;
  xml_file: ColumnType<FileAddress | null, string | undefined, string>;
  voided_at: Date | null;
  /** Whether its void requested a credit note; null unless voided, and for voids by earlier versions. */
  credited_by_void: Generated<boolean | null>;
  /** The finalization instant of a draft. */
  finalize_at: Date | null;
  /**
   * Whether a pending invoice waits until the taxes of its customer are known; other pending invoices are being created
   * again.
   */
  awaits_taxes: Generated<boolean>;
  /** Whether a subscription waits for the payment of this open invoice (subscriptions, section 3.5). */
  awaits_payment: Generated<boolean>;
  /** The instant at which a draft with changed prices or taxes is computed again. */
  refresh_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
}

/** The part of a subscription that an invoice covers. */
export interface BillingPeriodsTable {
  id: string;
  organization_id: string;
  invoice_id: string;
  /** The run of an invoice of fixed charges alone, which ensures that there is one. */
  run_id: string | null;
  /** The cutoff of the quantity history: it bills changes up to this one. */
  units_until: bigint | null;
  subscription_id: string;
  plan_id: string;
  invoicing_reason: InvoicingReason;
  billed_at: Date;
  /** Local date of the billing instant: a subscription has at most one periodic invoice per day. */
  billing_date: string;
  timezone: string;
  /** Whether this is a start that was billed at the end of the trial. */
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
  /** Null for a tax of a tax engine. */
  tax_id: string | null;
  tax_name: string;
  tax_code: string;
  /** Percent, numeric. */
  tax_rate: string;
  tax_description: string | null;
  amount_cents: bigint;
  fees_amount_cents: bigint;
  created_at: Date;
}

/** The last rank of a customer's invoices of one issuer; its lock prevents gaps. */
export interface InvoiceSequencesTable {
  organization_id: string;
  customer_id: string;
  billing_entity_id: string;
  last: number;
}

/** The last rank of an issuer's invoices that are numbered together; its lock prevents gaps. */
export interface BillingEntitySequencesTable {
  organization_id: string;
  billing_entity_id: string;
  last: number;
  /** Whether invoices numbered by customer came in between: the next rank follows their count. */
  interrupted: boolean;
}

/** The organization's metadata of an invoice. */
export interface InvoiceMetadataTable {
  id: string;
  organization_id: string;
  invoice_id: string;
  key: string;
  value: string;
  /** Order in the list of the request. */
  position: number;
  created_at: Date;
}

/** A custom section of an invoice, as of its finalization. */
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
