import type { ColumnType, Generated } from 'kysely';
import type { PricingUnitDetails } from '@tollgate/contracts';
import type { GroupedBy } from '@tollgate/ingestion/reader';

type Json<T> = ColumnType<T, string, string>;

/** The units of a fee by all presentation keys of its charge, as they were when it was made (metering, section 6.3). */
export interface StoredPresentation {
  /** Keys that invoices show. */
  displayed: string[];
  breakdowns: { by: GroupedBy; units: string }[];
}

export interface FeesTable {
  id: string;
  organization_id: string;
  invoice_id: string | null;
  customer_id: string;
  subscription_id: string | null;
  fee_type: 'charge' | 'fixed_charge' | 'add_on' | 'subscription' | 'credit' | 'commitment';
  charge_id: string | null;
  charge_filter_id: string | null;
  fixed_charge_id: string | null;
  /** Metric, subscription, add-on or wallet transaction. */
  item_id: string;
  item_code: string;
  item_name: string;
  item_description: string | null;
  /** Free text, of what is sold once. */
  description: Generated<string | null>;
  invoice_display_name: string;
  filters: Json<Record<string, string[]>> | null;
  filter_invoice_display_name: string | null;
  grouped_by: Json<Record<string, string | null>>;
  currency: string;
  amount_cents: bigint;
  /** Numeric, cents. */
  precise_amount_cents: string;
  taxes_amount_cents: bigint;
  taxes_precise_amount_cents: string;
  /** Percent, numeric. */
  taxes_rate: string;
  /** What was taken off it before taxes: of progressive invoices and of coupons. */
  precise_coupons_amount_cents: string;
  /** What of it progressive invoices of the period had billed; null on fees that are older than the column. */
  progressive_credit_amount_cents: Generated<bigint | null>;
  /** What credit notes paid of it, taxes included. Numeric, cents. */
  precise_credit_notes_amount_cents: Generated<string>;
  units: string;
  total_aggregated_units: string | null;
  /** Numeric, main unit. */
  precise_unit_amount: string;
  events_count: bigint | null;
  /** The fee that makes up for the minimum that this one stays below, or the one that this makes up for. */
  true_up_fee_id: string | null;
  true_up_parent_fee_id: string | null;
  amount_details: Json<Record<string, unknown>>;
  /** Its amounts in the unit that its charge is priced in. */
  pricing_unit_details: Json<PricingUnitDetails> | null;
  /** Its units by properties that do not affect the price; null where its charge names none. */
  presentation: Json<StoredPresentation> | null;
  pay_in_advance: boolean;
  invoiceable: boolean;
  payment_status: 'pending' | 'succeeded' | 'failed' | 'refunded';
  from_datetime: Date | null;
  to_datetime: Date | null;
  /** The usage period of a fee paid in advance, by which it is consolidated; it may show another (charges, section 3.7). */
  charges_from: Date | null;
  charges_to: Date | null;
  /** Of the event that a fee paid in advance was made for. */
  event_transaction_id: string | null;
  self_billed: boolean;
  /** Order among the fees of its invoice. */
  position: number;
  created_at: Date;
  succeeded_at: Date | null;
  failed_at: Date | null;
  refunded_at: Date | null;
  deleted_at: Date | null;
}

export interface FeeTaxesTable {
  id: string;
  organization_id: string;
  fee_id: string;
  tax_id: string;
  tax_name: string;
  tax_code: string;
  tax_rate: string;
  tax_description: string | null;
  amount_cents: bigint;
  /** Numeric, cents. */
  precise_amount_cents: string;
  created_at: Date;
}

/** What a fee is taxed and paid by when the taxes of its customer are known. */
export interface UntaxedFeesTable {
  fee_id: string;
  organization_id: string;
  /** Taxes that it has whoever pays; none where it has those of its customer. */
  own_tax_ids: string[];
  /** The wallet that its events name. */
  target_wallet_code: string | null;
}
