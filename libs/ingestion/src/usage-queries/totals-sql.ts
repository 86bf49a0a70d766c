import { readsNumber } from '../enrichment/event-errors.rules.js';
import {
  eventsCondition,
  groupingOf,
  isGrouped,
  nothing,
  partColumns,
  restriction,
  timeIn,
  type QueryParameters,
} from './parts-sql.js';
import type { AggregationRequest, UsageOf, UsageScope } from './usage-request.js';

/** Totals of one group of one part, as the store answers them: counts and decimals as text. */
export interface TotalsRow {
  request: number;
  part: number;
  grouping: (string | null)[];
  events: string;
  valued: string;
  sum: string | null;
  max: string | null;
  latest: string | null;
  /** Cents. */
  prices: string | null;
  /** Distinct values whose last operation added them (metering, section 4.2). */
  present: string;
  /** Sum of values times the microseconds from their event to the end of the period (metering, section 4.3). */
  unit_micros: string | null;
  /** Sum of the values before the period. */
  before: string | null;
}

/** Time order; ties go by reception, which within a millisecond is told by the ids. */
export const eventOrder = '(at, received_at, place)';

/** The events of a request, each with its part and grouping; those that do not count are not even there to open a group (metering, section 3.1). */
export function eventsOfParts(
  events: string,
  scope: UsageScope,
  request: AggregationRequest,
  parameters: QueryParameters,
): string {
  return `select ${scope.isOfMany ? 'external_subscription_id as subscription, ' : ''}${partColumns(request, parameters)}, event.timestamp as at, received_at, toString(id) as place,
                 value, value_text, operation_type, precise_total_amount_cents as price
          from ${events} as event final
          where ${eventsCondition(scope, request.metric.code, parameters)} and ${restriction(request, parameters)}
            and ${counts(request)}`;
}

/** Condition for the events that count. */
export const counts = ({ metric }: AggregationRequest): string =>
  readsNumber(metric) ? 'event.value is not null' : 'true';

/** Recurring metrics look at all that came before; a weighted sum as far as its billed level does not. */
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

/** The usage of many subscriptions, each for a request of its own, of which only times may differ. */
export const scopeOfMany = (asked: { usage: UsageOf; request: AggregationRequest }[]): UsageScope => ({
  usages: asked.map(({ usage }) => usage),
  since: asked.map(({ usage, request }) => timeOf(usage, request).from),
  isOfMany: true,
});

/** One query for the totals of one request. */
export function totalsOf(
  events: string,
  scope: UsageScope,
  request: AggregationRequest,
  position: number,
  parameters: QueryParameters,
): string {
  const rows = eventsOfParts(events, scope, request, parameters);
  const many = scope.isOfMany ? 'subscription, ' : '';
  const by = many + groupingOf(request);
  const head = `select ${many}${headOf(request, position)}`;
  switch (request.metric.aggregationType) {
    case 'unique_count_agg':
      return `${head}, ${columns(priced(request, { events: 'sum(own)', present: `countIf(last_operation = 'add')`, prices: 'sum(own_price)' }))}
              from (select ${by}, value_text, count() as own, argMax(operation_type, ${eventOrder}) as last_operation, sum(price) as own_price
                    from (${rows}) group by ${by}, value_text)
              group by ${by}`;
    case 'weighted_sum_agg':
      return `${head}, ${columns(priced(request, weighted(scope, parameters)))} from (${rows}) group by ${by}`;
    default:
      return `${head}, ${columns(priced(request, plainTotals(request)))} from (${rows}) group by ${by}`;
  }
}

/**
 * Only what units come of is summed up: whatever else a query names has to be read, and merged, for every event. Where the metric
 * reads numbers, the rows are those that have one (`counts`).
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
export const headOf = (request: AggregationRequest, position: number): string =>
  `toUInt32(${position}) as request, part, ${isGrouped(request) ? 'grouping' : `${nothing} as grouping`}`;

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

/** Without what events say that they cost, where nobody asks for it: to read that of each costs more than all else. */
export const priced = ({ parts }: AggregationRequest, { prices, ...expressions }: Expressions): Expressions =>
  prices !== undefined && parts.some(({ needsPrices }) => needsPrices) ? { ...expressions, prices } : expressions;

export type Expressions = Partial<Record<Exclude<keyof TotalsRow, 'request' | 'part' | 'grouping'>, string>>;

const numbers = ['events', 'valued', 'present'] as const;
const decimals = ['sum', 'max', 'latest', 'prices', 'unit_micros', 'before'] as const;

/** Every query has every column, so that the queries of many requests are one. */
export function columns(expressions: Expressions): string {
  return [
    ...numbers.map((name) => `toUInt64(${expressions[name] ?? '0'}) as ${name}_found`),
    ...decimals.map(
      (name) => `${expressions[name] ? `toString(${expressions[name]})` : 'null'}::Nullable(String) as ${name}_found`,
    ),
  ].join(', ');
}

/** Columns are named apart from those of events, which their expressions use. */
export const plainNames = `request, part, grouping, ${[...numbers, ...decimals].map((name) => `${name}_found as ${name}`).join(', ')}`;
