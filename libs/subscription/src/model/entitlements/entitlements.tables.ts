/** The own entitlement of a subscription to a feature, besides that of its plan. */
export interface EntitlementsTable {
  id: string;
  organization_id: string;
  subscription_id: string;
  feature_id: string;
  /** Whether it has the feature even if its plan lacks it. */
  granted: boolean;
  /** Whether it lacks the feature even if its plan has it. */
  removed: boolean;
  created_at: Date;
}

export interface EntitlementValuesTable {
  organization_id: string;
  entitlement_id: string;
  privilege_id: string;
  /** The stored text of any type: `10`, `true`, a text; null for a removed privilege. */
  value: string | null;
}
