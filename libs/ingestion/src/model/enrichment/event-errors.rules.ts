import type { EventErrorType } from '@tollgate/contracts';
import type { MetricView } from '@tollgate/catalog/reader';
import { aggregationOf, needsNumber, textOf } from '@tollgate/rating';
import type { Enrichment } from './enrichment.js';

export const readsNumber = ({ aggregationType }: MetricView): boolean => needsNumber(aggregationType);
export const readsField = ({ aggregationType }: MetricView): boolean =>
  aggregationOf(aggregationType).reads !== 'nothing';

/** The errors that `events.errors` would report of an event, as its metric is now (metering, section 2.5). */
export function errorsOf(metric: MetricView | undefined, { value, valueText, texts }: Enrichment): EventErrorType[] {
  if (!metric) return ['invalid_code'];
  const isMissing = readsField(metric) && (valueText === null || (readsNumber(metric) && value === null));
  const isOfNoFilter = metric.filters.some(
    ({ key, values }) => Object.hasOwn(texts, key) && !values.includes(textOf(texts, key) ?? ''),
  );
  return [
    ...(isMissing ? (['missing_aggregation_property'] as const) : []),
    ...(isOfNoFilter ? (['invalid_filter_values'] as const) : []),
  ];
}
