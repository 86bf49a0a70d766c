import type { MetricView } from '@tollgate/catalog/reader';
import { needsNumber, textOf } from '@tollgate/rating';
import type { Enrichment } from './enrichment.js';

export const readsNumber = ({ aggregationType }: MetricView): boolean => needsNumber(aggregationType);
export const readsField = ({ aggregationType }: MetricView): boolean => aggregationType !== 'count_agg';

/** Whether `events.errors` would report an event, as its metric is now (metering, section 2.5). */
export function isFaulty(metric: MetricView | undefined, { value, valueText, texts }: Enrichment): boolean {
  if (!metric) return true;
  if (readsField(metric) && (valueText === null || (readsNumber(metric) && value === null))) return true;
  return metric.filters.some(
    ({ key, values }) => Object.hasOwn(texts, key) && !values.includes(textOf(texts, key) ?? ''),
  );
}
