import type { ColumnType, GeneratedAlways } from 'kysely';

/** A coupon that a customer has, on the terms that it was given on. */
export interface AppliedCouponsTable {
  /** Order in which coupons were given. */
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
  /** Invoices on which a recurring coupon is used, and how many of them are left. */
  frequency_duration: number | null;
  frequency_duration_remaining: number | null;
  created_at: Date;
  updated_at: Date;
  terminated_at: Date | null;
}
