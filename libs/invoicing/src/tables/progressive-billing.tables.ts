import type { Generated } from 'kysely';

/** A subscription whose usage is to be checked against its thresholds; one row however often that is asked for. */
export interface ThresholdChecksTable {
  subscription_id: string;
  organization_id: string;
  /** The message that has the job queued; any later one finds it there. */
  message_id: string;
  /** Counts how often the check was asked for: done is what was counted before the check began. */
  version: bigint;
  /** In real time. */
  queued_at: Date;
  /** Failures so far. */
  attempts: Generated<number>;
}

/** A threshold that an invoice was made for, as it was then. */
export interface AppliedUsageThresholdsTable {
  id: string;
  organization_id: string;
  invoice_id: string;
  subscription_id: string;
  usage_threshold_id: string;
  threshold_display_name: string | null;
  amount_cents: bigint;
  recurring: boolean;
  threshold_created_at: Date;
  threshold_updated_at: Date;
  /** Usage of the whole life when it was passed. */
  lifetime_usage_amount_cents: bigint;
  position: number;
  created_at: Date;
}
