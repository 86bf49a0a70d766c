import { msg } from '@lingui/core/macro';
import type { WebhookAttempt, WebhookMessage } from '../../api/records.js';
import {
  codeColumn,
  filling,
  preciseColumn,
  linkColumn,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byId } from '../../ui/record-keys.js';

/** A column that shows all of a text, in several lines. */
const broken = <Row,>(column: Column<Row>): Column<Row> => ({ ...column, breaks: true });

/** Messages of webhooks, in lists of several endpoints or of one. */
export const messageColumns: readonly Column<WebhookMessage>[] = [
  linkColumn(msg`Message`, 'webhookMessage', byId, (row) => row.webhook_type),
  stateColumn(msg`State`, (row) => row.status),
  wide(unitsColumn(msg`Answer`, (row) => row.http_status)),
  wide(unitsColumn(msg`Retries`, (row) => row.retries)),
  filling(codeColumn(msg`Object`, (row) => row.svc_object_id)),
  preciseColumn(msg`Created`, (row) => row.created_at),
  wide(preciseColumn(msg`Next attempt`, (row) => row.next_attempt_at)),
];

export const attemptColumns: readonly Column<WebhookAttempt>[] = [
  unitsColumn(msg`Attempt`, (row) => row.attempt),
  preciseColumn(msg`Time`, (row) => row.started_at),
  unitsColumn(msg`Answer`, (row) => row.http_status),
  unitsColumn(msg`Milliseconds`, (row) => row.duration_ms),
  broken(textColumn(msg`Error`, (row) => row.error)),
  filling(codeColumn(msg`Body of the answer`, (row) => row.response)),
];
