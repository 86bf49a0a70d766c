import { readsNumber } from '../../model/enrichment/event-errors.rules.js';
import { entryColumns, type EntryColumn } from '../../model/usage-queries/aggregations/columns.js';
import { statementsOf } from '../../model/usage-queries/aggregations/statements.js';
import { groupingOf, ofSubject, restriction, rowsOfParts } from '../../model/usage-queries/parts-sql.js';
import type { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import type { TotalsQuery } from '../../model/usage-queries/totals-query.js';
import { counts, headOf, priced, rowsByValue, timeOf } from '../../model/usage-queries/totals-sql.js';
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
  const { rollups: declared, byValue } = statementsOf(request.metric);
  const by = groupingOf(request);
  const rows = sources.join(' union all ');
  return {
    columns: { ...headOf(request, position), ...priced(request, declared.totals(usage, parameters)) },
    source: byValue ? rowsByValue(request, { rows, by, own: 'sum(entry_events)' }) : `(${rows})`,
    by,
  };
}

function owner(usage: UsageOf, code: string, parameters: QueryParameters): string {
  return `organization_id = ${parameters.add(usage.organizationId, 'UUID')}
    and external_subscription_id = ${parameters.add(usage.externalSubscriptionId, 'String')} and code = ${parameters.add(code, 'String')}`;
}

/** Avoids the names of the aggregated columns. */
const entryName = (column: EntryColumn): string => (column === 'events' ? 'entry_events' : column);

/** The entries of rollups, each as one event at the start of its hours. */
function entriesOfParts(
  database: string,
  usage: UsageOf,
  { request, definition, plan }: RolledRequest,
  parameters: QueryParameters,
): string {
  const names = statementsOf(request.metric).rollups.columns;
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
  const columns = statementsOf(request.metric).rollups.columns.map(
    (name) => `${entryColumns[name]} as ${entryName(name)}`,
  );
  const source = `${database}.events as event final
          where ${ofSubject(usage, request.metric.code, parameters)} and (${times.join(' or ')}) and ${restriction(request, parameters)}
            and ${counts(request)}`;
  return rowsOfParts(request, { columns, source }, parameters);
}
