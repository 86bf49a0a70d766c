import { z } from 'zod';
import { id, timestamp } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, exampleId, shape, texts, updatedAt } from '../http/texts.js';

export const webhookStatuses = ['pending', 'succeeded', 'failed', 'retrying'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** The pages of webhooks end here: counting more would cost more than any reader needs. */
export const mostListedWebhooks = 100_000;

/** An attempt to deliver a webhook (webhooks, section 2). Its times are real, also in sandbox organizations. */
export const WebhookAttempt = shape('An attempt to deliver a webhook; its times are real, also in a sandbox', {
  /** From 1; replays continue the count. */
  attempt: described(z.int(), 'Number of the attempt, from 1', 1),
  webhook_url: described(z.string(), 'Address that receives webhooks', 'https://acme.example/hooks'),
  /** The receiver's answer; null without one. */
  http_status: described(z.int().nullable(), 'Status of the answer', 200),
  /** Why there was no answer, or how to correct the endpoint; null otherwise. */
  error: described(
    z.string().nullable(),
    'Reason of the missing answer, or the correction of the endpoint; null otherwise',
    'timeout',
  ),
  response: described(z.string().nullable(), "The first 4 KiB of the answer's body; null without an answer", 'ok'),
  duration_ms: described(z.int(), 'Duration of the attempt in milliseconds', 84),
  started_at: described(timestamp(), 'Start; null before it'),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

const shown = {
  svc_id: described(id(), 'The unique key in the headers of its deliveries'),
  svc_webhook_endpoint_id: described(id(), 'Identifier of the endpoint'),
  webhook_type: described(z.string(), 'Kind of webhook', 'invoice.created'),
  object_type: described(z.string(), 'Kind of the object in the webhook', 'invoice'),
  svc_object_id: described(id(), 'Identifier of the object in the webhook'),
  sequence: described(
    z.int().nullable(),
    'Sequence number among the webhooks of the object; null for a webhook of an earlier version',
    3,
  ),
  status: described(z.enum(webhookStatuses), ...texts.state),
  http_status: described(z.int().nullable(), 'Status of the answer', 200),
  retries: described(z.int(), 'The number of failed attempts', 0),
  last_retried_at: described(timestamp().nullable(), 'Time of the last retry; null before the first'),
  /** When the next attempt is due; null when there is none. */
  next_attempt_at: described(timestamp().nullable(), 'Time of the next attempt; null if none is planned'),
  /** The replay of many webhooks that queued it last. */
  svc_webhook_replay_id: described(id().nullable(), 'Identifier of the latest replay that queued it; null without one'),
  created_at: createdAt(),
  updated_at: updatedAt(),
};

/** A webhook for one endpoint, as lists show it (webhooks, section 2). */
export const WebhookMessage = shape('A webhook to one endpoint, as lists show it', shown);
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** A webhook with its body and attempts. */
export const WebhookMessageDetails = shape('A webhook to one endpoint, with its body and its attempts', {
  ...shown,
  payload: described(
    z.record(z.string(), z.unknown()),
    'The body; addresses that open a file without a key are null',
    'webhook_type=invoice.created',
  ),
  attempts: z.array(WebhookAttempt).meta({ description: 'The last 100, oldest first' }),
});
export type WebhookMessageDetails = z.infer<typeof WebhookMessageDetails>;

export const WebhookMessageFilters = query({
  ...updatedListParameters(['created_at']),
  ...listCounts(['status']),
  svc_webhook_endpoint_id: described(queryText(), 'Identifier of the endpoint', exampleId),
  webhook_type: described(queryText(), 'Kind of webhook', 'invoice.created'),
  status: described(queryChoice(webhookStatuses), ...texts.filteredState),
  svc_object_id: described(queryText(), 'Identifier of the object in the webhook', exampleId),
  svc_webhook_replay_id: described(queryText(), 'Identifier of the replay', exampleId),
  /** By creation. */
  from_date: described(queryInstant(), ...texts.firstDayOrInstant),
  to_date: described(queryUntil(), ...texts.lastDayOrInstant),
});
export type WebhookMessageFilters = QueryInput<typeof WebhookMessageFilters>;

const shared = { service: 'webhook-delivery', permission: 'webhook' } as const;

export const webhookMessageRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: '/webhook_messages',
    summary: 'List webhooks with their delivery, newest first',
    query: WebhookMessageFilters,
    answer: { webhook_messages: z.array(WebhookMessage), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/webhook_messages/:svc_id',
    summary: 'Read a webhook with its body and its attempts',
    answer: { webhook_message: WebhookMessageDetails },
  }),
  replay: route({
    ...shared,
    method: 'POST',
    path: '/webhook_messages/:svc_id/replay',
    summary: 'Redeliver a webhook with the same key and body',
    answer: { webhook_message: WebhookMessage },
  }),
};
