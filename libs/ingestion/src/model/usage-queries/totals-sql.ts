import { readsNumber } from '../enrichment/event-errors.rules.js';
import { eventsCondition, groupingOf, isGrouped, restriction, rowsOfParts, timeIn } from './parts-sql.js';
import type { QueryParameters } from './query-parameters.js';
import type { Expressions, TotalsQuery } from './totals-query.js';
import type { AggregationRequest, UsageOf, UsageScope } from './usage-request.js';

/** Time order; reception breaks ties, and the id does so within a millisecond. */
export const eventOrder = '(at, received_at, place)';

/** The columns of an event that a query may read, by their names in it. */
const eventColumns = {
  at: 'event.timestamp',
  received_at: 'event.received_at',
  place: 'toString(event.id)',
  value: 'event.value',
  value_text: 'event.value_text',
  operation_type: 'event.operation_type',
  price: 'event.precise_total_amount_cents',
} as const;
type EventColumn = keyof typeof eventColumns;

/** Columns of the time order, and those of single values in it. */
const order: EventColumn[] = ['at', 'received_at', 'place'];
export const valuesInOrder: EventColumn[] = ['value', ...order];

/**
 * The events of a request, each with its part and grouping; events that do not count open no group (metering, section
 * 3.1).
 */
export function eventsOfParts(
  events: string,
  scope: UsageScope,
  request: AggregationRequest,
  columns: EventColumn[],
  parameters: QueryParameters,
): string {
  const selected = [
    ...(scope.isOfMany ? ['external_subscription_id as subscription'] : []),
    ...columns.map((name) => `${eventColumns[name]} as ${name}`),
  ];
  const conditions = [
    eventsCondition(scope, [request.metric.code], parameters),
    restriction(request, parameters),
    counts(request),
  ];
  const source = `${events} as event final where ${conditions.join(' and ')}`;
  return rowsOfParts(request, { columns: selected, source }, parameters);
}

/** Condition for the events that count. */
export const counts = ({ metric }: AggregationRequest): string =>
  readsNumber(metric) ? 'event.value is not null' : 'true';

/** Recurring metrics read all earlier events; a weighted sum only those that its billed level excludes. */
export function timeOf(usage: UsageOf, { metric, carried }: AggregationRequest): UsageOf {
  if (!metric.recurring) return usage;
  if (metric.aggregationType === 'weighted_sum_agg')
    return { ...usage, from: Math.min(carried?.since ?? usage.from, usage.from) };
  return { ...usage, from: 0 };
}

/** The usage of one subscription for a request. */
export const scopeOf = (usage: UsageOf, request: AggregationRequest): UsageScope => ({
  usages: [usage],
  since: [timeOf(usage, request).from],
  isOfMany: false,
});

/** The usage of many subscriptions, for requests that differ in their times only. */
export const scopeOfMany = (requests: { usage: UsageOf; request: AggregationRequest }[]): UsageScope => ({
  usages: requests.map(({ usage }) => usage),
  since: requests.map(({ usage, request }) => timeOf(usage, request).from),
  isOfMany: true,
});

const columnsOf: Record<string, EventColumn[]> = {
  count_agg: [],
  latest_agg: valuesInOrder,
  unique_count_agg: ['value_text', 'operation_type', ...order],
  weighted_sum_agg: ['value', 'at'],
};

/** One query for the totals of one request. */
export function totalsOf(
  events: string,
  scope: UsageScope,
  request: AggregationRequest,
  position: number,
  parameters: QueryParameters,
): TotalsQuery {
  const { aggregationType: type } = request.metric;
  const used = [...(columnsOf[type] ?? ['value']), ...(isPriced(request) ? ['price' as const] : [])];
  const rows = eventsOfParts(events, scope, request, used, parameters);
  const many = scope.isOfMany ? { subscription: 'subscription' } : {};
  const by = (scope.isOfMany ? 'subscription, ' : '') + groupingOf(request);
  const head = { ...many, ...headOf(request, position) };
  switch (type) {
    case 'unique_count_agg': {
      const price = isPriced(request) ? ', sum(price) as own_price' : '';
      return {
        columns: { ...head, ...uniqueTotals(request) },
        source: `(select ${by}, value_text, count() as own, argMax(operation_type, ${eventOrder}) as last_operation${price}
                  from (${rows}) group by ${by}, value_text)`,
        by,
      };
    }
    case 'weighted_sum_agg':
      return { columns: { ...head, ...priced(request, weighted(scope, parameters)) }, source: `(${rows})`, by };
    default:
      return { columns: { ...head, ...priced(request, plainTotals(request)) }, source: `(${rows})`, by };
  }
}

/** Totals over rows of one value each. */
export const uniqueTotals = (request: AggregationRequest): Expressions =>
  priced(request, {
    events: 'sum(own)',
    present: `countIf(last_operation = 'add')`,
    prices: 'sum(own_price)',
  });

/**
 * Sums only what the units need, as every other column would have to be read and merged for each event. For metrics
 * that read numbers, the rows are those with a number (`counts`).
 */
function plainTotals({ metric }: AggregationRequest): Expressions {
  const ofValues = readsNumber(metric)
    ? { events: 'count()', valued: 'count()', prices: 'sum(price)' }
    : { events: 'count()', valued: 'count(value)', prices: 'sumIf(price, value is not null)' };
  switch (metric.aggregationType) {
    case 'count_agg':
      return { events: 'count()', prices: 'sum(price)' };
    case 'max_agg':
      return { ...ofValues, max: 'max(value)' };
    case 'latest_agg':
      return { ...ofValues, latest: `argMaxIf(value, ${eventOrder}, value is not null)` };
    default:
      return { ...ofValues, sum: 'sum(value)' };
  }
}

/** The first columns of a request's totals. */
export const headOf = (request: AggregationRequest, position: number): TotalsQuery['columns'] => ({
  request: `toUInt32(${position})`,
  part: 'part',
  ...(isGrouped(request) ? { grouping: 'grouping' } : {}),
});

function weighted(scope: UsageScope, parameters: QueryParameters): Expressions {
  const time = (times: number[]) => timeIn(scope, times, 'subscription', parameters);
  const from = `at >= fromUnixTimestamp64Milli(${time(scope.usages.map((usage) => usage.from))}, 'UTC')`;
  // The level holds to the end of the period, rounded up to the full second.
  const end = time(scope.usages.map(({ to }) => Math.ceil(to / 1000) * 1_000_000));
  return {
    events: `countIf(${from})`,
    valued: `countIf(value is not null and ${from})`,
    sum: `sumIf(value, ${from})`,
    prices: `sumIf(price, value is not null and ${from})`,
    unit_micros: `sumIf(value * toDecimal256(greatest(${end} - toUnixTimestamp64Micro(at), 0), 0), ${from})`,
    before: `sumIf(value, not (${from}))`,
  };
}

/** Drops the events' own prices unless a part needs them, as reading these costs more than all else. */
export const priced = (request: AggregationRequest, { prices, ...expressions }: Expressions): Expressions =>
  prices !== undefined && isPriced(request) ? { ...expressions, prices } : expressions;

export const isPriced = ({ parts }: AggregationRequest): boolean => parts.some(({ needsPrices }) => needsPrices);
