import { z } from 'zod';
import { id, timestamp } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, queryChoices, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, exampleId, shape, texts } from '../http/texts.js';

export const activitySources = ['api', 'front', 'system'] as const;

/** An action on an object, its actor, and the object afterwards (customers, section 15.1). */
export const ActivityLog = shape('A change of an object, its actor, and the object afterwards', {
  activity_id: described(id(), 'Identifier of the entry'),
  activity_type: described(z.string(), 'Kind of activity', 'customer.updated'),
  activity_source: described(z.enum(activitySources), 'Source of the activity: a program, a person or the service'),
  activity_object: described(
    z.record(z.string(), z.unknown()).nullable(),
    'Object after the activity',
    'name=Acme SAS',
  ),
  /** For a change: the previous and the new value of each field. */
  activity_object_changes: described(
    z.record(z.string(), z.unknown()).nullable(),
    'Previous and new values, by field',
    'name=Acme SAS',
  ),
  user_email: described(z.string().nullable(), 'E-mail address of the person; null for programs', 'ada@acme.example'),
  agent: described(
    z.string().nullable(),
    'Name of the AI agent that called with the key; null elsewhere',
    'claude-code/2.1',
  ),
  resource_id: described(id(), 'Identifier of the object'),
  resource_type: described(z.string(), 'Kind of the object', 'Customer'),
  external_customer_id: described(z.string().nullable(), ...texts.externalCustomerId),
  external_subscription_id: described(z.string().nullable(), ...texts.externalSubscriptionId),
  organization_id: described(id(), ...texts.organizationId),
  logged_at: described(timestamp(), 'Time of the entry'),
  created_at: createdAt(),
});
export type ActivityLog = z.infer<typeof ActivityLog>;

export const ActivityLogFilters = query({
  ...listParameters(['logged_at']),
  from_date: described(queryInstant(), ...texts.firstDayOrInstant),
  to_date: described(queryUntil(), ...texts.lastDayOrInstant),
  activity_types: described(queryTexts(), 'Kind of activity', 'customer.updated'),
  activity_sources: described(queryChoices(activitySources), 'Source of the activity', 'api'),
  user_emails: described(queryTexts(), 'E-mail addresses of people', 'ada@acme.example'),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
  resource_ids: described(queryTexts(), 'Identifiers of objects', exampleId),
  resource_types: described(queryTexts(), 'Kinds of objects', 'Customer'),
});
export type ActivityLogFilters = QueryInput<typeof ActivityLogFilters>;

const shared = { service: 'webhook-delivery', permission: 'activity_log' } as const;

export const activityLogRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: '/activity_logs',
    summary: 'List activity log entries, newest first',
    query: ActivityLogFilters,
    answer: { activity_logs: z.array(ActivityLog), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/activity_logs/:activity_id',
    summary: 'Read an activity log entry',
    answer: { activity_log: ActivityLog },
  }),
};
