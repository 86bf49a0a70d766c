import { everyFilterValue } from '@tollgate/contracts';
import type { FilterValue } from '../tables/charge-filters.tables.js';
import type { MetricFilterView } from '../views.js';

/**
 * What is left of a charge filter when its metric's filters change: values that are gone are trimmed, a key that is
 * left without values or is gone itself is dropped (catalog, section 2.2).
 */
export function trimFilterValues(values: FilterValue[], metricFilters: MetricFilterView[]): FilterValue[] {
  const valuesByKey = new Map(metricFilters.map((filter) => [filter.key, new Set([...filter.values, everyFilterValue])]));
  return values
    .map(({ key, values: filterValues }) => ({ key, values: filterValues.filter((value) => valuesByKey.get(key)?.has(value)) }))
    .filter(({ values: left }) => left.length > 0);
}
