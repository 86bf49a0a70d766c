import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { record, text, timestamp, withMembers } from '../http/fields.js';
import { mandatoryInstant, mandatoryUntil, queryInstant, queryUntil } from '../http/query-instants.js';
import { mandatoryQueryText, query, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { expected } from '../http/strict.js';
import { described, shape, texts } from '../http/texts.js';
import { BillableMetricCreate, BillableMetricUpdate } from './billable-metrics.js';

/**
 * The limits of calls that read stored events for a metric. Events beyond a limit are left out, the oldest first; a
 * longer span is refused.
 */
export const metricTrialBounds = {
  /** Days of the values of a property, without `from` and at most. */
  valuesDays: { default: 30, most: 31 },
  /** Examined events and listed values of a property. */
  valuesEvents: 100_000,
  values: 200,
  /** Characters of a listed value: no filter has a longer one. */
  valueCharacters: 255,
  /** Days, examined events and bytes of their properties of a preview. */
  previewDays: 7,
  previewEvents: 5_000,
  previewBytes: 4 * 1024 * 1024,
  /** Listed events, properties and values of each, and refusals of a preview. */
  samples: 10,
  properties: 30,
  propertyValues: 20,
  refusals: 20,
} as const;

/** A value of a property, in the events of a metric (metering, section 1.3). */
export const MetricValue = shape('A value of a property of events', {
  value: described(z.string(), 'Value as text, as filters compare it', 'eu'),
  events_count: described(z.int(), 'Number of examined events with it', 412),
});
export type MetricValue = z.infer<typeof MetricValue>;

export const MetricValuesQuery = query({
  field: described(mandatoryQueryText(), 'Property of the events', 'region'),
  from: described(queryInstant(), ...texts.firstDayOrInstant),
  to: described(queryUntil(), ...texts.lastDayOrInstant),
});
export type MetricValuesQuery = QueryInput<typeof MetricValuesQuery>;

const examinedCount = () => described(z.int(), 'Number of examined events, the latest ones', 5_000);

/** A draft of a metric, and the events to try it on (metering, section 1.4). */
export const MetricPreviewInput = described(
  body({
    billable_metric: expected(withMembers(record(), BillableMetricCreate)),
    from: described(mandatoryInstant(), ...texts.firstDayOrInstant),
    to: described(mandatoryUntil(), ...texts.lastDayOrInstant),
    external_subscription_id: described(text(), ...texts.externalSubscriptionId),
  }),
  'A draft of a metric, and the timestamps of the events to try it on',
);
export type MetricPreviewInput = BodyInput<typeof MetricPreviewInput>;

/** Why a draft does not count an event; the last one counts it, but outside all filters (metering, section 2.5). */
export const previewErrors = [
  'missing_aggregation_property',
  'expression_evaluation_failed',
  'invalid_filter_values',
] as const;
export type PreviewError = (typeof previewErrors)[number];

/** Examined events with the same fault. */
export const MetricPreviewFault = shape('Examined events with the same fault', {
  error: described(z.enum(previewErrors), 'Fault', 'missing_aggregation_property'),
  detail: described(
    z.string().nullable(),
    'State of the events, or reason of the expression; null without one',
    'field_missing',
  ),
  events_count: described(z.int(), 'Number of examined events', 12),
  transaction_id: described(z.string(), 'Transaction id of the latest of them', 'evt_2026_000017'),
});
export type MetricPreviewFault = z.infer<typeof MetricPreviewFault>;

/** An examined event that the draft counts. */
export const MetricPreviewSample = shape('An event that the draft counts', {
  transaction_id: described(z.string(), 'Identifier of the event by its sender', 'evt_2026_000017'),
  external_subscription_id: described(z.string().nullable(), ...texts.externalSubscriptionId),
  timestamp: described(timestamp(), 'Time of the usage'),
  value: described(z.string().nullable(), 'Value of the aggregated property; null for a count', '12'),
  expression_result: described(z.string().nullable(), 'Result of the expression; null without one', '12.0'),
});
export type MetricPreviewSample = z.infer<typeof MetricPreviewSample>;

/** A property of the examined events with its values. */
export const MetricPreviewProperty = shape('A property of the examined events', {
  name: described(z.string(), 'Name of the property', 'region'),
  events_count: described(z.int(), 'Number of examined events that have it', 412),
  values: described(z.array(MetricValue), 'Values, the most frequent first; 20 at most'),
  truncated: described(z.boolean(), 'Whether there are more values', false),
});
export type MetricPreviewProperty = z.infer<typeof MetricPreviewProperty>;

export const MetricPreview = shape('What a draft of a metric would count of stored events', {
  events_count: described(z.int(), 'Number of events of the code and the span, 100,000 at most', 5_120),
  examined_count: examinedCount(),
  counted_count: described(z.int(), 'Number of examined events that the draft counts', 4_980),
  refusals: described(z.array(MetricPreviewFault), 'Why the other examined events do not count, 20 entries at most'),
  warnings: described(
    z.array(MetricPreviewFault),
    'Counted events that no filter has, although they name its property',
  ),
  samples: described(z.array(MetricPreviewSample), 'The latest counted events, ten at most'),
  properties: described(
    z.array(MetricPreviewProperty),
    'Properties of examined events: those of filters, then the most frequent ones, 30 at most',
  ),
});
export type MetricPreview = z.infer<typeof MetricPreview>;

/** The kinds of effects of a change on running periods (metering, section 1.5). */
export const metricChangeEffects = ['none', 'not_charged', 'running_periods'] as const;

export const MetricChangeEffects = shape('What a change of a metric would do', {
  effect: described(
    z.enum(metricChangeEffects),
    'Running periods and drafts follow, or the metric is in no plan, or the change does not concern usage',
    'running_periods',
  ),
  changed_fields: described(z.array(z.string()), 'Fields that the change would set to another value', 'filters'),
  ignored_fields: described(
    z.array(z.string()),
    'Fields with another value that the change ignores, because a plan charges the metric',
    'field_name',
  ),
  plans_count: described(z.int(), 'Number of plans that charge the metric, without copies for subscriptions', 3),
  active_subscriptions_count: described(z.int(), 'Number of active subscriptions to them', 12),
  draft_invoices_count: described(z.int(), 'Number of drafts with their usage', 2),
  trimmed_filters_count: described(z.int(), 'Number of charge filters that lose a value or a key', 1),
  removed_filters_count: described(z.int(), 'Number of charge filters that lose all keys and are removed', 0),
});
export type MetricChangeEffects = z.infer<typeof MetricChangeEffects>;

const shared = { permission: 'billable_metric' } as const;

export const metricTrialRoutes = {
  values: route({
    ...shared,
    service: 'ingestion',
    heavy: true,
    method: 'GET',
    path: '/billable_metrics/:code/values',
    summary: 'List the values of a property in the events of a billable metric, the most frequent first',
    query: MetricValuesQuery,
    answer: {
      billable_metric_values: z.array(MetricValue),
      examined_count: examinedCount(),
      truncated: described(z.boolean(), 'Whether there are more values, or longer ones than a filter can have', false),
    },
  }),
  preview: route({
    ...shared,
    service: 'ingestion',
    heavy: true,
    alsoReads: ['event'],
    method: 'POST',
    path: '/billable_metrics/preview',
    summary: 'Preview what a draft of a billable metric counts of stored events',
    body: MetricPreviewInput,
    answer: { billable_metric_preview: MetricPreview },
  }),
  changeEffects: route({
    ...shared,
    service: 'invoicing',
    method: 'POST',
    path: '/billable_metrics/:code/change_effects',
    summary: 'Estimate what a change of a billable metric does to running periods',
    wrapper: 'billable_metric',
    body: BillableMetricUpdate,
    validates: 'after loading',
    answer: { change_effects: MetricChangeEffects },
  }),
};
