import type { TriggeredAlert, UsageSnapshot } from '@tollgate/contracts';
import { crossedThresholds, Decimal, decimalText } from '@tollgate/rating';
import type { AlertRow } from '../../model/usage/alerts.repository.js';

/** An alert with its current usage. */
export interface Evaluation {
  alert: AlertRow;
  usage: UsageSnapshot;
  /** The value from which thresholds are crossed. */
  previous: Decimal;
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
    if (!usage || value === undefined) return [];
    const previous = new Decimal(startsAgain(alert, usage) ? 0 : alert.previous_value);
    return [{ alert, usage, previous, value: new Decimal(value) }];
  });

/**
 * Whether the watched usage began at 0 after the last evaluation, as that of a new period does. Lifetime usage and units
 * of recurring metrics go on (customers, section 8.3).
 */
function startsAgain(
  { alert_type: type, last_processed_at: last, billable_metric_id: id }: AlertRow,
  usage: UsageSnapshot,
) {
  const endsWithPeriod = type === 'current_usage_amount' || metricOf(usage, id)?.recurring === false;
  const isLifetime = type === 'lifetime_usage_amount' || type === 'billable_metric_lifetime_usage_units';
  return endsWithPeriod && !isLifetime && last !== null && last.getTime() < (usage.period_from ?? 0);
}

const metricOf = (usage: UsageSnapshot, id: string | null) =>
  usage.metrics.find(({ billable_metric_id: metricId }) => metricId === id);

/** Selects the evaluations that crossed thresholds (customers, section 8.3). */
export const triggersOf = (evaluations: readonly Evaluation[]): Trigger[] =>
  evaluations.flatMap((evaluation) => {
    const thresholds = evaluation.alert.thresholds.map((one) => ({ ...one, value: new Decimal(one.value) }));
    const change = { previous: evaluation.previous, current: evaluation.value };
    const crossed = crossedThresholds('increasing', thresholds, change);
    return crossed.length > 0
      ? [{ ...evaluation, crossed: crossed.map((one) => ({ ...one, value: decimalText(one.value) })) }]
      : [];
  });

/** Undefined if the plan does not charge the metric: then there is nothing to evaluate. */
function watchedValue(alert: AlertRow, usage: UsageSnapshot): string | undefined {
  const metric = metricOf(usage, alert.billable_metric_id);
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
