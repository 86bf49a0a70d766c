import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { WebhookEndpoint } from '../../api/records.js';
import { codeColumn, instantColumn, linkColumn, stateColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { useMembership } from '../../frame/membership.js';
import { byId } from '../../ui/record-keys.js';

/** Whether an endpoint gets messages. */
export const endpointState = ({ pause }: WebhookEndpoint): string => (pause ? 'paused' : 'active');

/** Leads to the messages of an endpoint that were given up. */
function FailedMessages({ id }: { id: string }) {
  const { path } = useMembership();
  return (
    <Link
      to="/$organization/developers/webhook-messages"
      params={{ organization: path }}
      search={{ svc_webhook_endpoint_id: id, status: 'failed' }}
      className="record-link"
    >
      <Trans>Show</Trans>
    </Link>
  );
}

export const endpointColumns: readonly Column<WebhookEndpoint>[] = [
  linkColumn(msg`Address`, 'webhookEndpoint', byId, (row) => row.webhook_url),
  stateColumn(msg`State`, endpointState),
  wide(textColumn(msg`Name`, (row) => row.name)),
  wide({
    label: msg`Types of messages`,
    cell: (row) => row.event_types?.length ?? <Trans>All</Trans>,
    csv: (row) => row.event_types?.join(' ') ?? '',
  }),
  { label: msg`Failed messages`, cell: (row) => <FailedMessages id={row.svc_id} />, csv: () => '' },
  wide(codeColumn(msg`Signature`, (row) => row.signature_algo)),
  wide(instantColumn(msg`Created`, (row) => row.created_at)),
];
