import type { ErrorDetail } from '@tollgate/contracts';
import type { FileAddress } from '@tollgate/platform';
import type { ColumnType } from 'kysely';

export interface CreditNotesTable {
  id: string;
  organization_id: string;
  customer_id: string;
  invoice_id: string;
  /** The subscription that ended early, for a proration credit: at most one each. */
  ended_subscription_id: string | null;
  /** Rank among the notes of its invoice. */
  sequential_id: number;
  number: string;
  /** A note on a draft invoice is a draft itself; only finalized ones are shown and used. */
  status: 'draft' | 'finalized' | 'deleted';
  issuing_date: string;
  credit_status: 'available' | 'consumed' | 'voided' | null;
  refund_status: 'pending' | 'succeeded' | 'failed' | null;
  reason:
    | 'duplicated_charge'
    | 'product_unsatisfactory'
    | 'order_change'
    | 'order_cancellation'
    | 'fraudulent_charge'
    | 'other';
  description: string | null;
  currency: string;
  total_amount_cents: bigint;
  credit_amount_cents: bigint;
  refund_amount_cents: bigint;
  offset_amount_cents: bigint;
  /** The rest of the credit. */
  balance_amount_cents: bigint;
  sub_total_excluding_taxes_amount_cents: bigint;
  coupons_adjustment_amount_cents: bigint;
  /** Numeric, cents. */
  precise_coupons_adjustment_amount_cents: string;
  taxes_amount_cents: bigint;
  /** Numeric, cents. */
  precise_taxes_amount_cents: string;
  /** Percent, numeric. */
  taxes_rate: string;
  self_billed: boolean;
  metadata: ColumnType<Record<string, string | null> | null, string | null, string | null>;
  /** The addresses of its file and of its e-invoice. */
  file: ColumnType<FileAddress | null, string | undefined, string>;
  xml_file: ColumnType<FileAddress | null, string | undefined, string>;
  /** Why it has no e-invoice. */
  error_details: ColumnType<ErrorDetail[], string | undefined, string>;
  voided_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** The credited part of a fee, before coupons and taxes. */
export interface CreditNoteItemsTable {
  id: string;
  organization_id: string;
  credit_note_id: string;
  fee_id: string;
  amount_cents: bigint;
  /** Numeric, cents with 5 decimals. */
  precise_amount_cents: string;
  position: number;
}

export interface CreditNoteTaxesTable {
  id: string;
  organization_id: string;
  credit_note_id: string;
  /** Null for a tax of a tax engine. */
  tax_id: string | null;
  tax_name: string;
  tax_code: string;
  /** Percent, numeric. */
  tax_rate: string;
  tax_description: string | null;
  base_amount_cents: bigint;
  amount_cents: bigint;
  created_at: Date;
}

/** A deduction of an invoice: by an applied coupon, a credit note or an earlier progressive invoice. */
export interface CreditsTable {
  id: string;
  organization_id: string;
  invoice_id: string;
  kind: 'coupon' | 'credit_note' | 'invoice';
  source_id: string;
  amount_cents: bigint;
  currency: string;
  before_taxes: boolean;
  position: number;
  created_at: Date;
}
