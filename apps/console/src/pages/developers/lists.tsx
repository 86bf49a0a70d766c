import { msg } from '@lingui/core/macro';
import type { ActivityLog, ApiLog, Event, EventError, WebhookEndpoint, WebhookMessage } from '../../api/records.js';
import {
  codeColumn,
  dataColumn,
  filling,
  instantColumn,
  linkColumn,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  wordColumn,
  type Column,
} from '../../ui/columns.js';
import { customerFilter, type Filter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { State } from '../../ui/values.js';
import { LiveEvents } from '../../features/events/live.js';

const byId = ({ svc_id }: { svc_id: string }): string => svc_id;
const days: readonly Filter[] = [
  { name: 'from_date', word: msg`From`, kind: 'date' },
  { name: 'to_date', word: msg`Until`, kind: 'date' },
];

const eventColumns: readonly Column<Event>[] = [
  linkColumn(msg`Transaction`, 'event', (row) => row.transaction_id),
  codeColumn(msg`Code`, (row) => row.code),
  wide(codeColumn(msg`Subscription`, (row) => row.external_subscription_id)),
  dataColumn(msg`Properties`, (row) => row.properties),
  instantColumn(msg`Time of the event`, (row) => row.timestamp),
  wide(instantColumn(msg`Received`, (row) => row.created_at)),
];

export const Events = () => (
  <ListPage
    hasPages
    title={msg`Events`}
    empty={msg`No events yet. They appear once your product sends usage.`}
    call={{ path: '/events' }}
    rowsOf={({ events }) => events}
    keyOf={byId}
    columns={eventColumns}
    filters={[
      { name: 'code', word: msg`Code`, kind: 'text' },
      { name: 'external_subscription_id', word: msg`Subscription`, kind: 'text' },
      customerFilter,
      { name: 'transaction_id', word: msg`Transaction`, kind: 'text' },
      {
        name: 'status',
        word: msg`State`,
        kind: 'choice',
        values: ['counted', 'unknown_code', 'field_missing', 'field_not_a_number', 'filter_value_unknown', 'voided'],
        words: {
          counted: msg`Counted`,
          unknown_code: msg`Unknown code`,
          field_missing: msg`Property missing`,
          field_not_a_number: msg`Property is not a number`,
          filter_value_unknown: msg`Value without a filter`,
          voided: msg`Voided`,
        },
      },
      { name: 'timestamp_from', word: msg`From`, kind: 'date' },
      { name: 'timestamp_to', word: msg`Until`, kind: 'date' },
    ]}
  >
    <LiveEvents columns={eventColumns} />
  </ListPage>
);

const eventErrorColumns: readonly Column<EventError>[] = [
  linkColumn(msg`Transaction`, 'event', (row) => row.transaction_id),
  {
    word: msg`Error`,
    cell: ({ errors }) => errors.map((error) => <State key={error} value={error} />),
    csv: ({ errors }) => errors.join(' '),
  },
  codeColumn(msg`Code`, (row) => row.code),
  wide(codeColumn(msg`Subscription`, (row) => row.external_subscription_id)),
  dataColumn(msg`Properties`, (row) => row.properties),
  wide(instantColumn(msg`Received`, (row) => row.created_at)),
];

export const EventErrors = () => (
  <ListPage
    hasPages
    title={msg`Events that do not count`}
    empty={msg`No errors. With the current metrics, every event of the last seven days counts.`}
    call={{ path: '/event_errors' }}
    rowsOf={({ event_errors: errors }) => errors}
    keyOf={byId}
    columns={eventErrorColumns}
    filters={[
      {
        name: 'error',
        word: msg`Error`,
        kind: 'choice',
        values: ['invalid_code', 'missing_aggregation_property', 'invalid_filter_values'],
      },
      { name: 'code', word: msg`Code`, kind: 'text' },
      { name: 'external_subscription_id', word: msg`Subscription`, kind: 'text' },
      { name: 'transaction_id', word: msg`Transaction`, kind: 'text' },
      ...days,
    ]}
  />
);

/** Whether an endpoint gets messages. */
export const endpointState = ({ pause }: WebhookEndpoint): string => (pause ? 'paused' : 'active');

const endpointColumns: readonly Column<WebhookEndpoint>[] = [
  linkColumn(msg`Address`, 'webhookEndpoint', byId, (row) => row.webhook_url),
  stateColumn(msg`State`, endpointState),
  wide(textColumn(msg`Name`, (row) => row.name)),
  wide(textColumn(msg`Types of messages`, (row) => row.event_types?.length ?? '∞')),
  wide(codeColumn(msg`Signature`, (row) => row.signature_algo)),
  wide(instantColumn(msg`Created`, (row) => row.created_at)),
];

export const Webhooks = () => (
  <ListPage
    hasPages
    title={msg`Webhooks`}
    empty={msg`No endpoints yet. Create one to receive webhooks at an address of your product.`}
    call={{ path: '/webhook_endpoints' }}
    rowsOf={({ webhook_endpoints: endpoints }) => endpoints}
    keyOf={byId}
    columns={endpointColumns}
  />
);

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
        word: msg`State`,
        kind: 'choice',
        values: ['pending', 'succeeded', 'failed', 'retrying'],
      },
      { name: 'webhook_type', word: msg`Type`, kind: 'text' },
      { name: 'svc_webhook_endpoint_id', word: msg`Id of the endpoint`, kind: 'text' },
      { name: 'svc_object_id', word: msg`Id of the object`, kind: 'text' },
      ...days,
    ]}
  />
);

