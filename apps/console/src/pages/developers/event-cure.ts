import type { Event, Metric, Subscription } from '../../api/records.js';

/** Why an event cannot be counted. */
export type Obstacle =
  | 'unknown_code'
  | 'field_missing'
  | 'field_not_a_number'
  | 'no_subscription'
  | 'unknown_subscription'
  | 'before_start'
  | 'after_end';

const numeric = new Set(['sum_agg', 'max_agg', 'latest_agg', 'weighted_sum_agg']);

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value));

/** Properties that the metric reads and the event lacks, or has in another form. */
function obstaclesOfProperties(event: Event, metric: Metric): Obstacle[] {
  const { field_name: field, expression, aggregation_type: aggregation } = metric;
  if (expression || !field || aggregation === 'count_agg') return [];
  const value = (event.properties as Record<string, unknown>)[field];
  if (value === undefined || value === null || value === '') return ['field_missing'];
  return numeric.has(aggregation) && !isNumber(value) ? ['field_not_a_number'] : [];
}

/** Whether one of the subscriptions ran at the event. */
function obstaclesOfTime(event: Event, subscriptions: readonly Subscription[]): Obstacle[] {
  const at = Date.parse(event.timestamp);
  const began = subscriptions.filter(({ started_at: start }) => start !== null && Date.parse(start) <= at);
  if (began.length === 0) return ['before_start'];
  const runs = began.some(({ terminated_at: end }) => end === null || Date.parse(end) >= at);
  return runs ? [] : ['after_end'];
}

/**
 * The obstacles against counting an event, by its metric and subscription as they are now.
 * @param metric null when none has the event's code; undefined when the person may not read it
 * @param subscriptions all with the event's external id; undefined when the person may not read them
 */
export function obstaclesOf(
  event: Event,
  metric: Metric | null | undefined,
  subscriptions: readonly Subscription[] | undefined,
): Obstacle[] {
  const ofMetric: Obstacle[] =
    metric === null ? ['unknown_code'] : metric === undefined ? [] : obstaclesOfProperties(event, metric);
  if (!event.external_subscription_id) return [...ofMetric, 'no_subscription'];
  if (subscriptions === undefined) return ofMetric;
  if (subscriptions.length === 0) return [...ofMetric, 'unknown_subscription'];
  return [...ofMetric, ...obstaclesOfTime(event, subscriptions)];
}
