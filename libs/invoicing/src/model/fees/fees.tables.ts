import type { ColumnType, Generated } from 'kysely';
import type { PricingUnitDetails } from '@tollgate/contracts';
import type { GroupedBy } from '@tollgate/ingestion/reader';

type Json<T> = ColumnType<T, string, string>;

/** The units of a fee by all presentation keys of its charge, as of its creation (metering, section 6.3). */
export interface StoredPresentation {
  /** Keys that invoices show. */
  displayed: string[];
  breakdowns: { by: GroupedBy; units: string }[];
}

/** How the units of a prorated fee came about, as of its creation (metering, section 4.4). Units are numeric. */
export interface StoredProration {
  /** The prorated units. */
  units: string;
  /** Days of the full period. */
  duration_days: number;
  /** Units with the first of their days, `YYYY-MM-DD`, and the number of these; `carried` from before the period. */
  parts: { from: string; days: number; units: string; carried: boolean }[];
  /** The sum of the parts beyond the bound. */
  further: { count: number; units: string; prorated_units: string } | null;
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
  /** Free text, for one-off sales. */
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
  /** Deductions before taxes: progressive invoices and coupons. */
  precise_coupons_amount_cents: string;
  /** The amount that progressive invoices of the period had billed of it; null on fees older than the column. */
  progressive_credit_amount_cents: Generated<bigint | null>;
  /** The amount that credit notes paid of it, taxes included. Numeric, cents. */
  precise_credit_notes_amount_cents: Generated<string>;
  units: string;
  total_aggregated_units: string | null;
  /** Numeric, main unit. */
  precise_unit_amount: string;
  events_count: bigint | null;
  /** The true-up fee of this one, or the parent of a true-up fee. */
  true_up_fee_id: string | null;
  true_up_parent_fee_id: string | null;
  amount_details: Json<Record<string, unknown>>;
  /** Its amounts in the pricing unit of its charge. */
  pricing_unit_details: Json<PricingUnitDetails> | null;
  /** Its units by properties without effect on the price; null if its charge names none. */
  presentation: Json<StoredPresentation> | null;
  /** How its units were prorated; null for whole units, and on fees older than the column. */
  proration: Json<StoredProration> | null;
  pay_in_advance: boolean;
  invoiceable: boolean;
  payment_status: 'pending' | 'succeeded' | 'failed' | 'refunded';
  from_datetime: Date | null;
  to_datetime: Date | null;
  /** The usage period of a fee in advance, by which it is consolidated; it may show another (charges, section 3.7). */
  charges_from: Date | null;
  charges_to: Date | null;
  /** The event of a fee in advance. */
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
  /** Null for a tax of a tax engine. */
  tax_id: string | null;
  tax_name: string;
  tax_code: string;
  tax_rate: string;
  tax_description: string | null;
  amount_cents: bigint;
  /** Numeric, cents. */
  precise_amount_cents: string;
  created_at: Date;
}

/** The taxation and payment of a fee once the taxes of its customer are known. */
export interface UntaxedFeesTable {
  fee_id: string;
  organization_id: string;
  /** Taxes that apply to every customer; none if it has those of its customer. */
  own_tax_ids: string[];
  /** The wallet that its events name. */
  target_wallet_code: string | null;
}
