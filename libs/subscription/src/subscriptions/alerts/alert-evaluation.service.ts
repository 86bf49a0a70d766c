import { Injectable } from '@nestjs/common';
import type { Message, TriggeredAlert } from '@tollgate/contracts';
import { readMetrics } from '@tollgate/catalog/reader';
import { isoSeconds, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { decimalText } from '@tollgate/rating';
import { lockAlerts, recordEvaluations, type AlertRow } from '../../model/usage/alerts.repository.js';
import { customersByIds } from '../../model/customers/customers.repository.js';
import { subscriptionsByIds } from '../../model/subscriptions/subscriptions.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { evaluationsOf, triggersOf, type Evaluation } from './alert-evaluations.rules.js';
import type { Measured } from './watched-values.js';

/**
 * Evaluates usage snapshots, forecasts and deviations against the thresholds of alerts, and publishes crossed ones
 * (customers, sections 8.3 and 8.4).
 */
@Injectable()
export class AlertEvaluationService {
  constructor(private readonly database: SubscriptionDatabase) {}

  /** Evaluates each snapshot once, and the snapshots of a customer in order. */
  async evaluate(message: Message<'usage.measured' | 'usage.forecast' | 'usage.deviation'>): Promise<void> {
    const { subscriptions } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      const byExternalId = new Map(
        subscriptions.map((usage): [string, Measured] => [usage.external_subscription_id, usage]),
      );
      const stored = await lockAlerts(transaction, [...byExternalId.keys()]);
      const alerts = await alertsInForce(transaction, stored, byExternalId);
      const evaluations = evaluationsOf(alerts, byExternalId);
      if (evaluations.length === 0) return;
      await publishTriggered(transaction, evaluations, now);
      await recordEvaluations(
        transaction,
        evaluations.map(({ alert: { id }, recorded }) => ({ id, value: recorded.toFixed() })),
        now,
      );
    });
  }
}

/** Leaves out the alerts of customers whose external id belongs to another customer by now. */
async function alertsInForce(
  transaction: TenantTransaction,
  alerts: AlertRow[],
  measured: ReadonlyMap<string, Measured>,
): Promise<AlertRow[]> {
  const ofCustomers = alerts.filter((alert) => alert.customer_id !== null);
  if (ofCustomers.length === 0) return alerts;
  const ids = ofCustomers.flatMap((alert) => measured.get(alert.external_subscription_id)?.subscription_id ?? []);
  const subscriptions = await subscriptionsByIds(transaction, [...new Set(ids)]);
  const owners = new Map(subscriptions.map((row) => [row.external_id, row.customer_id]));
  return alerts.filter(
    ({ customer_id: owner, external_subscription_id: externalId }) =>
      owner === null || owner === owners.get(externalId),
  );
}

/** Publishes one message for all thresholds that an alert has crossed. */
async function publishTriggered(
  transaction: TenantTransaction,
  evaluations: Evaluation[],
  now: Instant,
): Promise<void> {
  const triggered = triggersOf(evaluations);
  if (triggered.length === 0) return;
  const subscriptions = await subscriptionsByIds(transaction, [
    ...new Set(triggered.map(({ usage }) => usage.subscription_id)),
  ]);
  const customers = await customersByIds(transaction, [...new Set(subscriptions.map((row) => row.customer_id))]);
  const metrics = await readMetrics(transaction, [
    ...new Set(triggered.flatMap(({ alert }) => alert.billable_metric_id ?? [])),
  ]);
  for (const { alert, usage, previous, value, crossed } of triggered) {
    const subscription = subscriptions.find(({ id }) => id === usage.subscription_id);
    const externalId = customers.find(({ id }) => id === subscription?.customer_id)?.external_id ?? '';
    const payload: TriggeredAlert = {
      svc_id: newId(),
      svc_organization_id: alert.organization_id,
      svc_alert_id: alert.id,
      svc_subscription_id: usage.subscription_id,
      external_subscription_id: alert.external_subscription_id,
      svc_wallet_id: null,
      external_customer_id: externalId,
      billable_metric_code: metrics.get(alert.billable_metric_id ?? '')?.code ?? null,
      alert_name: alert.name,
      alert_code: alert.code,
      alert_type: alert.alert_type,
      current_value: decimalText(value),
      previous_value: decimalText(previous),
      crossed_thresholds: crossed,
      triggered_at: isoSeconds(now),
      subscription_external_id: alert.external_subscription_id,
      customer_external_id: externalId,
    };
    if (alert.customer_id === null)
      await transaction.append('alert.triggered', alert.id, { triggered_alert: payload }, now);
    else {
      const about = { customer_id: alert.customer_id, triggered_alert: payload };
      await transaction.append('customer.alert_triggered', alert.customer_id, about, now);
    }
  }
}
