import { readsNumber } from '../../model/enrichment/event-errors.rules.js';
import { groupingOf, ofSubject, restriction, rowsOfParts } from '../../model/usage-queries/parts-sql.js';
import type { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import type { Expressions, TotalsQuery } from '../../model/usage-queries/totals-query.js';
import {
  counts,
  eventOrder,
  headOf,
  isPriced,
  priced,
  timeOf,
  uniqueTotals,
} from '../../model/usage-queries/totals-sql.js';
import type { AggregationRequest, UsageOf } from '../../model/usage-queries/usage-request.js';
import { setName, type QueryPlan, type Range, type RollupSet } from './query-plan.js';
import { setNameColumn } from './rollup-tables.js';
import type { RollupDefinition } from './rollup-definition.js';

/** A request with its plan. */
export interface RolledRequest {
  request: AggregationRequest;
  definition: RollupDefinition;
  plan: QueryPlan;
}

/** The totals of one request, from rollups and from uncovered events; the counterpart of `totalsOf`. */
export function rolledTotalsOf(
  database: string,
  usage: UsageOf,
  rolled: RolledRequest,
  position: number,
  parameters: QueryParameters,
): TotalsQuery {
  const { request, plan } = rolled;
  const sources = [
    ...(plan.sets.length > 0 ? [entriesOfParts(database, usage, rolled, parameters)] : []),
    ...(plan.raw.length > 0 ? [rawEntriesOfParts(database, usage, request, plan.raw, parameters)] : []),
  ];
  const by = groupingOf(request);
  const head = headOf(request, position);
  const rows = sources.join(' union all ');
  if (request.metric.aggregationType === 'unique_count_agg') {
    const price = isPriced(request) ? ', sum(price) as own_price' : '';
    return {
      columns: { ...head, ...uniqueTotals(request) },
      source: `(select ${by}, value_text, sum(entry_events) as own, argMax(operation_type, ${eventOrder}) as last_operation${price}
                from (${rows}) group by ${by}, value_text)`,
      by,
    };
  }
  return { columns: { ...head, ...priced(request, totals(usage, request, parameters)) }, source: `(${rows})`, by };
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
      return {
        valued: 'sum(valued)',
        latest: `argMaxIf(latest, ${eventOrder}, latest is not null)`,
        prices: 'sum(price_valued)',
      };
    default:
      return weighted(usage, parameters);
  }
}

/** Value times the remaining time, from the start of an entry, minus each value times its offset in the entry. */
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

/**
 * The columns of an entry that aggregations read, and their form for a single event. Few columns, as analysing a query
 * costs as much as running it.
 */
const ofEvent = {
  since: 'toUnixTimestamp64Micro(event.timestamp)',
  at: 'event.timestamp',
  received_at: 'event.received_at',
  place: 'toString(event.id)',
  value_text: 'event.value_text',
  operation_type: 'event.operation_type',
  events: 'toUInt64(1)',
  valued: 'toUInt64(event.value is not null)',
  total: 'event.value',
  highest: 'event.value',
  latest: 'event.value',
  price: 'event.precise_total_amount_cents',
  price_valued: 'if(event.value is null, null, event.precise_total_amount_cents)',
  moment: 'toDecimal256(0, 30)',
} as const;

type EntryColumn = keyof typeof ofEvent;

const order: EntryColumn[] = ['at', 'received_at', 'place'];
const read: Record<string, EntryColumn[]> = {
  count_agg: ['events', 'price'],
  sum_agg: ['valued', 'total', 'price_valued'],
  max_agg: ['valued', 'highest', 'price_valued'],
  latest_agg: ['valued', 'latest', 'price_valued', ...order],
  unique_count_agg: ['events', 'value_text', 'operation_type', 'price', ...order],
  weighted_sum_agg: ['since', 'events', 'valued', 'total', 'price_valued', 'moment'],
};

const columnsOf = ({ metric }: AggregationRequest): EntryColumn[] => read[metric.aggregationType] ?? [];

/** Avoids the names of the aggregated columns. */
const entryName = (column: EntryColumn): string => (column === 'events' ? 'entry_events' : column);

/** The entries of rollups, each as one event at the start of its hours. */
function entriesOfParts(
  database: string,
  usage: UsageOf,
  { request, definition, plan }: RolledRequest,
  parameters: QueryParameters,
): string {
  const names = columnsOf(request);
  const joined = ['texts', ...names.filter((name) => name !== 'since')].map(
    (name) => `entries.${name} as joined_${name}`,
  );
  const columns = names.map(
    (name) => `${name === 'since' ? 'start * 3600000000' : `joined_${name}`} as ${entryName(name)}`,
  );
  // The condition uses key columns only, so it may run before equal rows are merged.
  const source = `(select joined_texts as texts, ${columns.join(', ')}
                from ${database}.rollups final array join ${joined.join(', ')}
                prewhere ${owner(usage, request.metric.code, parameters)} and shape = ${parameters.add(definition.id, 'String')}
                  and (${placesOf(plan.sets, parameters)}) and ${setNameColumn} in ${parameters.add(plan.sets.map(setName), 'Array(String)')}) as event
          where ${restriction(request, parameters)} and ${readsNumber(request.metric) ? 'valued > 0' : 'true'}`;
  return rowsOfParts(request, { columns: names.map(entryName), source }, parameters);
}

/** The key ranges of the rollups by length, so that the engine skips all others. */
function placesOf(sets: RollupSet[], parameters: QueryParameters): string {
  const place = (hours: number) => {
    const starts = sets.filter((set) => set.hours === hours).map(({ start }) => start);
    const [first, last] = [Math.min(...starts), Math.max(...starts)].map((start) => parameters.add(start, 'Int64'));
    return `(hours = ${parameters.add(hours, 'UInt64')} and start >= ${first} and start <= ${last})`;
  };
  return [...new Set(sets.map(({ hours }) => hours))].map(place).join(' or ');
}

/** Uncovered events, as entries of one each. */
function rawEntriesOfParts(
  database: string,
  usage: UsageOf,
  request: AggregationRequest,
  ranges: Range[],
  parameters: QueryParameters,
): string {
  const at = (milliseconds: number) => `fromUnixTimestamp64Milli(${parameters.add(milliseconds, 'Int64')}, 'UTC')`;
  // A range that ends where fractions of a second begin to count is a single whole second (metering, section 2.3).
  const isSecond = ({ from, until }: Range) =>
    from === usage.from && until === usage.fractionsFrom && timeOf(usage, request).from === usage.from;
  const times = ranges.map((range) =>
    isSecond(range)
      ? `event.timestamp = ${at(range.from)}`
      : `(event.timestamp >= ${at(range.from)} and event.timestamp < ${at(range.until)})`,
  );
  const columns = columnsOf(request).map((name) => `${ofEvent[name]} as ${entryName(name)}`);
  const source = `${database}.events as event final
          where ${ofSubject(usage, request.metric.code, parameters)} and (${times.join(' or ')}) and ${restriction(request, parameters)}
            and ${counts(request)}`;
  return rowsOfParts(request, { columns, source }, parameters);
}
