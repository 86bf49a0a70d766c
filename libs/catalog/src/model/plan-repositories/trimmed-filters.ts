import { everyFilterValue } from '@tollgate/contracts';
import type { FilterValue } from '../tables/charge-filters.tables.js';
import type { MetricFilterView } from '../../views.js';

/**
 * Trims a charge filter after a change of its metric's filters: drops removed values, and keys that are removed or left
 * without values (catalog, section 2.2).
 */
export function trimFilterValues(values: FilterValue[], metricFilters: MetricFilterView[]): FilterValue[] {
  const valuesByKey = new Map(
    metricFilters.map((filter) => [filter.key, new Set([...filter.values, everyFilterValue])]),
  );
  return values
    .map(({ key, values: filterValues }) => ({
      key,
      values: filterValues.filter((value) => valuesByKey.get(key)?.has(value)),
    }))
    .filter(({ values: left }) => left.length > 0);
}
