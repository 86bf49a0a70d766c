import type { ColumnType, Generated } from 'kysely';
import type { AlertThreshold, SubscriptionAlertType } from '@tollgate/contracts';

/** Alerts on the usage of an external id. */
export interface AlertsTable {
  id: string;
  organization_id: string;
  external_subscription_id: string;
  /** The customer that set it in its portal; null: the organization. */
  customer_id: Generated<string | null>;
  alert_type: SubscriptionAlertType;
  billable_metric_id: string | null;
  code: string;
  name: string | null;
  /** In input order. */
  thresholds: ColumnType<AlertThreshold[], string, string>;
  /** The last evaluated value: numeric, cents or units. */
  previous_value: string;
  last_processed_at: Date | null;
  created_at: Date;
}
