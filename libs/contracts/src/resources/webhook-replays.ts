import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { id, timestamp } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';
import { mandatoryInstant } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';

export const webhookReplayStatuses = ['running', 'completed'] as const;

/** A replay of all webhooks that failed in a span of time (webhooks, section 2). */
export const WebhookReplay = z.object({
  svc_id: id(),
  svc_webhook_endpoint_id: id().nullable().meta({ description: 'Null: all endpoints of the organization' }),
  failed_since: timestamp(),
  /** The moment of the call: later failures are not replayed. */
  failed_until: timestamp(),
  status: z.enum(webhookReplayStatuses),
  messages_total: z.int().meta({ description: 'Number of webhooks that failed in the span' }),
  messages_queued: z.int().meta({ description: 'Number of queued webhooks so far' }),
  created_at: timestamp(),
  completed_at: timestamp().nullable(),
});
export type WebhookReplay = z.infer<typeof WebhookReplay>;

export const WebhookReplayCreate = body({ svc_webhook_endpoint_id: idText(), failed_since: mandatoryInstant() });
export type WebhookReplayCreate = BodyInput<typeof WebhookReplayCreate>;

export const WebhookReplayFilters = query(pagination);
export type WebhookReplayFilters = QueryInput<typeof WebhookReplayFilters>;

const shared = { service: 'webhook-delivery', permission: 'webhook' } as const;

export const webhookReplayRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/webhook_replays',
    summary: 'Redeliver all webhooks that failed since an instant, in the background',
    wrapper: 'webhook_replay',
    body: WebhookReplayCreate,
    heavy: true,
    answer: { webhook_replay: WebhookReplay },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/webhook_replays',
    summary: 'List replays of failed webhooks, newest first',
    query: WebhookReplayFilters,
    answer: { webhook_replays: z.array(WebhookReplay), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/webhook_replays/:svc_id',
    summary: 'Read the progress of a replay of failed webhooks',
    answer: { webhook_replay: WebhookReplay },
  }),
};
