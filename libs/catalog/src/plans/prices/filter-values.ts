import { everyFilterValue, type RawInput } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import type { MetricFilterView } from '../../views.js';
import type { FilterValue } from '../../model/tables/charge-filters.tables.js';

/** The values of a filter in a body: texts, in input order. */
export const filterValuesIn = (raw: RawInput | undefined): FilterValue[] =>
  Object.entries(raw ?? {}).map(([key, value]) => ({
    key,
    values: Array.isArray(value) ? value.filter((item) => item !== null && typeof item !== 'object').map(String) : [],
  }));

/** @throws ValidationFailed if a filter has no values at all */
export function checkSomeValues(values: FilterValue[]): void {
  if (values.length === 0) throw new ValidationFailed({ values: ['value_is_mandatory'] });
}

/** Checks key by key that a metric's filters have the values (catalog, section 5). @throws ValidationFailed */
export function checkFilterValues(values: FilterValue[], metricFilters: MetricFilterView[]): void {
  for (const { key, values: requestedValues } of values) {
    const metricFilter = metricFilters.find((filter) => filter.key === key);
    if (requestedValues.length === 0)
      throw new ValidationFailed({ values: ['value_is_mandatory'], ...(metricFilter ? {} : unknownKey) });
    if (!metricFilter) throw new ValidationFailed({ values: ['value_is_invalid'], ...unknownKey });
    const everyValue = requestedValues.length === 1 && requestedValues[0] === everyFilterValue;
    if (!everyValue && requestedValues.some((value) => !metricFilter.values.includes(value)))
      throw new ValidationFailed({ values: ['value_is_invalid'] });
  }
}

const unknownKey = { billable_metric_filter: ['relation_must_exist'] };

/** Whether two filters match the same values, keys in any order. */
export function sameValues(one: FilterValue[], other: FilterValue[]): boolean {
  const comparable = (values: FilterValue[]) =>
    JSON.stringify(
      values.map(({ key, values: list }) => [key, list]).sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)),
    );
  return comparable(one) === comparable(other);
}
