import { Injectable } from '@nestjs/common';
import type { UsageSnapshot, Message, TriggeredAlert } from '@tollgate/contracts';
import { readMetrics } from '@tollgate/catalog/reader';
import { isoSeconds, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { crossedThresholds, Decimal, decimalText } from '@tollgate/rating';
import { lockAlerts, recordEvaluations, type AlertRow } from '../../model/repositories/alerts.repository.js';
import { customersByIds } from '../../model/repositories/customers.repository.js';
import { subscriptionsByIds } from '../../model/repositories/subscriptions.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';

/** An alert with its current usage. */
interface Evaluation {
  alert: AlertRow;
  usage: UsageSnapshot;
  value: Decimal;
}

/**
 * Evaluates usage snapshots against the thresholds of alerts, and publishes crossed ones
 * (customers, sections 8.3 and 8.4).
 */
@Injectable()
export class AlertEvaluationService {
  constructor(private readonly database: SubscriptionDatabase) {}

  /** Evaluates each snapshot once, and the snapshots of a customer in order. */
  async evaluate(message: Message<'usage.measured'>): Promise<void> {
    const { subscriptions } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      const byExternalId = new Map(subscriptions.map((usage) => [usage.external_subscription_id, usage]));
      const alerts = await lockAlerts(transaction, [...byExternalId.keys()]);
      const evaluations = alerts.flatMap((alert): Evaluation[] => {
        const usage = byExternalId.get(alert.external_subscription_id);
        const value = usage && watchedValue(alert, usage);
        return usage && value !== undefined ? [{ alert, usage, value: new Decimal(value) }] : [];
      });
      if (evaluations.length === 0) return;
      await publishTriggered(transaction, evaluations, now);
      await recordEvaluations(
        transaction,
        evaluations.map(({ alert: { id }, value }) => ({ id, value: value.toFixed() })),
        now,
      );
    });
  }
}

/** Undefined if the plan does not charge the metric: then there is nothing to evaluate. */
function watchedValue(alert: AlertRow, usage: UsageSnapshot): string | undefined {
  const metric = usage.metrics.find(({ billable_metric_id: id }) => id === alert.billable_metric_id);
  switch (alert.alert_type) {
    case 'current_usage_amount':
      return usage.current_usage_amount;
    case 'lifetime_usage_amount':
      return usage.lifetime_usage_amount;
    case 'billable_metric_current_usage_amount':
      return metric?.amount;
    case 'billable_metric_current_usage_units':
      return metric?.units;
    case 'billable_metric_lifetime_usage_units':
      return metric?.lifetime_units;
  }
}

/** Publishes one message for all thresholds that an alert has crossed. */
async function publishTriggered(
  transaction: TenantTransaction,
  evaluations: Evaluation[],
  now: Instant,
): Promise<void> {
  const triggered = evaluations.flatMap((evaluation) => {
    const thresholds = evaluation.alert.thresholds.map((one) => ({ ...one, value: new Decimal(one.value) }));
    const change = { previous: new Decimal(evaluation.alert.previous_value), current: evaluation.value };
    const crossed = crossedThresholds('increasing', thresholds, change);
    return crossed.length > 0 ? [{ ...evaluation, crossed }] : [];
  });
  if (triggered.length === 0) return;
  const subscriptions = await subscriptionsByIds(transaction, [
    ...new Set(triggered.map(({ usage }) => usage.subscription_id)),
  ]);
  const customers = await customersByIds(transaction, [...new Set(subscriptions.map((row) => row.customer_id))]);
  const metrics = await readMetrics(transaction, [
    ...new Set(triggered.flatMap(({ alert }) => alert.billable_metric_id ?? [])),
  ]);
  for (const { alert, usage, value, crossed } of triggered) {
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
      previous_value: decimalText(new Decimal(alert.previous_value)),
      crossed_thresholds: crossed.map((one) => ({ ...one, value: decimalText(one.value) })),
      triggered_at: isoSeconds(now),
      subscription_external_id: alert.external_subscription_id,
      customer_external_id: externalId,
    };
    await transaction.append('alert.triggered', alert.id, { triggered_alert: payload }, now);
  }
}
