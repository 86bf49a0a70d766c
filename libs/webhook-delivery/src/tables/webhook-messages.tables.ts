import type { Generated } from 'kysely';
import type { WebhookType } from '@tollgate/contracts';

export type WebhookStatus = 'pending' | 'succeeded' | 'failed' | 'retrying';

/** One webhook to one endpoint. Its times are those of the delivery, by the wall clock. */
export interface WebhookMessagesTable {
  id: string;
  organization_id: string;
  endpoint_id: string;
  /** The message between services that it publishes to the outside. */
  event_id: string;
  webhook_type: WebhookType;
  object_type: string;
  object_id: string;
  /** The body, byte for byte as every attempt sends it. */
  payload: string;
  status: Generated<WebhookStatus>;
  http_status: number | null;
  /** The beginning of the last answer's body. */
  response: string | null;
  /** How many attempts have failed. */
  retries: Generated<number>;
  last_retried_at: Date | null;
  /** When the next attempt is due; null when there is none. */
  next_attempt_at: Date | null;
  /** The trace that its attempts continue; null where none was made. */
  traceparent: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
