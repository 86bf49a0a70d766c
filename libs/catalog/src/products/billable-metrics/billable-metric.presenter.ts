import type { BillableMetric, BillableMetricWithCounters } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import { isFieldless } from '@tollgate/rating';
import type { MetricAggregation, MetricFilterView, MetricView } from '../../views.js';
import type { BillableMetricRow } from './billable-metrics.repository.js';

/** A metric in the answer to a read by code and in webhooks. */
export function presentMetric(metric: BillableMetricRow, filters: MetricFilterView[]): BillableMetric {
  return {
    svc_id: metric.id,
    name: metric.name,
    name_translations: metric.name_translations,
    code: metric.code,
    description: metric.description,
    aggregation_type: metric.aggregation_type,
    weighted_interval: metric.weighted_interval,
    recurring: metric.recurring,
    rounding_function: metric.rounding_function,
    rounding_precision: metric.rounding_precision,
    created_at: isoSeconds(metric.created_at),
    field_name: metric.field_name,
    expression: metric.expression,
    filters,
  };
}

/** A metric in all its other answers. */
export const presentMetricWithCounters = (
  metric: BillableMetricRow,
  filters: MetricFilterView[],
): BillableMetricWithCounters => ({
  ...presentMetric(metric, filters),
  active_subscriptions_count: 0,
  draft_invoices_count: 0,
  plans_count: 0,
});

type Unseen =
  'organization_id' | 'name_translations' | 'weighted_interval' | 'created_at' | 'updated_at' | 'deleted_at';

/** A metric as other services see it. */
export const toMetricView = (metric: Omit<BillableMetricRow, Unseen>, filters: MetricFilterView[]): MetricView => ({
  id: metric.id,
  code: metric.code,
  name: metric.name,
  description: metric.description,
  ...aggregationOf(metric),
  recurring: metric.recurring,
  roundingFunction: metric.rounding_function,
  roundingPrecision: metric.rounding_precision,
  expression: metric.expression,
  filters,
});

/** @throws when a stored metric lacks the field that its aggregation reads */
function aggregationOf({
  id,
  aggregation_type: aggregationType,
  field_name: fieldName,
}: Pick<BillableMetricRow, 'id' | 'aggregation_type' | 'field_name'>): MetricAggregation {
  if (isFieldless(aggregationType)) return { aggregationType, fieldName: null };
  if (fieldName === null) throw new Error(`Billable metric ${id} aggregates no field`);
  return { aggregationType, fieldName };
}
