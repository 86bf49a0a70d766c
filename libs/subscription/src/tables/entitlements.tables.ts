/** What a subscription has of a feature beside its plan. */
export interface EntitlementsTable {
  id: string;
  organization_id: string;
  subscription_id: string;
  feature_id: string;
  /** Whether it has the feature, also without its plan. */
  granted: boolean;
  /** Whether it lacks the feature, whatever its plan says. */
  removed: boolean;
  created_at: Date;
}

export interface EntitlementValuesTable {
  organization_id: string;
  entitlement_id: string;
  privilege_id: string;
  /** As it is kept for any type: `10`, `true`, a text; null where the privilege was taken away. */
  value: string | null;
}
