import type { EstimateReason, PriceTest, UnpricedReason } from '@tollgate/contracts';
import type { ColumnType, Generated } from 'kysely';

/** A test of prices, and how far it is. */
export interface PriceTestsTable {
  id: string;
  organization_id: string;
  name: string | null;
  plan_id: string;
  plan_code: string;
  /** The body of the tested plan. */
  plan: ColumnType<Record<string, unknown>, string, never>;
  currency: string;
  periods_ago: number;
  /** Null: all. */
  external_customer_ids: string[] | null;
  /** Parameters of the list of customers. Null: all. */
  customer_filters: ColumnType<Record<string, unknown> | null, string | null, never>;
  status: PriceTest['status'];
  stop_reason: Generated<PriceTest['stop_reason']>;
  /** By the clock of the organization: periods count back from it. */
  as_of: Date;
  /** The last one that is done, in the order of identifiers. */
  last_subscription_id: Generated<string | null>;
  subscriptions_total: number;
  subscriptions_done: Generated<number>;
  request_id: string | null;
  created_at: Date;
  started_at: Generated<Date | null>;
  completed_at: Generated<Date | null>;
  changed_at: Generated<Date | null>;
  /** By the wall clock. */
  touched_at: Generated<Date>;
}

/** The amounts of a subscription in a test. */
export interface PriceTestResultsTable {
  id: string;
  organization_id: string;
  price_test_id: string;
  subscription_id: string;
  /** Null for a result of the previous version. */
  customer_id: string | null;
  unpriced_reason: UnpricedReason | null;
  from_datetime: Date | null;
  to_datetime: Date | null;
  current_amount_cents: bigint | null;
  tested_amount_cents: bigint | null;
  difference_amount_cents: bigint | null;
  /** Whether usage reaches the minimum commitment; null where there is none. */
  reaches_current_commitment: boolean | null;
  reaches_tested_commitment: boolean | null;
  estimate_reasons: EstimateReason[];
  /** By the clock of the organization. */
  created_at: Date;
}
