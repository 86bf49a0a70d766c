import type { Metric } from '../../api/records.js';
import { cellName, type Option, type Values } from '../../acts/field.js';
import { useRead } from '../../frame/membership.js';

const field = 'charges';
const allOfThem = { per_page: '1000' };

/** The metric that a row of the form names. */
function useMetricOf(values: Values, row: string): Metric | undefined {
  const id = values[cellName(field, row, 'metric')] ?? '';
  const { data } = useRead({ path: '/billable_metrics', query: allOfThem }, { enabled: id !== '' });
  return data?.billable_metrics.find(({ svc_id: one }) => one === id);
}

/** The properties by which the metric of a row separates events. */
export const useFilterKeys = (values: Values, row: string): readonly Option[] =>
  (useMetricOf(values, row)?.filters ?? []).map(({ key }) => ({ value: key, label: key }));

/** The values of the filter of a row, with the events of the last 30 days that have them, the most frequent first. */
export function useFilterValues(values: Values, row: string): readonly Option[] {
  const metric = useMetricOf(values, row);
  const key = values[cellName(field, row, 'property')] ?? '';
  const filter = metric?.filters.find((one) => one.key === key);
  const { data } = useRead(
    { path: '/billable_metrics/{code}/values', values: { code: metric?.code ?? '' }, query: { field: key } },
    { enabled: filter !== undefined },
  );
  const seen = new Map(data?.billable_metric_values.map(({ value, events_count: events }) => [value, events]));
  return (filter?.values ?? [])
    .toSorted((a, b) => (seen.get(b) ?? 0) - (seen.get(a) ?? 0))
    .map((value) => ({ value, label: `${value} · ${seen.get(value) ?? 0}` }));
}
