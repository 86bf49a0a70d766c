import { aggregationNames, unavailableAggregation, type AggregationType } from '@tollgate/rating';
import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import {
  choice,
  flag,
  id,
  ifPresent,
  integer,
  mandatoryChoice,
  mandatoryText,
  prose,
  record,
  recordList,
  text,
  textList,
  timestamp,
  withElements,
} from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
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
export const BillableMetric = z.object({
  svc_id: id(),
  name: z.string(),
  name_translations: translated(),
  code: z.string(),
  description: z.string().nullable(),
  aggregation_type: z.enum(aggregationTypes),
  weighted_interval: z.enum(weightedIntervals).nullable(),
  recurring: z.boolean(),
  rounding_function: z.enum(roundingFunctions).nullable(),
  rounding_precision: z.int().nullable(),
  created_at: timestamp(),
  field_name: z.string().nullable(),
  expression: z.string().nullable(),
  filters: z.array(z.object({ key: z.string(), values: z.array(z.string()) })),
});
export type BillableMetric = z.infer<typeof BillableMetric>;

/** A metric with the three counters for older clients, which are always zero. */
export const BillableMetricWithCounters = BillableMetric.extend({
  active_subscriptions_count: z.literal(0),
  draft_invoices_count: z.literal(0),
  plans_count: z.literal(0),
});
export type BillableMetricWithCounters = z.infer<typeof BillableMetricWithCounters>;

export const BillableMetricFilterInput = body({ key: mandatoryText(), values: textList() });
export type BillableMetricFilterInput = BodyInput<typeof BillableMetricFilterInput>;

export const BillableMetricCreate = body({
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

export const BillableMetricUpdate = body({
  ...BillableMetricCreate.shape,
  name: ifPresent(mandatoryText()),
  code: ifPresent(mandatoryText()),
  aggregation_type: ifPresent(mandatoryChoice(aggregationTypes)),
});
export type BillableMetricUpdate = BodyInput<typeof BillableMetricUpdate>;

/** An expression to try out on an event; no wrapper (metering, section 1.2). */
/** The event to try an expression with. */
export const TrialEvent = body({
  code: expected(text()),
  timestamp: eventTimestamp(),
  properties: expected(record()),
});

export const ExpressionTrial = body({
  expression: expected(prose(longestExpression)),
  event: expected(strictly(record(), TrialEvent)),
});
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
    answer: { expression_result: z.object({ value: z.string() }) },
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
