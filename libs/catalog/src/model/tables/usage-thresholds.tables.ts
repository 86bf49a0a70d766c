export interface UsageThresholdsTable {
  id: string;
  organization_id: string;
  plan_id: string;
  amount_cents: bigint;
  threshold_display_name: string | null;
  /** Whether usage reaches it again at every multiple of the amount. */
  recurring: boolean;
  created_at: Date;
  updated_at: Date;
}
