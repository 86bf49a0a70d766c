import type { Generated } from 'kysely';
import type { WebhookStatus, WebhookType } from '@tollgate/contracts';

/** Webhooks, each for one endpoint. Their times follow the wall clock. */
export interface WebhookMessagesTable {
  id: string;
  organization_id: string;
  endpoint_id: string;
  /** The internal message that it publishes. */
  event_id: string;
  webhook_type: WebhookType;
  object_type: string;
  object_id: string;
  /** The body, the same bytes in every attempt. */
  payload: string;
  status: Generated<WebhookStatus>;
  http_status: number | null;
  /** The beginning of the last answer's body. */
  response: string | null;
  /** The number of failed attempts. */
  retries: Generated<number>;
  last_retried_at: Date | null;
  /** When the next attempt is due; null when there is none. */
  next_attempt_at: Date | null;
  /** The trace that its attempts continue; null without one. */
  traceparent: string | null;
  /** The place among the webhooks of its object; null for those of an earlier version. */
  sequence: number | null;
  /** The replay that queued it last. */
  replay_id: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
