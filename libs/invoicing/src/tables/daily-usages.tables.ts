import type { ColumnType, Generated } from 'kysely';

/** What a subscription used of a metric on a day, and what that came to. */
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
  /** Numeric; less than nothing where what was used is less than the day before. */
  units: string;
  amount_cents: bigint;
}

/** Units (numeric, as text) and cents by the code of a metric. */
export type UsageTotals = Record<string, { units: string; amountCents: string }>;

/** What the usage of a subscription came to in its period, at the end of the last day that was looked at. */
export interface UsageSnapshotsTable {
  subscription_id: string;
  organization_id: string;
  usage_date: string;
  period_from: Date;
  totals: ColumnType<UsageTotals, string, string>;
  /** What changes without events: nothing, levels that go on into the next period, or amounts that grow with time. */
  carries: 'nothing' | 'levels' | 'time';
}

/** Up to which day the usage of an organization was looked at: days that have ended in every time zone. */
export interface UsageDaysTable {
  organization_id: string;
  through: string;
  /** By the clock of the organization: every day that had ended by then is kept, but for those that are owed. Null: none is known to be. */
  looked_until: Date | null;
  /** By the clock of the machine: what was received before is counted, or its days are owed. */
  looked_at: Date | null;
}

/** Days of a subscription that are to be looked at: `from_date` and those behind it. */
export interface OwedDaysTable {
  subscription_id: string;
  organization_id: string;
  from_date: string;
  /** Counts how often they were asked for: paid is what was counted before it was looked at. */
  version: Generated<bigint>;
  /** How often looking at them failed, and why it did the last time. */
  attempts: Generated<number>;
  error: string | null;
}
