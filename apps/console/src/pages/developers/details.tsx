import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { WebhookAttempt } from '../../api/records.js';
import { useMembership } from '../../frame/membership.js';
import { codeColumn, filling, instantColumn, textColumn, unitsColumn, type Column } from '../../ui/columns.js';
import { DetailPage, Facts, Related, Rows, Section, useId } from '../../ui/detail-page.js';
import { RecordLink } from '../../ui/record-link.js';
import { Instant } from '../../ui/instant.js';
import { Copyable, Nothing, Units, Word } from '../../ui/values.js';
import { Json } from '../../ui/json.js';
import { endpointState, messageColumns } from './lists.js';

/** An endpoint of webhooks, with its latest messages. */
export function WebhookEndpoint() {
  const id = useId();
  const { path } = useMembership();
  return (
    <DetailPage
      call={{ path: '/webhook_endpoints/{svc_id}', values: { svc_id: id } }}
      parent={{ word: msg`Webhooks`, to: '/$organization/developers/webhooks' }}
      headOf={({ webhook_endpoint: endpoint }) => ({
        name: endpoint.name || endpoint.webhook_url,
        id: endpoint.svc_id,
        state: endpointState(endpoint),
      })}
    >
      {({ webhook_endpoint: endpoint }) => (
        <>
          <Facts
            facts={[
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

const attemptColumns: readonly Column<WebhookAttempt>[] = [
  unitsColumn(msg`Attempt`, (row) => row.attempt),
  instantColumn(msg`Time`, (row) => row.started_at),
  unitsColumn(msg`Answer`, (row) => row.http_status),
  unitsColumn(msg`Milliseconds`, (row) => row.duration_ms),
  textColumn(msg`Error`, (row) => row.error),
  filling(codeColumn(msg`Body of the answer`, (row) => row.response)),
];

/** A message of a webhook, with its attempts and its payload. */
export function WebhookMessage() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/webhook_messages/{svc_id}', values: { svc_id: id } }}
      parent={{ word: msg`Webhook messages`, to: '/$organization/developers/webhook-messages' }}
      headOf={({ webhook_message: message }) => ({
        name: message.webhook_type,
        id: message.svc_id,
        state: message.status,
      })}
    >
      {({ webhook_message: message }) => (
        <>
          <Facts
            facts={[
              [
                msg`Endpoint`,
                <RecordLink place="webhookEndpoint" id={message.svc_webhook_endpoint_id}>
                  {message.svc_webhook_endpoint_id.slice(0, 8)}
                </RecordLink>,
              ],
              [msg`Object`, <Copyable value={message.svc_object_id} />],
              [msg`Answer`, <Units value={message.http_status} />],
              [msg`Retries`, <Units value={message.retries} />],
              [msg`Place in the order`, <Units value={message.sequence} />],
              [msg`Created`, <Instant iso={message.created_at} focusable />],
              [msg`Next attempt`, <Instant iso={message.next_attempt_at} focusable />],
            ]}
          />
          <Rows
            title={msg`Attempts`}
            columns={attemptColumns}
            rows={message.attempts}
            keyOf={({ attempt }) => String(attempt)}
            empty={msg`No attempts yet. The first one follows within seconds.`}
          />
          <Section title={msg`Payload`}>
            <Json value={message.payload} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}

/** A call of the API that changed something, or tried to. */
export function ApiLog() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/api_logs/{request_id}', values: { request_id: id } }}
      parent={{ word: msg`API log`, to: '/$organization/developers/api-logs' }}
      headOf={({ api_log: log }) => ({
        name: `${log.http_method.toUpperCase()} ${log.request_path}`,
        id: log.request_id,
      })}
    >
      {({ api_log: log }) => (
        <>
          <Facts
            facts={[
              [msg`Answer`, <Units value={log.http_status} />],
              [msg`Client`, log.client],
              [msg`Origin`, log.request_origin],
              [msg`Version`, log.api_version],
              [msg`Time`, <Instant iso={log.logged_at} focusable />],
            ]}
          />
          <Section title={msg`Body of the call`}>
            <Json value={log.request_body} />
          </Section>
          <Section title={msg`Body of the answer`}>
            <Json value={log.request_response} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}

/** An activity on an object, with its changes. */
export function ActivityOfObject() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/activity_logs/{activity_id}', values: { activity_id: id } }}
      parent={{ word: msg`Activity`, to: '/$organization/developers/activity' }}
      headOf={({ activity_log: log }) => ({ name: log.activity_type, id: log.activity_id })}
    >
      {({ activity_log: log }) => (
        <>
          <Facts
            facts={[
              [msg`Object`, log.resource_type],
              [msg`Id of the object`, <Copyable value={log.resource_id} />],
              [
                msg`Customer`,
                log.external_customer_id ? (
                  <RecordLink place="customer" id={log.external_customer_id}>
                    {log.external_customer_id}
                  </RecordLink>
                ) : (
                  <Nothing />
                ),
              ],
              [
                msg`Subscription`,
                log.external_subscription_id ? (
                  <RecordLink place="subscription" id={log.external_subscription_id}>
                    {log.external_subscription_id}
                  </RecordLink>
                ) : (
                  <Nothing />
                ),
              ],
              [msg`By`, <Word value={log.activity_source} />],
              [msg`Person`, log.user_email ?? <Nothing />],
              [msg`Time`, <Instant iso={log.logged_at} focusable />],
            ]}
          />
          <Section title={msg`Changes`}>
            <Json value={log.activity_object_changes} />
          </Section>
          <Section title={msg`Object`}>
            <Json value={log.activity_object} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}
