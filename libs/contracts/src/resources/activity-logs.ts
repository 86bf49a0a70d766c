import { z } from 'zod';
import { id, timestamp } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, queryChoices, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';

export const activitySources = ['api', 'front', 'system'] as const;

/** An action on an object, its actor, and the object afterwards (customers, section 15.1). */
export const ActivityLog = z.object({
  activity_id: id(),
  activity_type: z.string(),
  activity_source: z.enum(activitySources),
  activity_object: z.record(z.string(), z.unknown()).nullable(),
  /** For a change: the previous and the new value of each field. */
  activity_object_changes: z.record(z.string(), z.unknown()).nullable(),
  user_email: z.string().nullable(),
  resource_id: id(),
  resource_type: z.string(),
  external_customer_id: z.string().nullable(),
  external_subscription_id: z.string().nullable(),
  organization_id: id(),
  logged_at: timestamp(),
  created_at: timestamp(),
});
export type ActivityLog = z.infer<typeof ActivityLog>;

export const ActivityLogFilters = query({
  ...listParameters(['logged_at']),
  from_date: queryInstant(),
  to_date: queryUntil(),
  activity_types: queryTexts(),
  activity_sources: queryChoices(activitySources),
  user_emails: queryTexts(),
  external_customer_id: queryText(),
  external_subscription_id: queryText(),
  resource_ids: queryTexts(),
  resource_types: queryTexts(),
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