const apiLogColumns: readonly Column<ApiLog>[] = [
  linkColumn(
    msg`Call`,
    'apiLog',
    (row) => row.request_id,
    (row) => `${row.http_method.toUpperCase()} ${row.request_path}`,
  ),
  unitsColumn(msg`Answer`, (row) => row.http_status),
  wide(textColumn(msg`Client`, (row) => row.client)),
  instantColumn(msg`Time`, (row) => row.logged_at),
];

export const ApiLogs = () => (
  <ListPage
    hasPages
    title={msg`API log`}
    empty={msg`No calls yet. Each call that changes data, or tries to, appears here.`}
    call={{ path: '/api_logs' }}
    rowsOf={({ api_logs: logs }) => logs}
    keyOf={({ request_id }) => request_id}
    columns={apiLogColumns}
    filters={[
      {
        name: 'http_methods[]',
        word: msg`Method`,
        kind: 'choice',
        values: ['post', 'put', 'patch', 'delete'],
      },
      { name: 'http_statuses[]', word: msg`Answer`, kind: 'text' },
      { name: 'request_paths[]', word: msg`Path`, kind: 'text' },
      ...days,
    ]}
  />
);

const activityColumns: readonly Column<ActivityLog>[] = [
  linkColumn(
    msg`Activity`,
    'activity',
    (row) => row.activity_id,
    (row) => row.activity_type,
  ),
  wide(textColumn(msg`Object`, (row) => row.resource_type)),
  wide(codeColumn(msg`Customer`, (row) => row.external_customer_id)),
  wide(codeColumn(msg`Subscription`, (row) => row.external_subscription_id)),
  textColumn(msg`Person`, (row) => row.user_email),
  wide(wordColumn(msg`By`, (row) => row.activity_source)),
  instantColumn(msg`Time`, (row) => row.logged_at),
];

export const Activity = () => (
  <ListPage
    hasPages
    title={msg`Activity`}
    empty={msg`No activity yet. Each change of an object appears here.`}
    call={{ path: '/activity_logs' }}
    rowsOf={({ activity_logs: logs }) => logs}
    keyOf={({ activity_id }) => activity_id}
    columns={activityColumns}
    filters={[
      { name: 'activity_types[]', word: msg`Type`, kind: 'text' },
      { name: 'activity_sources[]', word: msg`By`, kind: 'choice', values: ['api', 'front', 'system'] },
      customerFilter,
      { name: 'external_subscription_id', word: msg`Subscription`, kind: 'text' },
      { name: 'user_emails[]', word: msg`Person`, kind: 'text' },
      ...days,
    ]}
  />
);
