import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { cents, id, integer, timestamp } from '../http/fields.js';
import { query } from '../http/query.js';
import { route } from '../http/route.js';
import { expected } from '../http/strict.js';
import { bySubscriptionStatus } from './subscription-status.js';

/** Usage of an external id over its whole life (subscriptions, section 10.2). */
export const LifetimeUsage = z.object({
  svc_id: id(),
  svc_subscription_id: id(),
  external_subscription_id: z.string(),
  external_historical_usage_amount_cents: cents(),
  invoiced_usage_amount_cents: cents(),
  current_usage_amount_cents: cents(),
  from_datetime: timestamp(),
  to_datetime: timestamp(),
  /** The progress of each threshold; absent if none is in force. */
  usage_thresholds: z
    .array(z.object({ amount_cents: cents(), completion_ratio: z.number(), reached_at: timestamp().nullable() }))
    .optional(),
});
export type LifetimeUsage = z.infer<typeof LifetimeUsage>;

export const LifetimeUsageUpdate = body(
  { external_historical_usage_amount_cents: expected(integer()) },
  ({ external_historical_usage_amount_cents: amount }, add) => {
    if (typeof amount === 'number' && amount < 0) add('historical_usage_amount_cents', 'value_is_out_of_range');
  },
);
export type LifetimeUsageUpdate = BodyInput<typeof LifetimeUsageUpdate>;

const ByStatus = query(bySubscriptionStatus);
const shared = {
  service: 'subscription',
  permission: 'lifetime_usage',
  path: '/subscriptions/:external_id/lifetime_usage',
} as const;

export const lifetimeUsageRoutes = {
  read: route({
    ...shared,
    method: 'GET',
    summary: 'Read the lifetime usage of a subscription',
    query: ByStatus,
    answer: { lifetime_usage: LifetimeUsage },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    summary: 'Set the usage of a subscription before Tollgate',
    wrapper: 'lifetime_usage',
    query: ByStatus,
    body: LifetimeUsageUpdate,
    answer: { lifetime_usage: LifetimeUsage },
  }),
};
