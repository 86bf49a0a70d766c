import type { EventState } from '@tollgate/contracts';
import type { MetricView } from '@tollgate/catalog/reader';
import { readsField, readsNumber } from '../../model/enrichment/event-errors.rules.js';
import { conditionsOf } from '../../quality/faulty-events/error-conditions.js';
import type { QueryParameters } from '../../model/usage-queries/query-parameters.js';

/**
 * The SQL condition of a state on the table `event`, by the metrics of now, as in the effects of an event. A code without
 * a metric is unknown. A value that no filter has counts outside of all filters.
 * @param metrics those of the organization that are not deleted
 */
export function stateCondition(state: EventState, metrics: MetricView[], parameters: QueryParameters): string {
  const has = (matches: (metric: MetricView) => boolean) =>
    `has(${parameters.add(
      metrics.filter(matches).map(({ code }) => code),
      'Array(String)',
    )}, code)`;
  switch (state) {
    case 'counted':
      return `${has((metric) => !readsField(metric))}
        or (value_text is not null and ${has((metric) => readsField(metric) && !readsNumber(metric))})
        or (value is not null and ${has(readsNumber)})`;
    case 'unknown_code':
      return `not ${has(() => true)}`;
    case 'field_missing':
      return `value_text is null and ${has(readsField)}`;
    case 'field_not_a_number':
      return `value_text is not null and value is null and ${has(readsNumber)}`;
    case 'filter_value_unknown':
      return conditionsOf({ live: metrics, deletedCodes: [] }, parameters).invalid_filter_values;
    case 'voided':
      return 'is_deleted = 1';
  }
}
