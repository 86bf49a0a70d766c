import { countingFilters } from './filters-sql.js';
import { groupingColumn } from './grouping-sql.js';
import type { QueryParameters } from './query-parameters.js';
import type { AggregationRequest, UsageOf, UsagePart, UsageScope } from './usage-request.js';

/**
 * Condition for the events of one subscription and code. The key lets the store find them. The subject number excludes
 * neighbouring rows at a third of the cost of comparing three columns, two of them texts.
 */
export const ofSubject = (
  usage: Pick<UsageOf, 'organizationId' | 'externalSubscriptionId'>,
  code: string,
  parameters: QueryParameters,
): string => ofSubjects(usage, [code], parameters);

/** The same for several codes. */
function ofSubjects(
  usage: Pick<UsageOf, 'organizationId' | 'externalSubscriptionId'>,
  codes: string[],
  parameters: QueryParameters,
): string {
  const { organization, subscription, names } = ownerOf(usage, codes, parameters);
  return `indexHint(organization_id = ${organization} and external_subscription_id = ${subscription} and code ${isAny(names)})
    and event.subject ${isAny(names.map((name) => `sipHash64(${organization}, ${subscription}, ${name})`))}`;
}

const isAny = (values: string[]): string => (values.length === 1 ? `= ${values[0]}` : `in (${values.join(', ')})`);

function ownerOf(
  { organizationId, externalSubscriptionId }: Pick<UsageOf, 'organizationId' | 'externalSubscriptionId'>,
  codes: string[],
  parameters: QueryParameters,
) {
  return {
    organization: parameters.addOnce(organizationId, 'UUID'),
    subscription: parameters.addOnce(externalSubscriptionId, 'String'),
    names: codes.map((code) => parameters.addOnce(code, 'String')),
  };
}

/** The column that distinguishes the codes of a scope, and its value for each of them. */
export function subjectsOf(
  { usages, isOfMany }: UsageScope,
  codes: string[],
  parameters: QueryParameters,
): { column: string; values: string[] } {
  const [first] = usages;
  if (isOfMany || !first) return { column: 'code', values: codes.map((code) => parameters.addOnce(code, 'String')) };
  const { organization, subscription, names } = ownerOf(first, codes, parameters);
  return {
    column: 'event.subject',
    values: names.map((name) => `sipHash64(${organization}, ${subscription}, ${name})`),
  };
}

/**
 * Condition for the events of metrics in a time: both ends inclusive to the millisecond, while events have
 * microseconds.
 */
export function eventsCondition(scope: UsageScope, codes: string[], parameters: QueryParameters): string {
  const { usages, since, isOfMany } = scope;
  const [first] = usages;
  const column = 'external_subscription_id';
  const untils = usages.map(({ to }) => to + 1);
  const at = (milliseconds: string) => `fromUnixTimestamp64Milli(${milliseconds}, 'UTC')`;
  const end = (times: number[]) => at(timeIn(scope, times, column, parameters));
  const outermost = (milliseconds: number) => at(parameters.addOnce(milliseconds, 'Int64'));
  const ofMany = () => [
    `organization_id = ${parameters.addOnce(first?.organizationId, 'UUID')}`,
    `${column} in ${namesOf(scope, parameters)}`,
    `code ${isAny(codes.map((code) => parameters.addOnce(code, 'String')))}`,
  ];
  return [
    ...(isOfMany || !first ? ofMany() : [ofSubjects(first, codes, parameters)]),
    `event.timestamp >= ${end(since)}`,
    `event.timestamp < ${end(untils)}`,
    ...firstSecond(scope, end),
    // The store looks up each subscription's ends row by row; the outermost ends limit the rows.
    ...(isOneTime(since) ? [] : [`event.timestamp >= ${outermost(Math.min(...since))}`]),
    ...(isOneTime(untils) ? [] : [`event.timestamp < ${outermost(Math.max(...untils))}`]),
  ].join(' and ');
}

