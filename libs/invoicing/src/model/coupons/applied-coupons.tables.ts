import type { ColumnType, GeneratedAlways } from 'kysely';

/** A coupon of a customer, with its discount. */
export interface AppliedCouponsTable {
  /** Order of application. */
  position: GeneratedAlways<bigint>;
  id: string;
  organization_id: string;
  customer_id: string;
  coupon_id: string;
  coupon_type: 'fixed_amount' | 'percentage';
  status: 'active' | 'terminated';
  amount_cents: bigint | null;
  amount_currency: string | null;
  /** Percent, numeric. */
  percentage_rate: ColumnType<string | null, string | null, string | null>;
  frequency: 'once' | 'recurring' | 'forever';
  /** The number of invoices that a recurring coupon applies to, and how many of them are left. */
  frequency_duration: number | null;
  frequency_duration_remaining: number | null;
  created_at: Date;
  updated_at: Date;
  terminated_at: Date | null;
}
