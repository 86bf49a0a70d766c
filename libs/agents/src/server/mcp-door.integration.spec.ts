import { beforeAll, describe, expect, it } from '@jest/globals';
import { baseUrl, call, Sandbox, waitFor } from '@tollgate/testing';
import { aBilledOrganization, Agent, invoicesByMonth } from './agent.fixture.js';

let sandbox: Sandbox;
let other: Sandbox;
let agent: Agent;

const both = 'application/json, text/event-stream';
const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

/** One request with the key of the organization, in any form. */
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox.apiKey}`,
      'content-type': 'application/json',
      accept: both,
      ...headers,
    },
    body,
  });

const keyWith = async (permissions: Record<string, string[]>) =>
  (await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', { api_key: { permissions } })).api_key.value;

beforeAll(async () => {
  [sandbox, other] = [await aBilledOrganization(), await Sandbox.create()];
  agent = await Agent.connect(sandbox.apiKey);
}, 120_000);

describe('the door of agents', () => {
  it.each([
    ['no key', {}, 401],
    ['an unknown key', { authorization: 'Bearer unknown' }, 401],
    ['a key as a cookie', { cookie: 'tollgate_session=unknown' }, 401],
  ])('refuses a call with %s', async (_, headers: Record<string, string>, status) => {
    const { authorization, ...rest } = headers;
    expect((await call('POST', '/mcp', authorization, message('tools/list'), { accept: both, ...rest })).status).toBe(
      status,
    );
  });

  it('refuses pages of other origins', async () => {
    const answer = await post(JSON.stringify(message('tools/list')), { origin: 'https://evil.example' });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'origin_not_allowed' }),
    ]);
  });

  it.each(['GET', 'DELETE', 'PUT'] as const)('has no sessions and no streams: %s is not allowed', async (method) => {
    const answer = await fetch(`${baseUrl}/mcp`, { method, headers: { authorization: `Bearer ${sandbox.apiKey}` } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([
    ['no JSON', '{', 400],
    ['no message', '{"a":1}', 400],
    ['nothing', '', 400],
    ['a list of messages', JSON.stringify([message('tools/list'), message('tools/list')]), 400],
    ['a body that is too large', JSON.stringify(message('tools/list', { text: 'x'.repeat(70_000) })), 413],
  ])('refuses %s', async (_, body, status) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    await answer.text();
  });

  it('answers JSON, and refuses clients that take none', async () => {
    const listed = await post(JSON.stringify(message('tools/list')));
    expect([listed.status, listed.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
    expect(listed.headers.get('cache-control')).toBe('no-store');
    expect((await post(JSON.stringify(message('tools/list')), { accept: 'text/html' })).status).toBe(406);
  });

  it.each([
    ['an unknown tool', 'drop_everything', {}],
    ['an unknown field', 'find', { query: 'a', sql: 'select 1' }],
    ['a field of another kind', 'find', { query: { $gt: '' } }],
    ['a text beyond its bound', 'find', { query: 'x'.repeat(300) }],
  ])('answers an error for %s', async (_, name, input) => {
    const { isError } = await agent.client.callTool({ name, arguments: input });
    expect(isError).toBe(true);
  });

  it.each(['..', '../../admin/organizations', '%2e%2e', "' or 1=1 --"])(
    'finds nothing under the name %s',
    async (name) => {
      expect(await agent.refusal('usage_now', { customer: name, subscription: 'sub' })).toMatchObject({ status: 404 });
    },
  );
});

describe('the calls of an agent', () => {
  it('show nothing of another organization', async () => {
    const foreign = await Agent.connect(other.apiKey);
    const [invoice] = [...(await invoicesByMonth(sandbox)).values()];
    expect(await foreign.refusal('explain_invoice', { invoice: invoice?.svc_id })).toEqual({
      status: 404,
      code: 'invoice_not_found',
    });
    expect(await foreign.refusal('explain_invoice', { invoice: invoice?.number })).toMatchObject({
      code: 'invoice_not_found',
      similar: [],
    });
    expect(await foreign.refusal('usage_now', { customer: 'acme', subscription: 'sub' })).toMatchObject({
      status: 404,
    });
    expect(await foreign.answer('find', { query: 'acme' })).toMatchObject({ found: [] });
  });

  it('are bound to the permissions of the key, and name what it lacks', async () => {
    const limited = await Agent.connect(await keyWith({ customer: ['read'], wallet: ['read'] }));
    const [invoice] = [...(await invoicesByMonth(sandbox)).values()];
    expect(await limited.refusal('explain_invoice', { invoice: invoice?.svc_id })).toMatchObject({
      status: 403,
      code: 'read_action_not_allowed_for_invoice',
      permission: 'invoice: read',
    });
    expect(await limited.answer('who_is_over')).toMatchObject({
      not_permitted: ['subscription: read'],
      low_wallets: [],
    });
    expect(await limited.answer('find', { query: 'acme' })).toMatchObject({ complete: true });
  });

  it('are in the log of calls under the name of the agent', async () => {
    const named = await Agent.connect(sandbox.apiKey, 'claude-code/2.1 (log)');
    await named.answer('price_what_if', { plan_code: 'pro', units: '1' });
    interface Logged {
      client: string;
      request_path: string;
    }
    const logged = await waitFor('the log of the call', async () => {
      const { api_logs: logs } = await sandbox.ok<{ api_logs: Logged[] }>('GET', '/api_logs');
      return logs.find(({ client }) => client === 'Tollgate-MCP (claude-code/2.1 (log))');
    });
    expect(logged.request_path).toBe('/api/v1/plans/price');
  });
});
