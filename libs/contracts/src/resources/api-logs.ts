import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { timestamp } from '../http/fields.js';
import { listCounts, listParameters } from '../http/lists.js';
import { query, queryChoices, queryText, queryTexts, storableText, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, exampleId, shape, texts } from '../http/texts.js';

export const loggedMethods = ['post', 'put', 'delete', 'patch'] as const;

/** One call that changed data, or attempted to, with its outcome (customers, section 15.2). */
export const ApiLog = shape('A call that changed or tried to change an object, with its answer', {
  request_id: described(z.string(), 'Identifier of the call', exampleId),
  client: described(z.string(), 'User agent of the call', 'curl/8.5.0'),
  http_method: described(z.enum(loggedMethods), 'Method of the call'),
  http_status: described(z.int(), 'Status of the answer', 200),
  request_origin: described(z.string(), 'IP address of the caller', '203.0.113.7'),
  request_path: described(z.string(), 'Path of the call', '/api/v1/customers'),
  /** Without secrets. */
  request_body: described(z.record(z.string(), z.unknown()), 'Body of the call, without secrets', 'external_id=acme'),
  request_response: described(
    z.record(z.string(), z.unknown()),
    'Answer of the call, without secrets',
    'external_id=acme',
  ),
  api_version: described(z.string(), 'Version of the interface', 'v1'),
  logged_at: described(timestamp(), 'Time of the entry'),
  created_at: createdAt(),
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
  from_date: described(queryInstant(), ...texts.firstDayOrInstant),
  to_date: described(queryUntil(), ...texts.lastDayOrInstant),
  http_methods: described(queryChoices(loggedMethods), 'Methods', 'post'),
  http_statuses: described(statuses(), 'Statuses, or `succeeded` or `failed`', 'failed'),
  api_version: described(queryText(), 'Version of the interface', 'v1'),
  request_paths: described(paths(), 'Paths, each exact or with `*`', '/api/v1/customers*'),
  clients: described(queryTexts(), 'Programs that called', 'curl/8.5.0'),
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
