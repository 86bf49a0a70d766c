import type { Translations } from '@tollgate/contracts';
import type { ColumnType } from 'kysely';

export interface CouponsTable {
  id: string;
  organization_id: string;
  code: string;
  name: string;
  name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  description: string | null;
  coupon_type: 'fixed_amount' | 'percentage';
  amount_cents: bigint | null;
  amount_currency: string | null;
  /** Percent, numeric. */
  percentage_rate: ColumnType<string | null, string | null, string | null>;
  frequency: 'once' | 'recurring' | 'forever';
  /** The number of invoices that a recurring coupon reduces. */
  frequency_duration: number | null;
  /** Whether a customer may have it more than once. */
  reusable: boolean;
  expiration: 'no_expiration' | 'time_limit';
  expiration_at: Date | null;
  /** Survives a new expiry of an expired coupon: it stays expired. */
  terminated_at: Date | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface CouponPlansTable {
  organization_id: string;
  coupon_id: string;
  plan_id: string;
}

export interface CouponMetricsTable {
  organization_id: string;
  coupon_id: string;
  billable_metric_id: string;
}
