/** Usage of an external id over its whole life; the record moves along with upgrades and downgrades. */
export interface LifetimeUsagesTable {
  id: string;
  organization_id: string;
  subscription_id: string;
  /** The usage before the subscription was imported. */
  external_historical_usage_amount_cents: bigint;
  created_at: Date;
  updated_at: Date;
}
