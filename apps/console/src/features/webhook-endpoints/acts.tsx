import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { WebhookEndpoint } from '../../api/records.js';
import type { Act, Creation } from '../../acts/act.js';
import type { Field, Values } from '../../acts/field.js';

const pathOf = ({ svc_id }: WebhookEndpoint) => ({ path: { svc_id } });

const fieldsOf = (endpoint: Partial<WebhookEndpoint>): readonly Field[] => [
  { kind: 'address', name: 'webhook_url', label: msg`Address`, initial: endpoint.webhook_url ?? '' },
  { kind: 'text', name: 'name', label: msg`Name`, initial: endpoint.name ?? '', isOptional: true },
  {
    kind: 'choice',
    name: 'signature_algo',
    label: msg`Signature`,
    initial: endpoint.signature_algo ?? 'hmac',
    options: [
      { value: 'hmac', label: 'HMAC' },
      { value: 'jwt', label: 'JWT' },
    ],
  },
  {
    kind: 'long',
    name: 'event_types',
    label: msg`Types of messages`,
    hint: msg`Separated by commas. Without any, all types are sent`,
    initial: endpoint.event_types?.join(', ') ?? '',
    isOptional: true,
  },
];

const endpointOf = ({ webhook_url = '', name = '', signature_algo: algorithm, event_types: types = '' }: Values) => ({
  webhook_url,
  name: name === '' ? null : name,
  signature_algo: algorithm as 'hmac' | 'jwt',
  event_types: types.trim() === '' ? null : types.split(/[,\s]+/).filter((one) => one !== ''),
});

/** Creates an endpoint of webhooks. */
export const createEndpoint: Creation = {
  isCreation: true,
  call: 'POST /webhook_endpoints',
  permission: 'developers:manage',
  label: msg`Create an endpoint`,
  Summary: () => <Trans>Each change that you choose is sent to the address, signed.</Trans>,
  fieldsOf: () => fieldsOf({}),
  send: async ({ headers }, _, values) => {
    const body = { webhook_endpoint: endpointOf(values) };
    const { webhook_endpoint: created } = await answerOf(api.POST('/webhook_endpoints', { headers, body }));
    return { goTo: { kind: 'webhookEndpoint', id: created.svc_id } };
  },
  done: msg`The endpoint is created.`,
};

const test: Act<WebhookEndpoint> = {
  call: 'POST /webhook_endpoints/{svc_id}/test',
  permission: 'developers:manage',
  label: msg`Send a test message`,
  Summary: ({ record }) => (
    <Trans>
      A signed test message is sent to <code>{record.webhook_url}</code> now.
    </Trans>
  ),
  send: async ({ headers }, record) => {
    const call = api.POST('/webhook_endpoints/{svc_id}/test', { headers, params: pathOf(record) });
    const { webhook_message: message } = await answerOf(call);
    return { goTo: { kind: 'webhookMessage', id: message.svc_id } };
  },
  done: msg`The test message is sent.`,
};

const resume: Act<WebhookEndpoint> = {
  call: 'POST /webhook_endpoints/{svc_id}/resume',
  permission: 'developers:manage',
  label: msg`Resume the endpoint`,
  refusalOf: ({ pause }) => (pause ? null : msg`The endpoint is not paused.`),
  Summary: () => <Trans>Messages of the pause are sent now, in their order.</Trans>,
  send: async ({ headers }, record) => {
    await answerOf(api.POST('/webhook_endpoints/{svc_id}/resume', { headers, params: pathOf(record) }));
  },
  done: msg`The endpoint is resumed.`,
};

const pause: Act<WebhookEndpoint> = {
  call: 'POST /webhook_endpoints/{svc_id}/pause',
  permission: 'developers:manage',
  label: msg`Pause the endpoint`,
  refusalOf: ({ pause: running }) => (running ? msg`The endpoint is paused.` : null),
  Summary: () => <Trans>Messages wait until the endpoint is resumed. None is lost.</Trans>,
  send: async ({ headers }, record) => {
    await answerOf(api.POST('/webhook_endpoints/{svc_id}/pause', { headers, params: pathOf(record) }));
  },
  done: msg`The endpoint is paused.`,
  undo: resume,
};

const edit: Act<WebhookEndpoint> = {
  call: 'PUT /webhook_endpoints/{svc_id}',
  permission: 'developers:manage',
  label: msg`Edit the endpoint`,
  fieldsOf,
  send: async ({ headers }, record, values) => {
    const body = { webhook_endpoint: endpointOf(values) };
    await answerOf(api.PUT('/webhook_endpoints/{svc_id}', { headers, params: pathOf(record), body }));
  },
  done: msg`The endpoint is changed.`,
};

const replay: Act<WebhookEndpoint> = {
  call: 'POST /webhook_replays',
  permission: 'developers:manage',
  label: msg`Replay failed messages`,
  Summary: () => <Trans>Messages that failed since this day are sent again, each under its own id.</Trans>,
  fieldsOf: () => [{ kind: 'day', name: 'failed_since', label: msg`Failed since` }],
  send: async ({ headers }, { svc_id }, { failed_since = '' }) => {
    const webhook_replay = { svc_webhook_endpoint_id: svc_id, failed_since };
    await answerOf(api.POST('/webhook_replays', { headers, body: { webhook_replay } }));
  },
  done: msg`The replay has begun.`,
};

const remove: Act<WebhookEndpoint> = {
  call: 'DELETE /webhook_endpoints/{svc_id}',
  permission: 'developers:manage',
  label: msg`Delete the endpoint`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>
      Nothing is sent to <code>{record.webhook_url}</code> any more. Its waiting messages are dropped.
    </Trans>
  ),
  send: async ({ headers }, record) => {
    await answerOf(api.DELETE('/webhook_endpoints/{svc_id}', { headers, params: pathOf(record) }));
  },
  done: msg`The endpoint is deleted.`,
};

/** The acts of an endpoint of webhooks. */
export const endpointActs: readonly Act<WebhookEndpoint>[] = [test, resume, pause, edit, replay, remove];
