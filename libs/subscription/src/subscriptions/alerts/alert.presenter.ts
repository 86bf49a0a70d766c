import {
  PortalAlert,
  shownFields,
  type AlertThreshold,
  type BillableMetric,
  type SubscriptionAlert,
} from '@tollgate/contracts';
import { readBillableMetricResources } from '@tollgate/catalog/reader';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { Decimal, decimalText } from '@tollgate/rating';
import type { AlertRow } from '../../model/usage/alerts.repository.js';

/** Alerts in the shape of answers. */
export async function presentAlerts(transaction: TenantTransaction, rows: AlertRow[]): Promise<SubscriptionAlert[]> {
  const metricIds = [...new Set(rows.flatMap((row) => row.billable_metric_id ?? []))];
  const metrics = await readBillableMetricResources(transaction, metricIds);
  return rows.map((row) => presentAlert(row, metrics.get(row.billable_metric_id ?? '') ?? null));
}

/** Alerts of a customer, as it sees them; each has one threshold (customers, section 3.9). */
export async function presentPortalAlerts(transaction: TenantTransaction, rows: AlertRow[]): Promise<PortalAlert[]> {
  const alerts = await presentAlerts(transaction, rows);
  return alerts.map((alert) =>
    shownFields(PortalAlert, {
      ...alert,
      alert_type: alert.alert_type as PortalAlert['alert_type'],
      value: alert.thresholds[0]?.value ?? '0.0',
    }),
  );
}

const presentAlert = (row: AlertRow, metric: BillableMetric | null): SubscriptionAlert => ({
  svc_id: row.id,
  svc_organization_id: row.organization_id,
  subscription_external_id: row.external_subscription_id,
  external_subscription_id: row.external_subscription_id,
  svc_wallet_id: null,
  wallet_code: null,
  alert_type: row.alert_type,
  code: row.code,
  name: row.name,
  direction: 'increasing',
  previous_value: numberText(row.previous_value),
  last_processed_at: row.last_processed_at && isoSeconds(row.last_processed_at),
  thresholds: row.thresholds.map(presentThreshold),
  created_at: isoSeconds(row.created_at),
  billable_metric: metric,
  created_by_customer: row.customer_id !== null,
});

const numberText = (value: string): string => decimalText(new Decimal(value));
const presentThreshold = (threshold: AlertThreshold) => ({ ...threshold, value: numberText(threshold.value) });
