import { loggedMethods, type ApiLog, type ApiLogFilters, type Meta } from '@tollgate/contracts';
import { idKey, integerKey, isoSeconds, metaOf, readCursor, writeCursor, type ClickHouse } from '@tollgate/platform';
import { apiLogTable } from './api-log-table.js';

interface Row extends Omit<ApiLog, 'logged_at' | 'created_at' | 'request_body' | 'request_response'> {
  /** JSON of an object. */
  request_body: string;
  request_response: string;
  logged_at: string;
  created_at: string;
}

const shown = `request_id, client, http_method, http_status, request_origin, request_path, request_body, request_response,
  api_version, toUnixTimestamp64Milli(logged_at) as logged_at, toUnixTimestamp64Milli(created_at) as created_at`;

/** A condition of a query with its parameters. */
type Condition = readonly [text: string, values: Record<string, unknown>];

/** The condition, if its filter is set. */
const whenSet = <T>(value: T | undefined, text: string, values: (value: T) => Record<string, unknown>): Condition[] =>
  value === undefined ? [] : [[text, values(value)]];

/** `*` matches anything; other special characters of LIKE are escaped. */
const likePattern = (path: string) => path.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');

function ofPaths(paths: string[]): Condition {
  const patterns = paths.filter((path) => path.includes('*'));
  const values = Object.fromEntries(patterns.map((path, place) => [`pattern${place}`, likePattern(path)]));
  const matches = patterns.map((_, place) => ` or request_path like {pattern${place}:String}`);
  return [`(request_path in {paths:Array(String)}${matches.join('')})`, { ...values, paths }];
}

/** A word takes precedence over numbers (customers, section 15.2). */
function ofStatuses(statuses: string[]): Condition {
  const words = [
    ...(statuses.includes('succeeded') ? ['http_status <= 399'] : []),
    ...(statuses.includes('failed') ? ['http_status >= 400'] : []),
  ];
  if (words.length > 0) return [`(${words.join(' or ')})`, {}];
  return ['http_status in {statuses:Array(UInt16)}', { statuses: statuses.map(Number) }];
}

/** Part of a path or of a client, in any case; or the identifier of a call. */
function ofTerm(term: string): Condition {
  return [
    `(request_id = {term:String} or positionCaseInsensitiveUTF8(request_path, {term:String}) > 0
      or positionCaseInsensitiveUTF8(client, {term:String}) > 0)`,
    { term },
  ];
}

/** The conditions of a call. @param counted the column whose own filter does not apply, because it is counted */
function conditionsOf(organizationId: string, filters: ApiLogFilters, counted?: ApiLogFilters['counts']): Condition {
  const all: Condition[] = [
    ['organization_id = {organization:UUID}', { organization: organizationId }],
    ...whenSet(filters.ids, 'request_id in {ids:Array(String)}', (ids) => ({ ids })),
    ...whenSet(filters.created_at_from, 'log.created_at >= fromUnixTimestamp64Milli({createdFrom:Int64})', (at) => ({
      createdFrom: at.getTime(),
    })),
    ...whenSet(filters.created_at_to, 'log.created_at <= fromUnixTimestamp64Milli({createdTo:Int64})', (at) => ({
      createdTo: at.getTime(),
    })),
    ...(filters.search_term?.trim() ? [ofTerm(filters.search_term.trim())] : []),
    ...whenSet(filters.from_date, 'log.logged_at >= fromUnixTimestamp64Milli({from:Int64})', (at) => ({
      from: at.getTime(),
    })),
    ...whenSet(filters.to_date, 'log.logged_at <= fromUnixTimestamp64Milli({to:Int64})', (at) => ({
      to: at.getTime(),
    })),
    ...whenSet(
      counted === 'http_method' ? undefined : filters.http_methods,
      'http_method in {methods:Array(String)}',
      (methods) => ({ methods }),
    ),
    ...whenSet(filters.api_version, 'api_version = {version:String}', (version) => ({ version })),
    ...whenSet(filters.clients, 'client in {clients:Array(String)}', (clients) => ({ clients })),
    ...(filters.http_statuses && counted !== 'http_status' ? [ofStatuses(filters.http_statuses)] : []),
    ...(filters.request_paths ? [ofPaths(filters.request_paths)] : []),
  ];
  return joined(all);
}

const joined = (conditions: Condition[]): Condition => [
  conditions.map(([text]) => text).join(' and '),
  Object.fromEntries(conditions.flatMap(([, values]) => Object.entries(values))),
];

/** A list with a cursor counts this many rows at most, and of each state. */
const mostCounted = 10_000;

