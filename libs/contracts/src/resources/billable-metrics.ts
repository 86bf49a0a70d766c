import { aggregationNames, unavailableAggregation, type AggregationType } from '@tollgate/rating';
import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import {
  choice,
  flag,
  ifPresent,
  integer,
  mandatoryChoice,
  mandatoryText,
  prose,
  record,
  recordList,
  text,
  textList,
  withElements,
} from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { translated, translations } from '../http/translation-fields.js';
import { eventTimestamp } from './event-fields.js';

/** Ways to aggregate events (catalog, section 2). The last one is a known value that is refused. */
export const aggregationTypes = [...aggregationNames, unavailableAggregation] as const;
export type AggregationTypeName = (typeof aggregationTypes)[number];
/** The types that a metric can have. */
export type UsableAggregationType = AggregationType;

export const weightedIntervals = ['seconds'] as const;
export const roundingFunctions = ['round', 'ceil', 'floor'] as const;

/** Characters of an expression (metering, section 2.6). */
const longestExpression = 5_000;

/** A metric in answers and webhooks. */
export const BillableMetric = shape('A measurement of usage: an aggregation of the events of its code', {
  svc_id: svcId(),
  name: described(z.string(), 'Display name', 'Storage'),
  name_translations: translated('de=Einstieg'),
  code: described(z.string(), 'Unique code for calls', 'storage'),
  description: described(z.string().nullable(), 'Description', 'Gigabytes stored'),
  aggregation_type: described(z.enum(aggregationTypes), ...texts.aggregation),
  weighted_interval: described(
    z.enum(weightedIntervals).nullable(),
    'Unit of time of a weighted sum; null for other aggregations',
  ),
  recurring: described(z.boolean(), 'Whether units continue into the next period'),
  rounding_function: described(z.enum(roundingFunctions).nullable(), 'Rounding of the quantity; null: none'),
  rounding_precision: described(z.int().nullable(), 'Decimal places of the rounded quantity', 2),
  created_at: createdAt(),
  field_name: described(z.string().nullable(), 'Property of the event that is aggregated; null for a count', 'gb'),
  expression: described(
    z.string().nullable(),
    'Formula that computes the property from the event; null without one',
    'event.properties.mb / 1024',
  ),
  filters: described(
    z.array(
      z.object({
        key: described(z.string(), 'Property of the event', 'region'),
        values: described(z.array(z.string()), 'Values of the property', 'eu'),
      }),
    ),
    'Keys and values of events that charges can price differently',
  ),
});
export type BillableMetric = z.infer<typeof BillableMetric>;

/** A metric with the three counters for older clients, which are always zero. */
export const BillableMetricWithCounters = described(
  BillableMetric.extend({
    active_subscriptions_count: described(z.literal(0), 'Number of active subscriptions', 12),
    draft_invoices_count: described(z.literal(0), ...texts.alwaysZero),
    plans_count: described(z.literal(0), ...texts.alwaysZero),
  }),
  'A metric in its own answers, with counters for older clients',
);
export type BillableMetricWithCounters = z.infer<typeof BillableMetricWithCounters>;

export const BillableMetricFilterInput = described(
  body({ key: described(mandatoryText(), ...texts.entryKey), values: described(textList(), 'Accepted values', 'eu') }),
  'A property of events and its values that charges can price differently',
);
export type BillableMetricFilterInput = BodyInput<typeof BillableMetricFilterInput>;

export const BillableMetricCreate = bodyOf(BillableMetric, {
  name: mandatoryText(),
  name_translations: translations(),
  code: mandatoryText(),
  description: prose(),
  aggregation_type: mandatoryChoice(aggregationTypes),
  field_name: text(),
  recurring: flag(),
  weighted_interval: choice(weightedIntervals),
  rounding_function: choice(roundingFunctions),
  rounding_precision: integer(-bounds.places, bounds.places),
  expression: prose(longestExpression),
  filters: withElements(recordList(), BillableMetricFilterInput),
});
export type BillableMetricCreate = BodyInput<typeof BillableMetricCreate>;

export const BillableMetricUpdate = bodyOf(BillableMetric, {
  ...BillableMetricCreate.shape,
  name: ifPresent(mandatoryText()),
  code: ifPresent(mandatoryText()),
  aggregation_type: ifPresent(mandatoryChoice(aggregationTypes)),
});
export type BillableMetricUpdate = BodyInput<typeof BillableMetricUpdate>;

/** An expression to try out on an event; no wrapper (metering, section 1.2). */
/** The event to try an expression with. */
export const TrialEvent = described(
  body({
    code: described(expected(text()), ...texts.metricCode),
    timestamp: described(
      eventTimestamp(),
      'Time of the usage in Unix seconds, with an optional fraction, as a number or as text',
      1_772_323_200,
    ),
    properties: described(expected(record()), 'Properties of the event by name', 'gb=12'),
  }),
  'An event to evaluate an expression on',
);

export const ExpressionTrial = described(
  bodyOf(BillableMetric, {
    expression: expected(prose(longestExpression)),
    event: expected(strictly(record(), TrialEvent)),
  }),
  'An expression, and an event to evaluate it on',
);
export type ExpressionTrial = BodyInput<typeof ExpressionTrial>;

/** Filters of the list. */
export const BillableMetricFilters = query(updatedListParameters(['created_at', 'name', 'code']));
export type BillableMetricFilters = QueryInput<typeof BillableMetricFilters>;

const shared = { service: 'catalog', permission: 'billable_metric' } as const;

export const billableMetricRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/billable_metrics',
    summary: 'Create a billable metric',
    wrapper: 'billable_metric',
    body: BillableMetricCreate,
    validates: 'after loading',
    answer: { billable_metric: BillableMetricWithCounters },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/billable_metrics',
    summary: 'List billable metrics',
    query: BillableMetricFilters,
    answer: { billable_metrics: z.array(BillableMetricWithCounters), meta: Meta },
  }),
  evaluateExpression: route({
    ...shared,
    method: 'POST',
    path: '/billable_metrics/evaluate_expression',
    heavy: true,
    summary: 'Evaluate an expression on an event',
    body: ExpressionTrial,
    answer: {
      expression_result: described(
        z.object({ value: described(z.string(), ...texts.entryValue) }),
        'Result of the expression',
      ),
    },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/billable_metrics/:code',
    summary: 'Read a billable metric',
    answer: { billable_metric: BillableMetric },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/billable_metrics/:code',
    summary: 'Update a billable metric',
    wrapper: 'billable_metric',
    body: BillableMetricUpdate,
    validates: 'after loading',
    answer: { billable_metric: BillableMetricWithCounters },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/billable_metrics/:code',
    summary: 'Delete a billable metric and its charges',
    answer: { billable_metric: BillableMetricWithCounters },
  }),
};
