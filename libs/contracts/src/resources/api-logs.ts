import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { timestamp } from '../http/fields.js';
import { listCounts, listParameters } from '../http/lists.js';
import { query, queryChoices, queryText, queryTexts, storableText, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';

export const loggedMethods = ['post', 'put', 'delete', 'patch'] as const;

/** One call that changed data, or attempted to, with its outcome (customers, section 15.2). */
export const ApiLog = z.object({
  request_id: z.string(),
  client: z.string(),
  http_method: z.enum(loggedMethods),
  http_status: z.int(),
  request_origin: z.string(),
  request_path: z.string(),
  /** Without secrets. */
  request_body: z.record(z.string(), z.unknown()),
  request_response: z.record(z.string(), z.unknown()),
  api_version: z.string(),
  logged_at: timestamp(),
  created_at: timestamp(),
});
export type ApiLog = z.infer<typeof ApiLog>;

const statusPattern = /^(succeeded|failed|[1-5]\d\d)$/;

/** `succeeded`, `failed` or numbers; anything else answers `value_is_invalid`. */
const statuses = () =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value : undefined),
      z
        .array(z.string({ error: 'value_is_invalid' }).regex(statusPattern, 'value_is_invalid'))
        .max(bounds.items, 'value_is_too_long')
        .optional(),
    )
    .optional();

/** One path or several, each exact or with `*` as wildcard. */
const paths = () =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : Array.isArray(value) ? value : undefined),
      z.array(storableText()).max(bounds.items, 'value_is_too_long').optional(),
    )
    .optional();

export const ApiLogFilters = query({
  ...listParameters(['logged_at']),
  ...listCounts(['http_method', 'http_status']),
  from_date: queryInstant(),
  to_date: queryUntil(),
  http_methods: queryChoices(loggedMethods),
  http_statuses: statuses(),
  api_version: queryText(),
  request_paths: paths(),
  clients: queryTexts(),
});
export type ApiLogFilters = QueryInput<typeof ApiLogFilters>;

const shared = { service: 'identity', permission: 'api_log' } as const;

export const apiLogRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: '/api_logs',
    summary: 'List API log entries, newest first',
    query: ApiLogFilters,
    answer: { api_logs: z.array(ApiLog), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/api_logs/:request_id',
    summary: 'Read an API log entry with its request and its answer',
    answer: { api_log: ApiLog },
  }),
};