/**
 * Between the whole second of a start and the start itself, only events without a fraction of a second count (metering,
 * section 2.3). If the query reads more than the period, earlier events count as they are.
 */
function firstSecond({ usages, since }: UsageScope, at: (times: number[]) => string): string[] {
  const starts = usages.map(({ from, fractionsFrom }, place) =>
    since[place] === from ? (fractionsFrom ?? from) : (since[place] as number),
  );
  if (starts.every((start, place) => start === since[place])) return [];
  return [`(event.timestamp >= ${at(starts)} or event.timestamp = ${at(since)})`];
}

const namesOf = ({ usages }: UsageScope, parameters: QueryParameters): string =>
  parameters.addOnce(
    usages.map(({ externalSubscriptionId }) => externalSubscriptionId),
    'Array(String)',
  );

const isOneTime = (times: number[]): boolean => times.every((time) => time === times[0]);

/**
 * A time (Unix milliseconds, or another integer) that differs between the usages of a scope.
 * @param times in the order of the usages
 * @param column identifies the subscription of a row
 */
export function timeIn(scope: UsageScope, times: number[], column: string, parameters: QueryParameters): string {
  if (isOneTime(times)) return parameters.addOnce(times[0], 'Int64');
  const list = parameters.addOnce(times, 'Array(Int64)');
  return `transform(${column}, ${namesOf(scope, parameters)}, ${list}, toInt64(0))`;
}

/** Condition for the restrictions of a request; true without any. */
export function restriction({ only = [] }: AggregationRequest, parameters: QueryParameters): string {
  return only.map(({ key, values }) => isOneOf(key, values, parameters)).join(' and ') || 'true';
}

/**
 * A query for events with two further columns that place them. `part` is the position of an event's part in the request;
 * an event of two filters has two rows. `grouping` has the texts of that part's group keys; a missing or empty text is
 * null. A test compares them with `filtersOfEvent` and `groupOfEvent` of rating.
 * @param rows the columns, and all that follows `from`, where `event` is an event
 */
export function rowsOfParts(
  { parts }: Pick<AggregationRequest, 'parts'>,
  { columns, source }: { columns: string[]; source: string },
  parameters: QueryParameters,
): string {
  const placed = [...columns, `${partColumn(parts, parameters)} as part`];
  if (!isGrouped({ parts })) return `select ${placed.join(', ')} from ${source}`;
  // The array of parts is joined in a query of its own: read twice in one query, the store may join it twice.
  return `select * except (texts), ${groupingColumn(parts, parameters)} as grouping
          from (select ${placed.join(', ')}, event.texts as texts from ${source}) as event`;
}

/** Without group keys there is no column `grouping`, as aggregating by lists costs more than all the rest. */
export const isGrouped = ({ parts }: Pick<AggregationRequest, 'parts'>): boolean =>
  parts.some(({ groupKeys }) => groupKeys.length > 0);

/** The grouping columns of a request's totals. */
export const groupingOf = (request: Pick<AggregationRequest, 'parts'>): string =>
  isGrouped(request) ? 'part, grouping' : 'part';

function partColumn(parts: UsagePart[], parameters: QueryParameters): string {
  if (parts.every(({ filter }) => filter === null)) return 'toUInt16(0)';
  const ofNone = parts.flatMap(({ filter }, position) => (filter === null ? [position] : []));
  const counted = countingFilters(
    parts.map(({ filter }) => filter),
    parameters,
  );
  return `arrayJoin(if(empty(${counted} as counting), ${parameters.addOnce(ofNone, 'Array(UInt16)')}, counting))`;
}

function isOneOf(key: string, values: string[], parameters: QueryParameters): string {
  const name = parameters.add(key, 'String');
  return `(mapContains(event.texts, ${name}) and has(${parameters.add(values, 'Array(String)')}, event.texts[${name}]))`;
}
