import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { Metric } from '../../api/records.js';
import type { Option, Values } from '../../acts/field.js';
import { useEstimate } from '../../acts/use-estimate.js';
import { useMembership } from '../../frame/membership.js';
import { useNow } from '../../organization/clock-query.js';
import { aggregationTexts } from '../../ui/aggregation-texts.js';
import { inputOf } from './draft.js';

type Input = components['schemas']['MetricPreviewInput'];
type Property = components['schemas']['MetricPreviewProperty'];

const dayMs = 86_400_000;
const days = 7;
/** The end of the hour: with each instant, a form would send another call. */
const hourMs = 3_600_000;

/** A preview shows events, so it needs their permission, too. */
export const previewPermission = 'developers:manage';

/**
 * The body of a preview; null while the form names no code.
 * @param filters those that the form does not show
 */
export function previewInputOf(values: Values, now: Date, filters?: Metric['filters']): Input | null {
  const metric = { ...inputOf(values, filters === undefined), ...(filters ? { filters } : {}) };
  if (!metric.code) return null;
  const to = Math.ceil(now.getTime() / hourMs) * hourMs;
  return {
    billable_metric: { ...metric, name: metric.name || metric.code },
    from: new Date(to - days * dayMs).toISOString(),
    to: new Date(to).toISOString(),
  };
}

/** The preview of the metric of a form on the last seven days. */
export function usePreview(values: Values, filters?: Metric['filters']) {
  const { may } = useMembership();
  const now = useNow();
  const input = may(previewPermission) ? previewInputOf(values, now, filters) : null;
  const preview = useEstimate('metric', input, (headers, body: Input, signal) =>
    api.POST('/billable_metrics/preview', { headers, body, signal }),
  );
  return { ...preview, input, isPermitted: may(previewPermission) };
}

const [anyAggregation = ''] = Object.keys(aggregationTexts);

/** Properties are proposed before a draft suffices: those of any metric that it could be. */
const usePropertiesSeen = (code: string): readonly Property[] =>
  usePreview({ code, aggregation_type: anyAggregation, field_name: code }).data?.billable_metric_preview.properties ??
  [];

const proposal = (value: string, events: number): Option => ({ value, label: `${value} · ${events}` });

/** The names of properties in the latest events of a code, with their events. */
export const useNamesSeen = (code: string): readonly Option[] =>
  usePropertiesSeen(code).map(({ name, events_count: events }) => proposal(name, events));

/** The values of a property in the latest events of a code, with their events. */
export const useValuesSeen = (code: string, property: string): readonly Option[] =>
  usePropertiesSeen(code)
    .find(({ name }) => name === property)
    ?.values.map(({ value, events_count: events }) => proposal(value, events)) ?? [];
