import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { Act, Creation, Outcome } from '../../acts/act.js';
import type { Field, Values } from '../../acts/field.js';

type ApiKey = components['schemas']['ApiKey'];
type Permissions = NonNullable<components['schemas']['ApiKeyCreate']['permissions']>;

const permission = 'developers:keys:manage';
const shown = (value: string): Outcome => ({ shows: { label: msg`API key`, value, isSecret: true } });

const read: Permissions[string] = ['read'];
const both: Permissions[string] = ['read', 'write'];
/** For the tools of agents that read. */
const agent: Permissions = {
  customer: read,
  customer_usage: read,
  subscription: read,
  lifetime_usage: read,
  alert: read,
  invoice: read,
  fee: read,
  credit_note: read,
  payment: read,
  payment_method: read,
  payment_request: read,
  wallet: read,
  plan: read,
  analytic: read,
  event: read,
  webhook: read,
  webhook_endpoint: read,
};
/** For the tools that plan changes, too, and for the calls of the plans. */
const agentWithPlans: Permissions = {
  ...agent,
  mcp: both,
  invoice: both,
  credit_note: both,
  subscription: both,
  wallet_transaction: both,
};

/** The permissions of the form's choices; undefined for all of them. */
const scopes: Record<string, Permissions | undefined> = {
  all: undefined,
  events: { event: ['write'] },
  agent,
  agent_with_plans: agentWithPlans,
};

const keyFields: readonly Field[] = [
  { kind: 'text', name: 'name', label: msg`Name`, hint: msg`Such as the program that uses it` },
  {
    kind: 'choice',
    name: 'scope',
    label: msg`It may`,
    options: [
      { value: 'events', label: msg`Send events, and nothing else` },
      { value: 'agent', label: msg`Read for an AI agent` },
      { value: 'agent_with_plans', label: msg`Read for an AI agent, and apply its plans` },
      { value: 'all', label: msg`Read and change everything` },
    ],
  },
];

const keyOf = ({ name = '', scope = '' }: Values) => {
  const permissions = scopes[scope];
  return { name, ...(permissions ? { permissions } : {}) };
};

/** Creates an API key. Its value is shown once. */
export const createKey: Creation = {
  isCreation: true,
  call: 'POST /api_keys',
  permission,
  label: msg`Create an API key`,
  Summary: () => <Trans>A program that sends the key acts for this organization.</Trans>,
  fieldsOf: () => keyFields,
  send: async ({ headers }, _, values) => {
    const { api_key: created } = await answerOf(api.POST('/api_keys', { headers, body: { api_key: keyOf(values) } }));
    return shown(created.value);
  },
  done: msg`The API key is created.`,
};

const rotate: Act<ApiKey> = {
  call: 'POST /api_keys/{svc_id}/rotate',
  permission,
  label: msg`Rotate the key`,
  Summary: ({ record }) => (
    <Trans>A new key takes the place of {record.name ?? record.value}. The former one works until the day below.</Trans>
  ),
  fieldsOf: () => [
    {
      kind: 'day_end',
      name: 'expires_at',
      label: msg`The former key works until`,
      hint: msg`Without a day it ends now`,
      isOptional: true,
    },
  ],
  send: async ({ headers }, { svc_id, name }, { expires_at: day }) => {
    const body = { api_key: { name, ...(day ? { expires_at: day } : {}) } };
    const params = { path: { svc_id } };
    const { api_key: created } = await answerOf(api.POST('/api_keys/{svc_id}/rotate', { headers, params, body }));
    return shown(created.value);
  },
  done: msg`The key is rotated.`,
};

const rename: Act<ApiKey> = {
  call: 'PUT /api_keys/{svc_id}',
  permission,
  label: msg`Rename the key`,
  fieldsOf: ({ name }) => [{ kind: 'text', name: 'name', label: msg`Name`, initial: name ?? '' }],
  send: async ({ headers }, { svc_id }, { name = '' }) => {
    const body = { api_key: { name } };
    await answerOf(api.PUT('/api_keys/{svc_id}', { headers, params: { path: { svc_id } }, body }));
  },
  done: msg`The key is renamed.`,
};

const end: Act<ApiKey> = {
  call: 'DELETE /api_keys/{svc_id}',
  permission,
  label: msg`End the key`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>Programs that send {record.name ?? record.value} are refused from now on. This cannot be taken back.</Trans>
  ),
  send: async ({ headers }, { svc_id }) => {
    await answerOf(api.DELETE('/api_keys/{svc_id}', { headers, params: { path: { svc_id } } }));
  },
  done: msg`The key has ended.`,
};

/** The acts of an API key. */
export const keyActs: readonly Act<ApiKey>[] = [rotate, rename, end];
