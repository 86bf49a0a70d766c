import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMembership } from '../../frame/membership.js';
import { dayFilters } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import { messageColumns } from './columns.js';

/** Webhooks are sent by real time: beside records of the sandbox's clock, their times need a word. */
function RealTime() {
  const { organization } = useMembership();
  return organization.sandbox ? (
    <p className="nothing">
      <Trans>Webhooks are sent and listed by real time, also in a sandbox.</Trans>
    </p>
  ) : null;
}

export const WebhookMessages = () => (
  <ListPage
    hasPages
    title={msg`Webhook messages`}
    empty={msg`No webhooks yet. They appear once an endpoint exists and something changes.`}
    call={{ path: '/webhook_messages' }}
    rowsOf={({ webhook_messages: messages }) => messages}
    keyOf={byId}
    columns={messageColumns}
    filters={[
      {
        name: 'status',
        label: msg`State`,
        kind: 'choice',
        values: ['pending', 'succeeded', 'failed', 'retrying'],
      },
      { name: 'webhook_type', label: msg`Type`, kind: 'text' },
      { name: 'svc_webhook_endpoint_id', label: msg`Id of the endpoint`, kind: 'text' },
      { name: 'svc_object_id', label: msg`Id of the object`, kind: 'text' },
      ...dayFilters,
    ]}
  >
    <RealTime />
  </ListPage>
);
