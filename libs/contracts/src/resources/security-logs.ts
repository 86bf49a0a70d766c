import { z } from 'zod';
import { id, timestamp } from '../http/fields.js';
import { pagination, query, queryTexts, type QueryInput } from '../http/query.js';
import { mandatoryUntil, queryInstant } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';

/** The events of the security log, by subject (customers, section 15.3). */
export const securityEvents = {
  api_key: ['created', 'updated', 'rotated', 'deleted'],
  user: [
    'signed_up',
    'invited',
    'role_edited',
    'deleted',
    'new_device_logged_in',
    'password_edited',
    'password_reset_requested',
    'sign_in_failed',
    'locked',
    'two_factor_enabled',
    'two_factor_disabled',
  ],
  role: ['created', 'updated', 'deleted'],
  webhook_endpoint: ['created', 'updated', 'deleted'],
  billing_entity: ['created', 'updated'],
  integration: ['created', 'updated', 'deleted'],
  export: ['created'],
} as const;

type EventsOf<T extends keyof typeof securityEvents> = `${T}.${(typeof securityEvents)[T][number]}`;
export type SecurityEventName = { [T in keyof typeof securityEvents]: EventsOf<T> }[keyof typeof securityEvents];

/** One entry of the security log (customers, section 15.3). */
export const SecurityLog = z.object({
  log_id: id(),
  log_type: z.string(),
  log_event: z.string(),
  user_email: z.string().nullable(),
  logged_at: timestamp(),
  created_at: timestamp(),
  resources: z.record(z.string(), z.unknown()),
  device_info: z.record(z.string(), z.unknown()),
});
export type SecurityLog = z.infer<typeof SecurityLog>;

export const SecurityLogFilters = query({
  ...pagination,
  from_date: queryInstant(),
  to_date: mandatoryUntil(),
  user_ids: queryTexts(),
  api_key_ids: queryTexts(),
  log_types: queryTexts(),
  log_events: queryTexts(),
});
export type SecurityLogFilters = QueryInput<typeof SecurityLogFilters>;

const shared = { service: 'identity', permission: 'security_log' } as const;

export const securityLogRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: '/security_logs',
    summary: 'List security log entries, newest first',
    query: SecurityLogFilters,
    answer: { security_logs: z.array(SecurityLog), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/security_logs/:log_id',
    summary: 'Read a security log entry',
    answer: { security_log: SecurityLog },
  }),
};
