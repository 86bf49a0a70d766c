import type { ApiLog, ApiLogFilters } from '@tollgate/contracts';
import { isoSeconds, type ClickHouse, type Page } from '@tollgate/platform';
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

function conditionsOf(organizationId: string, filters: ApiLogFilters): Condition {
  const all: Condition[] = [
    ['organization_id = {organization:UUID}', { organization: organizationId }],
    ...whenSet(filters.from_date, 'log.logged_at >= fromUnixTimestamp64Milli({from:Int64})', (at) => ({
      from: at.getTime(),
    })),
    ...whenSet(filters.to_date, 'log.logged_at <= fromUnixTimestamp64Milli({to:Int64})', (at) => ({
      to: at.getTime(),
    })),
    ...whenSet(filters.http_methods, 'http_method in {methods:Array(String)}', (methods) => ({ methods })),
    ...whenSet(filters.api_version, 'api_version = {version:String}', (version) => ({ version })),
    ...whenSet(filters.clients, 'client in {clients:Array(String)}', (clients) => ({ clients })),
    ...(filters.http_statuses ? [ofStatuses(filters.http_statuses)] : []),
    ...(filters.request_paths ? [ofPaths(filters.request_paths)] : []),
  ];
  return [
    all.map(([text]) => text).join(' and '),
    Object.fromEntries(all.flatMap(([, values]) => Object.entries(values))),
  ];
}

/** One page of an organization's calls, latest first. */
export async function listApiLogs(
  clickhouse: ClickHouse,
  organizationId: string,
  filters: ApiLogFilters,
): Promise<{ rows: ApiLog[]; total: number }> {
  const [text, values] = conditionsOf(organizationId, filters);
  const table = `${clickhouse.database}.${apiLogTable}`;
  const { page, per_page: size }: Page = filters;
  const [counted] = await clickhouse.rows<{ total: string }>(
    `select count() as total from ${table} as log final where ${text}`,
    values,
  );
  const rows = await clickhouse.rows<Row>(
    `select ${shown} from ${table} as log final where ${text} order by log.logged_at desc, toString(id) desc
     limit {size:UInt32} offset {offset:UInt64}`,
    { ...values, size, offset: (page - 1) * size },
  );
  return { rows: rows.map(present), total: Number(counted?.total ?? 0) };
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
