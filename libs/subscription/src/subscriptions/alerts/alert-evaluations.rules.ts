import type { TriggeredAlert } from '@tollgate/contracts';
import { crossedThresholds, Decimal, decimalText } from '@tollgate/rating';
import type { AlertRow } from '../../model/usage/alerts.repository.js';
import { metricIn, watchedValues, type Measured } from './watched-values.js';

/** An alert with the current usage, or the forecast. */
export interface Evaluation {
  alert: AlertRow;
  usage: Measured;
  /** The value from which thresholds are crossed. */
  previous: Decimal;
  value: Decimal;
  /** The value from which the next evaluation crosses thresholds. */
  recorded: Decimal;
}

/** An evaluation that crossed thresholds since the previous one. */
export interface Trigger extends Evaluation {
  crossed: TriggeredAlert['crossed_thresholds'];
}

/**
 * The values of alerts in snapshots of usage or in forecasts; omits alerts without a value to evaluate (customers,
 * section 8.3).
 * @param measured by external subscription id
 */
export const evaluationsOf = (alerts: readonly AlertRow[], measured: ReadonlyMap<string, Measured>): Evaluation[] =>
  alerts.flatMap((alert) => {
    const usage = measured.get(alert.external_subscription_id);
    const { read, keepsHighest } = watchedValues[alert.alert_type];
    const text = usage && read(usage, metricIn(usage, alert.billable_metric_id));
    if (!usage || text === undefined) return [];
    const previous = new Decimal(startsAgain(alert, usage) ? 0 : alert.previous_value);
    const value = new Decimal(text);
    return [{ alert, usage, previous, value, recorded: keepsHighest ? Decimal.max(previous, value) : value }];
  });

/** Whether the watched value began at 0 after the last evaluation, as in a new period (customers, section 8.3). */
function startsAgain(
  { alert_type: type, last_processed_at: last, billable_metric_id: id }: AlertRow,
  usage: Measured,
): boolean {
  const { endsWithPeriod } = watchedValues[type];
  return endsWithPeriod(metricIn(usage, id)) && last !== null && last.getTime() < (usage.period_from ?? 0);
}

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
