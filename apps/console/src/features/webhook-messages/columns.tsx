import { msg } from '@lingui/core/macro';
import type { WebhookAttempt, WebhookMessage } from '../../api/records.js';
import {
  codeColumn,
  filling,
  instantColumn,
  linkColumn,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byId } from '../../ui/record-keys.js';

/** Messages of webhooks, in lists of several endpoints or of one. */
export const messageColumns: readonly Column<WebhookMessage>[] = [
  linkColumn(msg`Message`, 'webhookMessage', byId, (row) => row.webhook_type),
  stateColumn(msg`State`, (row) => row.status),
  wide(unitsColumn(msg`Answer`, (row) => row.http_status)),
  wide(unitsColumn(msg`Retries`, (row) => row.retries)),
  filling(codeColumn(msg`Object`, (row) => row.svc_object_id)),
  instantColumn(msg`Created`, (row) => row.created_at),
  wide(instantColumn(msg`Next attempt`, (row) => row.next_attempt_at)),
];

export const attemptColumns: readonly Column<WebhookAttempt>[] = [
  unitsColumn(msg`Attempt`, (row) => row.attempt),
  instantColumn(msg`Time`, (row) => row.started_at),
  unitsColumn(msg`Answer`, (row) => row.http_status),
  unitsColumn(msg`Milliseconds`, (row) => row.duration_ms),
  textColumn(msg`Error`, (row) => row.error),
  filling(codeColumn(msg`Body of the answer`, (row) => row.response)),
];
