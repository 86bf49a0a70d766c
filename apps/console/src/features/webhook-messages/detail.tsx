import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { useRead } from '../../frame/membership.js';
import { DescriptionList, DetailPage, Rows, Section, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Json } from '../../ui/json.js';
import { RecordLink } from '../../ui/record-link.js';
import { Copyable, Units } from '../../ui/values.js';
import { attemptColumns } from './columns.js';
import { messageActs } from './acts.js';

/** Leads to an endpoint under its address. */
function EndpointLink({ id }: { id: string }) {
  const { data } = useRead({ path: '/webhook_endpoints/{svc_id}', values: { svc_id: id } });
  return (
    <RecordLink kind="webhookEndpoint" id={id}>
      {data?.webhook_endpoint.webhook_url ?? id.slice(0, 8)}
    </RecordLink>
  );
}

/** A message of a webhook, with its attempts and its payload. */
export function WebhookMessage() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/webhook_messages/{svc_id}', values: { svc_id: id } }}
      parent={{ label: msg`Webhook messages`, to: '/$organization/developers/webhook-messages' }}
      headOf={({ webhook_message: message }) => ({
        name: message.webhook_type,
        id: message.svc_id,
        state: message.status,
      })}
      actions={({ webhook_message: message }) => <Acts acts={messageActs} record={message} />}
    >
      {({ webhook_message: message }) => (
        <>
          <DescriptionList
            items={[
              [msg`Endpoint`, <EndpointLink id={message.svc_webhook_endpoint_id} />],
              [msg`Object`, <Copyable value={message.svc_object_id} />],
              [msg`Answer`, <Units value={message.http_status} />],
              [msg`Retries`, <Units value={message.retries} />],
              [msg`Place in the order`, <Units value={message.sequence} />],
              [msg`Created`, <Instant iso={message.created_at} precision="seconds" focusable />],
              [msg`Next attempt`, <Instant iso={message.next_attempt_at} precision="seconds" focusable />],
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
