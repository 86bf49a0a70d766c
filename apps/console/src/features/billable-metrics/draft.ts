import type { Metric } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { cellName, gridOf, type Values } from '../../acts/field.js';

export type MetricInput = components['schemas']['BillableMetricCreate'];
type Filter = Metric['filters'][number];

/** Rows of a form with more values of filters would be slow. */
export const mostRows = 50;

/** A row for each value of a filter. */
export const rowsOfFilters = (filters: readonly Filter[]): { key: string; value: string }[] =>
  filters.flatMap(({ key, values }) => values.map((value) => ({ key, value })));

/** Whether a form shows the filters of a metric. */
export const hasFewValues = (filters: readonly Filter[]): boolean => rowsOfFilters(filters).length <= mostRows;

/** The filters of the rows of a form, each property once. */
export function filtersOf(values: Values): Filter[] {
  const byKey = new Map<string, string[]>();
  for (const { key = '', value } of gridOf(values, 'filters')) {
    const all = byKey.get(key) ?? [];
    byKey.set(key, value === undefined ? all : [...all, value]);
  }
  return [...byKey].map(([key, all]) => ({ key, values: all }));
}

/** The property of a row of the form. */
export const keyOfRow = (values: Values, row: string): string => values[cellName('filters', row, 'key')]?.trim() ?? '';

/**
 * The body of the call that creates or changes a metric.
 * @param hasFilters whether the form shows the filters
 */
export function inputOf(values: Values, hasFilters: boolean): MetricInput {
  const text = (name: string) => values[name] || null;
  const rounding = text('rounding_function');
  const places = rounding === null ? null : text('rounding_precision');
  return {
    name: values['name'] ?? '',
    code: values['code'] ?? '',
    description: values['description'] ?? '',
    aggregation_type: values['aggregation_type'] as MetricInput['aggregation_type'],
    field_name: text('field_name'),
    recurring: values['recurring'] === 'true',
    weighted_interval: text('weighted_interval') as 'seconds' | null,
    rounding_function: rounding as MetricInput['rounding_function'],
    rounding_precision: places === null ? null : Number(places),
    expression: text('expression'),
    ...(hasFilters ? { filters: filtersOf(values) } : {}),
  };
}
