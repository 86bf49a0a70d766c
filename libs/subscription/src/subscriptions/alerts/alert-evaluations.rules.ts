import type { TriggeredAlert, UsageSnapshot } from '@tollgate/contracts';
import { crossedThresholds, Decimal, decimalText } from '@tollgate/rating';
import type { AlertRow } from '../../model/repositories/alerts.repository.js';

/** An alert with its current usage. */
export interface Evaluation {
  alert: AlertRow;
  usage: UsageSnapshot;
  value: Decimal;
}

/** An evaluation that crossed thresholds since the previous one. */
export interface Trigger extends Evaluation {
  crossed: TriggeredAlert['crossed_thresholds'];
}

/**
 * The values of alerts in usage snapshots; omits alerts without a value to evaluate (customers, section 8.3).
 * @param usages by external subscription id
 */
export const evaluationsOf = (alerts: readonly AlertRow[], usages: ReadonlyMap<string, UsageSnapshot>): Evaluation[] =>
  alerts.flatMap((alert) => {
    const usage = usages.get(alert.external_subscription_id);
    const value = usage && watchedValue(alert, usage);
    return usage && value !== undefined ? [{ alert, usage, value: new Decimal(value) }] : [];
  });

/** Selects the evaluations that crossed thresholds (customers, section 8.3). */
export const triggersOf = (evaluations: readonly Evaluation[]): Trigger[] =>
  evaluations.flatMap((evaluation) => {
    const thresholds = evaluation.alert.thresholds.map((one) => ({ ...one, value: new Decimal(one.value) }));
    const change = { previous: new Decimal(evaluation.alert.previous_value), current: evaluation.value };
    const crossed = crossedThresholds('increasing', thresholds, change);
    return crossed.length > 0
      ? [{ ...evaluation, crossed: crossed.map((one) => ({ ...one, value: decimalText(one.value) })) }]
      : [];
  });

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
