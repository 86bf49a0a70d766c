import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { id, timestamp } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';
import { mandatoryInstant } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';

export const webhookReplayStatuses = ['running', 'completed'] as const;

/** A replay of all webhooks that failed in a span of time (webhooks, section 2). */
export const WebhookReplay = shape('The redelivery of all webhooks that failed in a span of time', {
  svc_id: svcId(),
  svc_webhook_endpoint_id: described(id().nullable(), 'Null: all endpoints of the organization'),
  failed_since: described(timestamp(), 'Start of the span'),
  /** The moment of the call: later failures are not replayed. */
  failed_until: described(timestamp(), 'End of the span: the time of the call'),
  status: described(z.enum(webhookReplayStatuses), ...texts.state),
  messages_total: described(z.int(), 'Number of webhooks that failed in the span', 40),
  messages_queued: described(z.int(), 'Number of queued webhooks so far', 40),
  created_at: createdAt(),
  completed_at: described(timestamp().nullable(), 'When it was completed; null before'),
});
export type WebhookReplay = z.infer<typeof WebhookReplay>;

export const WebhookReplayCreate = described(
  bodyOf(WebhookReplay, {
    svc_webhook_endpoint_id: described(idText(), 'Identifier of the endpoint'),
    failed_since: mandatoryInstant(),
  }),
  'The start of the span, and the endpoint of the failed webhooks',
);
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
    repetition: 'answered',
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
