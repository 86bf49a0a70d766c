import { aggregationOf } from '@tollgate/rating';
import { readsNumber } from '../enrichment/event-errors.rules.js';
import { eventColumns, eventOrder, type EventColumn } from './aggregations/columns.js';
import { statementsOf } from './aggregations/statements.js';
import { eventsCondition, groupingOf, isGrouped, restriction, rowsOfParts } from './parts-sql.js';
import type { QueryParameters } from './query-parameters.js';
import type { Expressions, TotalsQuery } from './totals-query.js';
import type { AggregationRequest, UsageOf, UsageScope } from './usage-request.js';

/**
 * The events of a request, each with its part and grouping; events that do not count open no group (metering, section
 * 3.1).
 */
export function eventsOfParts(
  events: string,
  scope: UsageScope,
  request: AggregationRequest,
  columns: readonly EventColumn[],
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

/** Recurring metrics read all earlier events; those with a balance only the ones that their billed level excludes. */
export function timeOf(usage: UsageOf, { metric, carried }: AggregationRequest): UsageOf {
  if (!metric.recurring) return usage;
  if (aggregationOf(metric.aggregationType).keepsBalance)
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

/** One query for the totals of one request. */
export function totalsOf(
  events: string,
  scope: UsageScope,
  request: AggregationRequest,
  position: number,
  parameters: QueryParameters,
): TotalsQuery {
  const { events: declared, byValue } = statementsOf(request.metric);
  const used = [...declared.columns, ...(isPriced(request) ? ['price' as const] : [])];
  const rows = eventsOfParts(events, scope, request, used, parameters);
  const many = scope.isOfMany ? { subscription: 'subscription' } : {};
  const by = (scope.isOfMany ? 'subscription, ' : '') + groupingOf(request);
  return {
    columns: { ...many, ...headOf(request, position), ...priced(request, declared.totals(scope, parameters)) },
    source: byValue ? rowsByValue(request, { rows, by, own: 'count()' }) : `(${rows})`,
    by,
  };
}

/** Rows of one value each. @param source `own` is the number of events of a value */
export function rowsByValue(
  request: AggregationRequest,
  { rows, by, own }: { rows: string; by: string; own: string },
): string {
  const price = isPriced(request) ? ', sum(price) as own_price' : '';
  return `(select ${by}, value_text, ${own} as own, argMax(operation_type, ${eventOrder}) as last_operation${price}
           from (${rows}) group by ${by}, value_text)`;
}

/** The first columns of a request's totals. */
export const headOf = (request: AggregationRequest, position: number): TotalsQuery['columns'] => ({
  request: `toUInt32(${position})`,
  part: 'part',
  ...(isGrouped(request) ? { grouping: 'grouping' } : {}),
});

/** Drops the events' own prices unless a part needs them, as reading these costs more than all else. */
export const priced = (request: AggregationRequest, { prices, ...expressions }: Expressions): Expressions =>
  prices !== undefined && isPriced(request) ? { ...expressions, prices } : expressions;

export const isPriced = ({ parts }: AggregationRequest): boolean => parts.some(({ needsPrices }) => needsPrices);
