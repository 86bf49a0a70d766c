export interface UsageThresholdsTable {
  id: string;
  organization_id: string;
  plan_id: string;
  amount_cents: bigint;
  threshold_display_name: string | null;
  /** Reached again every time that the amount is used once more. */
  recurring: boolean;
  created_at: Date;
  updated_at: Date;
}
