/** A threshold that led to an invoice, as of then. */
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
