import { groupingOf, partColumns, restriction, type QueryParameters } from '../usage/parts-sql.js';
import { columns, eventOrder, headOf, type Expressions } from '../usage/totals-sql.js';
import type { AggregationRequest, UsageOf } from '../usage/usage-request.js';
import { setName, type Plan, type Range, type RollupSet } from './plan.js';
import { setNameColumn } from './rollup-tables.js';
import type { Shape } from './shape.js';

/** A request with the way to read it. */
export interface RolledRequest {
  request: AggregationRequest;
  shape: Shape;
  plan: Plan;
}

/** The totals of one request, out of rollups and of the events that none stands for; the columns of `totalsOf`. */
export function rolledTotalsOf(database: string, usage: UsageOf, rolled: RolledRequest, position: number, parameters: QueryParameters): string {
  const { request, plan } = rolled;
  const sources = [
    ...(plan.sets.length > 0 ? [entriesOfParts(database, usage, rolled, parameters)] : []),
    ...(plan.raw.length > 0 ? [rawEntriesOfParts(database, usage, request, plan.raw, parameters)] : []),
  ];
  const by = groupingOf(request);
  const head = headOf(request, position);
  const rows = sources.join(' union all ');
  if (request.metric.aggregationType === 'unique_count_agg') {
    return `${head}, ${columns({ events: 'sum(own)', present: `countIf(last_operation = 'add')`, prices: 'sum(own_price)' })}
            from (select ${by}, value_text, sum(entry_events) as own, argMax(operation_type, ${eventOrder}) as last_operation, sum(price) as own_price
                  from (${rows}) group by ${by}, value_text)
            group by ${by}`;
  }
  return `${head}, ${columns(totals(usage, request, parameters))} from (${rows}) group by ${by}`;
}

function totals(usage: UsageOf, { metric }: AggregationRequest, parameters: QueryParameters): Expressions {
  switch (metric.aggregationType) {
    case 'count_agg':
      return { events: 'sum(entry_events)', prices: 'sum(price)' };
    case 'sum_agg':
      return { valued: 'sum(valued)', sum: 'sum(total)', prices: 'sum(price_valued)' };
    case 'max_agg':
      return { valued: 'sum(valued)', max: 'max(highest)', prices: 'sum(price_valued)' };
    case 'latest_agg':
      return { valued: 'sum(valued)', latest: `argMaxIf(latest, ${eventOrder}, latest is not null)`, prices: 'sum(price_valued)' };
    default:
      return weighted(usage, parameters);
  }
}

/** Value times the time left, from the begin of an entry on, less what the single values missed of it. */
function weighted(usage: UsageOf, parameters: QueryParameters): Expressions {
  const within = `since >= ${parameters.add(usage.from * 1000, 'Int64')}`;
  const end = parameters.add(Math.ceil(usage.to / 1000) * 1_000_000, 'Int64');
  return {
    events: `sumIf(entry_events, ${within})`,
    valued: `sumIf(valued, ${within})`,
    sum: `sumIf(total, ${within})`,
    prices: `sumIf(price_valued, ${within})`,
    unit_micros: `sumIf(total * toDecimal256(greatest(${end} - since, 0), 0) - moment, ${within})`,
    before: `sumIf(total, not (${within}))`,
  };
}

function owner(usage: UsageOf, code: string, parameters: QueryParameters): string {
  return `organization_id = ${parameters.add(usage.organizationId, 'UUID')}
    and external_subscription_id = ${parameters.add(usage.externalSubscriptionId, 'String')} and code = ${parameters.add(code, 'String')}`;
}

/** The entries of rollups as if each were one event at the begin of its hour or day. */
function entriesOfParts(database: string, usage: UsageOf, { request, shape, plan }: RolledRequest, parameters: QueryParameters): string {
  const columns = ['texts', 'value_text', 'operation_type', 'at', 'received_at', 'place', 'valued', 'total', 'highest', 'latest', 'price', 'price_valued', 'moment'];
  const entries = [...columns.map((name) => `entries.${name} as ${name}`), 'entries.events as entry_events'];
  // All that is asked for is in the key, so it may be looked at before equal rows become one.
  return `select ${partColumns(request, parameters)}, event.since as since, event.at as at, received_at, place, value_text, operation_type,
                 entry_events, valued, total, highest, latest, price, price_valued, moment
          from (select start * 3600000000 as since, texts, ${[...columns.slice(1), 'entry_events'].join(', ')}
                from ${database}.rollups final array join ${entries.join(', ')}
                prewhere ${owner(usage, request.metric.code, parameters)} and shape = ${parameters.add(shape.id, 'String')}
                  and (${placesOf(plan.sets, parameters)}) and ${setNameColumn} in ${parameters.add(plan.sets.map(setName), 'Array(String)')}) as event
          where ${restriction(request, parameters)}`;
}

/** Where rollups of each length are, so that others are not even read. */
function placesOf(sets: RollupSet[], parameters: QueryParameters): string {
  const place = (hours: number) => {
    const starts = sets.filter((set) => set.hours === hours).map(({ start }) => start);
    const [first, last] = [Math.min(...starts), Math.max(...starts)].map((start) => parameters.add(start, 'Int64'));
    return `(hours = ${parameters.add(hours, 'UInt64')} and start >= ${first} and start <= ${last})`;
  };
  return [...new Set(sets.map(({ hours }) => hours))].map(place).join(' or ');
}

/** Events that no rollup stands for, as entries of one each. */
function rawEntriesOfParts(database: string, usage: UsageOf, request: AggregationRequest, ranges: Range[], parameters: QueryParameters): string {
  const at = (milliseconds: number) => `fromUnixTimestamp64Milli(${parameters.add(milliseconds, 'Int64')}, 'UTC')`;
  const times = ranges.map(({ from, until }) => `(event.timestamp >= ${at(from)} and event.timestamp < ${at(until)})`);
  return `select ${partColumns(request, parameters)}, toUnixTimestamp64Micro(event.timestamp) as since, event.timestamp as at, received_at,
                 toString(id) as place, value_text, operation_type, toUInt64(1) as entry_events, toUInt64(value is not null) as valued,
                 value as total, value as highest, value as latest, precise_total_amount_cents as price,
                 if(value is null, null, precise_total_amount_cents) as price_valued, toDecimal256(0, 30) as moment
          from ${database}.events as event final
          where ${owner(usage, request.metric.code, parameters)} and (${times.join(' or ')}) and ${restriction(request, parameters)}`;
}
