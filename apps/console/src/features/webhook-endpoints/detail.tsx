import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../../frame/membership.js';
import { DescriptionList, DetailPage, Related, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Copyable, Nothing } from '../../ui/values.js';
import { messageColumns } from '../webhook-messages/columns.js';
import { endpointState } from './columns.js';
import { endpointActs } from './acts.js';

/** An endpoint of webhooks, with its latest messages. */
export function WebhookEndpoint() {
  const id = useId();
  const { path } = useMembership();
  return (
    <DetailPage
      call={{ path: '/webhook_endpoints/{svc_id}', values: { svc_id: id } }}
      parent={{ label: msg`Webhooks`, to: '/$organization/developers/webhooks' }}
      headOf={({ webhook_endpoint: endpoint }) => ({
        name: endpoint.name || endpoint.webhook_url,
        id: endpoint.svc_id,
        state: endpointState(endpoint),
      })}
      actions={({ webhook_endpoint: endpoint }) => <Acts acts={endpointActs} record={endpoint} />}
    >
      {({ webhook_endpoint: endpoint }) => (
        <>
          <DescriptionList
            items={[
              [msg`Address`, <Copyable value={endpoint.webhook_url} />],
              [msg`Signature`, endpoint.signature_algo],
              [msg`Types of messages`, endpoint.event_types?.join(', ') ?? <Trans>All</Trans>],
              [msg`Paused since`, <Instant iso={endpoint.pause?.since} focusable />],
              [msg`Paused until`, <Instant iso={endpoint.pause?.until} focusable />],
              [msg`Reason of the pause`, endpoint.pause?.reason ?? <Nothing />],
              [msg`Created`, <Instant iso={endpoint.created_at} focusable />],
            ]}
          />
          <Related
            title={msg`Messages`}
            permission="developers:manage"
            call={{ path: '/webhook_messages', query: { svc_webhook_endpoint_id: id } }}
            rowsOf={({ webhook_messages: messages }) => messages}
            columns={messageColumns}
            keyOf={({ svc_id }) => svc_id}
            all={
              <Link
                to="/$organization/developers/webhook-messages"
                params={{ organization: path }}
                search={{ svc_webhook_endpoint_id: id }}
                className="record-link"
              >
                <Trans>All in the list</Trans>
              </Link>
            }
          />
        </>
      )}
    </DetailPage>
  );
}
