import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { cents, id, integer, timestamp } from '../http/fields.js';
import { query } from '../http/query.js';
import { route } from '../http/route.js';
import { expected } from '../http/strict.js';
import { described, shape, svcId, texts } from '../http/texts.js';
import { bySubscriptionStatus } from './subscription-status.js';

/** Usage of an external id over its whole life (subscriptions, section 10.2). */
export const LifetimeUsage = shape('The lifetime usage of a subscription', {
  svc_id: svcId(),
  svc_subscription_id: described(id(), ...texts.subscriptionId),
  external_subscription_id: described(z.string(), ...texts.externalSubscriptionId),
  external_historical_usage_amount_cents: described(
    cents(),
    'Usage before Tollgate, in the smallest unit of the currency',
    0,
  ),
  invoiced_usage_amount_cents: described(cents(), 'Invoiced usage, in the smallest unit of the currency', 80_000),
  current_usage_amount_cents: described(
    cents(),
    'Usage that is not invoiced yet, in the smallest unit of the currency',
    25_000,
  ),
  from_datetime: described(timestamp(), ...texts.periodStart),
  to_datetime: described(timestamp(), ...texts.periodEnd),
  /** The progress of each threshold; absent if none is in force. */
  usage_thresholds: described(
    z
      .array(
        z.object({
          amount_cents: described(cents(), ...texts.amountCents),
          completion_ratio: described(z.number(), 'Progress, from 0 to 1', 0.4),
          reached_at: described(timestamp().nullable(), 'When it was reached; null before'),
        }),
      )
      .optional(),
    'Amounts of usage with the progress towards them',
  ),
});
export type LifetimeUsage = z.infer<typeof LifetimeUsage>;

export const LifetimeUsageUpdate = bodyOf(
  LifetimeUsage,
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
