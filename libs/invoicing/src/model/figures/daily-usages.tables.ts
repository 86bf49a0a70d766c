import type { ColumnType, Generated } from 'kysely';

/** The usage of a subscription by metric and day, and its amount. */
export interface DailyUsagesTable {
  organization_id: string;
  /** In the customer's time zone, `YYYY-MM-DD`. */
  usage_date: string;
  subscription_id: string;
  metric_code: string;
  customer_id: string;
  external_subscription_id: string;
  plan_code: string;
  recurring: boolean;
  currency: string;
  /** Numeric; negative if the usage is less than the day before. */
  units: string;
  amount_cents: bigint;
}

/** Units (numeric, as text) and cents by the code of a metric. */
export type UsageTotals = Record<string, { units: string; amountCents: string }>;

/** The totals of a subscription's usage in its period, at the end of the last computed day. */
export interface UsageSnapshotsTable {
  subscription_id: string;
  organization_id: string;
  usage_date: string;
  period_from: Date;
  totals: ColumnType<UsageTotals, string, string>;
  /**
   * How usage changes without events: not at all, by levels that continue in the next period, or by amounts that grow
   * with time.
   */
  carries: 'nothing' | 'levels' | 'time';
}

/** The last day up to which the usage of an organization is computed: days that have ended in every time zone. */
export interface UsageDaysTable {
  organization_id: string;
  through: string;
  /**
   * By the clock of the organization: every day that had ended by then is stored or stale. Null if none is known to be.
   */
  looked_until: Date | null;
  /** By the clock of the machine: events that were received before are counted, or their days are stale. */
  looked_at: Date | null;
}

/** Days of a subscription to compute: `from_date` and later ones. */
export interface StaleDaysTable {
  subscription_id: string;
  organization_id: string;
  from_date: string;
  /** Counts the requests; a computation completes those that it has read. */
  version: Generated<bigint>;
  /** The number of failed computations, and the reason of the last one. */
  attempts: Generated<number>;
  error: string | null;
}
