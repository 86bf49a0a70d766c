import { msg } from '@lingui/core/macro';
import type { WebhookEndpoint } from '../../api/records.js';
import { codeColumn, instantColumn, linkColumn, stateColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { byId } from '../../ui/record-keys.js';

/** Whether an endpoint gets messages. */
export const endpointState = ({ pause }: WebhookEndpoint): string => (pause ? 'paused' : 'active');

export const endpointColumns: readonly Column<WebhookEndpoint>[] = [
  linkColumn(msg`Address`, 'webhookEndpoint', byId, (row) => row.webhook_url),
  stateColumn(msg`State`, endpointState),
  wide(textColumn(msg`Name`, (row) => row.name)),
  wide(textColumn(msg`Types of messages`, (row) => row.event_types?.length ?? '∞')),
  wide(codeColumn(msg`Signature`, (row) => row.signature_algo)),
  wide(instantColumn(msg`Created`, (row) => row.created_at)),
];
