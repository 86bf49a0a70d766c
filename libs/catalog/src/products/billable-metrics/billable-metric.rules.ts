import { isBlank, type BillableMetricCreate } from '@tollgate/contracts';
import { findAggregation, isExpression } from '@tollgate/rating';
import type { AddError } from '../../records.js';

/** Digits on either side of the point that any amount could need. */
const farthestDigit = 30;

/** Checks the rules of a metric across fields; for a change, checks the resulting metric (catalog, section 2). */
export function checkMetric(metric: Partial<BillableMetricCreate>, add: AddError): void {
  const aggregation = findAggregation(metric.aggregation_type);
  if (aggregation?.reads !== 'nothing' && isBlank(metric.field_name)) add('field_name', 'value_is_mandatory');
  if (metric.recurring && aggregation?.mayRecur === false) add('recurring', 'not_compatible_with_aggregation_type');
  if (aggregation?.isOverTime && metric.weighted_interval !== 'seconds') add('weighted_interval', 'value_is_invalid');
  if (Math.abs(metric.rounding_precision ?? 0) > farthestDigit) add('rounding_precision', 'value_is_out_of_range');
  if (!isBlank(metric.expression) && !isExpression(metric.expression as string))
    add('expression', 'invalid_expression');
}
