import { z } from 'zod';
import { id, timestamp } from '../http/fields.js';
import { pagination, query, queryTexts, type QueryInput } from '../http/query.js';
import { mandatoryUntil, queryInstant } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, exampleId, shape, texts } from '../http/texts.js';

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
  operator: ['entered', 'left', 'suspended', 'reinstated'],
} as const;

type EventsOf<T extends keyof typeof securityEvents> = `${T}.${(typeof securityEvents)[T][number]}`;
export type SecurityEventName = { [T in keyof typeof securityEvents]: EventsOf<T> }[keyof typeof securityEvents];

/** One entry of the security log (customers, section 15.3). */
export const SecurityLog = shape('An event about access to the organization', {
  log_id: described(id(), 'Identifier of the entry'),
  log_type: described(z.string(), 'Subject of the entry', 'user'),
  log_event: described(z.string(), 'Kind of security event', 'invited'),
  user_email: described(z.string().nullable(), 'E-mail address of the person; null for programs', 'ada@acme.example'),
  logged_at: described(timestamp(), 'Time of the entry'),
  created_at: createdAt(),
  resources: described(z.record(z.string(), z.unknown()), 'Affected objects', 'user_email=ada@acme.example'),
  device_info: described(
    z.record(z.string(), z.unknown()),
    'Device and IP address of the person',
    'ip_address=203.0.113.7',
  ),
});
export type SecurityLog = z.infer<typeof SecurityLog>;

export const SecurityLogFilters = query({
  ...pagination,
  from_date: described(queryInstant(), ...texts.firstDayOrInstant),
  to_date: described(mandatoryUntil(), ...texts.lastDayOrInstant),
  user_ids: described(queryTexts(), 'Identifiers of people', exampleId),
  api_key_ids: described(queryTexts(), 'Identifiers of API keys', exampleId),
  log_types: described(queryTexts(), 'Subjects of entries', 'user'),
  log_events: described(queryTexts(), 'Kind of security event', 'invited'),
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
