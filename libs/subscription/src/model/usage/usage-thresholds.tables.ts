/** Usage thresholds of single subscriptions; they replace those of the plan. */
export interface UsageThresholdsTable {
  id: string;
  organization_id: string;
  subscription_id: string;
  amount_cents: bigint;
  threshold_display_name: string | null;
  recurring: boolean;
  created_at: Date;
  updated_at: Date;
}