/** The keys of a cursor: the time of the call in milliseconds, and its id. */
const cursorKeys = [integerKey('logged_at'), idKey('id')];

/**
 * One page of an organization's calls, latest first unless the caller orders otherwise.
 * @throws ValidationFailed for a cursor that belongs to no list in this order
 */
export async function listApiLogs(
  clickhouse: ClickHouse,
  organizationId: string,
  filters: ApiLogFilters,
): Promise<{ rows: ApiLog[]; meta: Meta }> {
  const table = `${clickhouse.database}.${apiLogTable} as log final`;
  const conditions = conditionsOf(organizationId, filters);
  const after = filters.cursor ? [placeAfter(filters.cursor, filters.sort)] : [];
  const [text, values] = joined([conditions, ...after]);
  const { page, per_page: size, cursor, sort = '' } = filters;
  const total = await countOf(clickhouse, table, conditions, cursor === undefined ? undefined : mostCounted);
  const way = sort === 'logged_at' ? 'asc' : 'desc';
  const read = await clickhouse.rows<Row & { log_id: string }>(
    `select ${shown}, toString(id) as log_id from ${table} where ${text}
     order by log.logged_at ${way}, toString(id) ${way} limit {size:UInt32} offset {offset:UInt64}`,
    { ...values, size: size + 1, offset: cursor === undefined ? (page - 1) * size : 0 },
  );
  const rows = read.slice(0, size);
  const last = read.length > size ? rows.at(-1) : undefined;
  const meta =
    cursor === undefined
      ? metaOf(filters, total)
      : {
          ...metaOf({ page: 1, per_page: size }, total),
          next_page: null,
          next_cursor: last ? writeCursor(sort, [String(last.logged_at), last.log_id]) : null,
        };
  const counts = await countsOf(clickhouse, table, organizationId, filters);
  return { rows: rows.map(({ log_id: _, ...row }) => present(row)), meta: counts ? { ...meta, counts } : meta };
}

/** The rows after a place. */
function placeAfter(cursor: string, sort = ''): Condition {
  const [at = '', id = ''] = readCursor(cursor, sort, cursorKeys);
  const beyond = sort === 'logged_at' ? '>' : '<';
  return [
    `(toUnixTimestamp64Milli(log.logged_at), toString(id)) ${beyond} ({placeAt:Int64}, {placeId:String})
     and log.logged_at ${beyond}= fromUnixTimestamp64Milli({placeAt:Int64})`,
    { placeAt: at, placeId: id },
  ];
}

/** @param most counts no more rows than these */
async function countOf(clickhouse: ClickHouse, table: string, [text, values]: Condition, most?: number) {
  const matching = `from ${table} where ${text}`;
  const [counted] = await clickhouse.rows<{ total: string }>(
    most === undefined
      ? `select count() as total ${matching}`
      : `select count() as total from (select 1 ${matching} limit {most:UInt32})`,
    most === undefined ? values : { ...values, most },
  );
  return Number(counted?.total ?? 0);
}

/** The calls of each method or status, by all filters but its own; undefined unless the caller requests them. */
async function countsOf(clickhouse: ClickHouse, table: string, organizationId: string, filters: ApiLogFilters) {
  const { counts: column } = filters;
  if (column === undefined) return undefined;
  const [text, values] = conditionsOf(organizationId, filters, column);
  const rows = await clickhouse.rows<{ state: string; total: string }>(
    `select toString(${column}) as state, least(count(), {most:UInt32}) as total from ${table} where ${text}
     group by state order by state`,
    { ...values, most: mostCounted },
  );
  const none = column === 'http_method' ? loggedMethods.map((method) => [method, 0] as const) : [];
  return Object.fromEntries([...none, ...rows.map(({ state, total }) => [state, Number(total)] as const)]);
}

/** A call of an organization; the latest of several under one id. */
export async function findApiLog(
  clickhouse: ClickHouse,
  organizationId: string,
  requestId: string,
): Promise<ApiLog | undefined> {
  const [row] = await clickhouse.rows<Row>(
    `select ${shown} from ${clickhouse.database}.${apiLogTable} as log
     where organization_id = {organization:UUID} and request_id = {request:String}
     order by log.logged_at desc, toString(id) desc limit 1`,
    { organization: organizationId, request: requestId },
  );
  return row && present(row);
}

const present = (row: Row): ApiLog => ({
  ...row,
  http_status: Number(row.http_status),
  request_body: JSON.parse(row.request_body) as Record<string, unknown>,
  request_response: JSON.parse(row.request_response) as Record<string, unknown>,
  logged_at: isoSeconds(Number(row.logged_at)),
  created_at: isoSeconds(Number(row.created_at)),
});
