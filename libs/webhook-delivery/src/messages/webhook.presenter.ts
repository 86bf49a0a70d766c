import type { WebhookAttempt, WebhookMessage, WebhookMessageDetails } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull, withoutSignedAddresses } from '@tollgate/platform';
import type { ListedWebhook, WebhookAttemptRow } from './webhook-log.repository.js';

export const presentWebhook = (row: ListedWebhook): WebhookMessage => ({
  svc_id: row.id,
  svc_webhook_endpoint_id: row.endpoint_id,
  webhook_type: row.webhook_type,
  object_type: row.object_type,
  svc_object_id: row.object_id,
  sequence: row.sequence,
  status: row.status,
  http_status: row.http_status,
  retries: row.retries,
  last_retried_at: isoSecondsOrNull(row.last_retried_at),
  next_attempt_at: isoSecondsOrNull(row.next_attempt_at),
  svc_webhook_replay_id: row.replay_id,
  created_at: isoSeconds(row.created_at),
  updated_at: isoSeconds(row.updated_at),
});

/** Presents a webhook with its body, without the addresses that open a file for anyone. */
export const presentWebhookDetails = (
  row: ListedWebhook & { payload: string },
  attempts: WebhookAttemptRow[],
): WebhookMessageDetails => ({
  ...presentWebhook(row),
  payload: withoutSignedAddresses(JSON.parse(row.payload)) as WebhookMessageDetails['payload'],
  attempts: attempts.map(presentAttempt),
});

const presentAttempt = (row: WebhookAttemptRow): WebhookAttempt => ({
  attempt: row.attempt,
  webhook_url: row.webhook_url,
  http_status: row.http_status,
  error: row.error,
  response: row.response,
  duration_ms: row.duration_ms,
  // Attempts of an earlier version lack it.
  started_at: isoSeconds(row.started_at ?? new Date(row.finished_at.getTime() - row.duration_ms)),
});
