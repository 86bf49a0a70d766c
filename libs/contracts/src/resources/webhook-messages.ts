import { z } from 'zod';
import { id, timestamp } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';

export const webhookStatuses = ['pending', 'succeeded', 'failed', 'retrying'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** The pages of webhooks end here: counting more would cost more than any reader needs. */
export const mostListedWebhooks = 100_000;

/** An attempt to deliver a webhook (webhooks, section 2). Its times are real, also in sandbox organizations. */
export const WebhookAttempt = z.object({
  /** From 1; replays continue the count. */
  attempt: z.int(),
  webhook_url: z.string(),
  /** The receiver's answer; null without one. */
  http_status: z.int().nullable(),
  /** Why there was no answer, or how to correct the endpoint; null otherwise. */
  error: z.string().nullable(),
  response: z.string().nullable().meta({ description: "The first 4 KiB of the answer's body; null without an answer" }),
  duration_ms: z.int(),
  started_at: timestamp(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

const shown = {
  svc_id: id().meta({ description: 'The unique key in the headers of its deliveries' }),
  svc_webhook_endpoint_id: id(),
  webhook_type: z.string(),
  object_type: z.string(),
  svc_object_id: id(),
  sequence: z.int().nullable().meta({
    description: 'Sequence number among the webhooks of the object; null for a webhook of an earlier version',
  }),
  status: z.enum(webhookStatuses),
  http_status: z.int().nullable(),
  retries: z.int().meta({ description: 'The number of failed attempts' }),
  last_retried_at: timestamp().nullable(),
  /** When the next attempt is due; null when there is none. */
  next_attempt_at: timestamp().nullable(),
  /** The replay of many webhooks that queued it last. */
  svc_webhook_replay_id: id().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
};

/** A webhook for one endpoint, as lists show it (webhooks, section 2). */
export const WebhookMessage = z.object(shown);
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** A webhook with its body and attempts. */
export const WebhookMessageDetails = z.object({
  ...shown,
  payload: z
    .record(z.string(), z.unknown())
    .meta({ description: 'The body; addresses that open a file without a key are null' }),
  attempts: z.array(WebhookAttempt).meta({ description: 'The last 100, oldest first' }),
});
export type WebhookMessageDetails = z.infer<typeof WebhookMessageDetails>;

export const WebhookMessageFilters = query({
  ...updatedListParameters(['created_at']),
  ...listCounts(['status']),
  svc_webhook_endpoint_id: queryText(),
  webhook_type: queryText(),
  status: queryChoice(webhookStatuses),
  svc_object_id: queryText(),
  svc_webhook_replay_id: queryText(),
  /** By creation. */
  from_date: queryInstant(),
  to_date: queryUntil(),
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
