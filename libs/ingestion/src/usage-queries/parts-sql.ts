import type { ResolvedFilter } from '@tollgate/rating';
import type { AggregationRequest, UsageOfMany, UsagePart } from './usage-request.js';

/** Collects the parameters of a query; each value gets a name of its own. */
export class QueryParameters {
  readonly values: Record<string, unknown> = {};
  private count = 0;

  /** Records a value. @returns its placeholder */
  add(value: unknown, type: 'String' | 'Array(String)' | 'Int64' | 'UInt64' | 'UUID'): string {
    const name = `p${this.count++}`;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }
}

/** Condition for the events of a subscription and a metric, in a time: both ends inclusive to the millisecond, and events are kept to the microsecond. */
export function eventsCondition(usage: UsageOfMany, code: string, parameters: QueryParameters): string {
  const { externalSubscriptionId: whose } = usage;
  const at = (milliseconds: number) => `fromUnixTimestamp64Milli(${parameters.add(milliseconds, 'Int64')}, 'UTC')`;
  return [
    `organization_id = ${parameters.add(usage.organizationId, 'UUID')}`,
    typeof whose === 'string'
      ? `external_subscription_id = ${parameters.add(whose, 'String')}`
      : `external_subscription_id in ${whose.placeholder}`,
    `code = ${parameters.add(code, 'String')}`,
    `event.timestamp >= ${at(usage.from)}`,
    `event.timestamp < ${at(usage.to + 1)}`,
  ].join(' and ');
}

/** Condition for what a request is restricted to; true where it is not. */
export function restriction({ only = [] }: AggregationRequest, parameters: QueryParameters): string {
  return only.map(({ key, values }) => isOneOf(key, values, parameters)).join(' and ') || 'true';
}

/**
 * Two columns that say where an event belongs: `part`, the position of its part in the request (an event that two
 * filters take comes twice), and `grouping`, the texts of that part's group keys; a missing or empty one is null.
 * They say what `filtersOfEvent` and `groupOfEvent` of rating say, which are held against them in a test.
 */
export function partColumns({ parts }: AggregationRequest, parameters: QueryParameters): string {
  const part = `${partColumn(parts, parameters)} as part`;
  return isGrouped({ parts }) ? `${part}, ${groupingColumn(parts, parameters)} as grouping` : part;
}

/** Without group keys there is no column `grouping`: aggregating by lists costs more than all the rest. */
export const isGrouped = ({ parts }: Pick<AggregationRequest, 'parts'>): boolean =>
  parts.some(({ groupKeys }) => groupKeys.length > 0);

/** What the totals of a request are grouped by. */
export const groupingOf = (request: Pick<AggregationRequest, 'parts'>): string =>
  isGrouped(request) ? 'part, grouping' : 'part';

function partColumn(parts: UsagePart[], parameters: QueryParameters): string {
  if (parts.every(({ filter }) => filter === null)) return 'toUInt16(0)';
  const conditions = parts.map(({ filter }) => (filter ? counted(filter, parameters) : null));
  const none = `not (${conditions.filter((condition) => condition !== null).join(' or ')})`;
  const positions = conditions.map((condition, position) => `if(${condition ?? none}, [toUInt16(${position})], [])`);
  return `arrayJoin(arrayConcat(${positions.join(', ')}))`;
}

function counted(filter: ResolvedFilter<string>, parameters: QueryParameters): string {
  const yielded = filter.yieldsTo.map((other) => matches(other, parameters));
  return yielded.length === 0
    ? matches(filter, parameters)
    : `(${matches(filter, parameters)} and not (${yielded.join(' or ')}))`;
}

function matches(filter: ResolvedFilter<string>, parameters: QueryParameters): string {
  return `(${[...filter.values].map(([key, values]) => isOneOf(key, [...values], parameters)).join(' and ') || 'true'})`;
}

function isOneOf(key: string, values: string[], parameters: QueryParameters): string {
  const name = parameters.add(key, 'String');
  return `(mapContains(event.texts, ${name}) and has(${parameters.add(values, 'Array(String)')}, event.texts[${name}]))`;
}

function groupingColumn(parts: UsagePart[], parameters: QueryParameters): string {
  const columns = parts.map(({ groupKeys }) => grouping(groupKeys, parameters));
  if (columns.length === 1) return columns[0] ?? nothing;
  const branches = columns.slice(0, -1).flatMap((column, position) => [`part = ${position}`, column]);
  return `multiIf(${[...branches, columns.at(-1)].join(', ')})`;
}

export const nothing = 'emptyArrayString()::Array(Nullable(String))';

function grouping(keys: string[], parameters: QueryParameters): string {
  if (keys.length === 0) return nothing;
  return `[${keys.map((key) => `nullIf(event.texts[${parameters.add(key, 'String')}], '')`).join(', ')}]`;
}
