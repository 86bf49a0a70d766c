import type { MetricView } from '@tollgate/catalog/reader';
import type { Enrichment } from './enrichment.js';

/** Aggregations that read a number from the field. */
const numeric = ['sum_agg', 'max_agg', 'weighted_sum_agg', 'latest_agg'];

export const readsNumber = ({ aggregationType }: MetricView): boolean => numeric.includes(aggregationType);
export const readsField = ({ aggregationType }: MetricView): boolean => aggregationType !== 'count_agg';

/** Would an event be told of in `events.errors`, as its metric is now (metering, section 2.5)? */
export function isFaulty(metric: MetricView | undefined, { value, valueText, texts }: Enrichment): boolean {
  if (!metric) return true;
  if (readsField(metric) && (valueText === null || (readsNumber(metric) && value === null))) return true;
  return metric.filters.some(({ key, values }) => Object.hasOwn(texts, key) && !values.includes(texts[key] ?? ''));
}
