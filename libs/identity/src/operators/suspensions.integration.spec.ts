import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  baseUrl,
  call,
  callAs,
  forbidden,
  notAllowed,
  notFound,
  Sandbox,
  signUp,
  validationFailed,
  waitFor,
  type SignedUp,
} from '@tollgate/testing';
import { administer, operate, signUpOperator } from './operator.fixture.js';

let operator: SignedUp;
let sandbox: Sandbox;
let admin: SignedUp;
let portal: string;
let secret: string;
let door: string;

const reason = 'Invoices of three months are open.';
const path = () => `/organizations/${sandbox.organizationId}/suspension`;
const suspend = (token = operator.token, why: unknown = reason) =>
  operate(token, 'POST', path(), { suspension: { reason: why } });

beforeAll(async () => {
  operator = await signUpOperator(await Sandbox.create());
  sandbox = await Sandbox.create();
  admin = await signUp(sandbox, ['admin']);
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  const { customer } = await sandbox.ok<{ customer: { portal_url: string } }>('GET', '/customers/c/portal_url');
  portal = customer.portal_url.split(/[/#]/).at(-1) ?? '';
  const { event_source: source } = await sandbox.ok<{ event_source: { secret: string; paths: string[] } }>(
    'POST',
    '/event_sources',
    {
      event_source: {
        code: 'calls',
        name: 'Calls',
        kind: 'webhook',
        rules: [{ code: 'calls', subscription: 'customer' }],
      },
    },
  );
  secret = source.secret;
  door = source.paths[0] ?? '';
});

it('needs a reason, and an organization', async () => {
  const refused = (code: string) => validationFailed({ reason: [code] });
  expect(await operate(operator.token, 'POST', path(), {})).toMatchObject({ status: 400 });
  expect(await suspend(operator.token, null)).toEqual(refused('value_is_mandatory'));
  expect(await suspend(operator.token, '  ')).toEqual(refused('value_is_mandatory'));
  expect(await suspend(operator.token, ' too short ')).toEqual(refused('value_is_too_short'));
  expect(await suspend(operator.token, 'x'.repeat(501))).toEqual(
    validationFailed({ reason: ['value_is_too_long'] }, { reason: { max_length: 500 } }),
  );

  expect(
    await operate(operator.token, 'POST', '/organizations/018f0000-0000-7000-8000-000000000001/suspension', {
      suspension: { reason },
    }),
  ).toEqual(notFound('organization'));
  expect(await operate(operator.token, 'DELETE', path())).toEqual(notAllowed('not_suspended'));
});

describe('a suspended organization', () => {
  beforeAll(async () => {
    expect(await callAs(portal, 'GET', '/portal/customer')).toMatchObject({ status: 200 });
    expect(await suspend()).toMatchObject({
      status: 200,
      body: { organization: { suspended_at: expect.any(String), suspension_reason: reason } },
    });
  });

  const event = { transaction_id: 't', external_subscription_id: 's', code: 'm' };
  const refused = forbidden('organization_suspended');

  it.each([
    ['reads', 'GET', '/customers', undefined],
    ['events', 'POST', '/events', { event }],
    ['batches of events', 'POST', '/events/batch', { events: [event] }],
    ['acts on many records', 'POST', '/bulk_acts', { bulk_act: { act: 'invoices.finalize', filters: {} } }],
    ['webhook endpoints', 'POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url: 'https://a.example' } }],
    ['new keys', 'POST', '/api_keys', { api_key: { name: 'another' } }],
  ] as const)('has its %s refused, by key and by session', async (_, method, address, body) => {
    expect(await sandbox.call(method, address, body)).toEqual(refused);
    expect(await callAs(admin.token, method, address, body)).toEqual(refused);
  });

  it('has its customers and event sources refused', async () => {
    expect(await callAs(portal, 'GET', '/portal/customer')).toEqual(refused);
    const answer = await fetch(`${baseUrl}${door}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(403);
  });

  it('shows its people that it is suspended', async () => {
    expect((await callAs(admin.token, 'GET', '/session')).body).toMatchObject({
      session: { memberships: [{ organization: { svc_id: sandbox.organizationId, suspended: true } }] },
    });
  });

  it('is in the list of suspended ones, and is suspended once', async () => {
    expect(await suspend()).toEqual(notAllowed('already_suspended'));
    const { body } = await administer('GET', `/organizations?suspended=true&search_term=${sandbox.organizationId}`);
    expect(body).toMatchObject({ organizations: [{ svc_id: sandbox.organizationId, suspension_reason: reason }] });
  });

  it('delays nobody else', async () => {
    expect(await (await Sandbox.create()).call('GET', '/customers')).toMatchObject({ status: 200 });
  });

  it('is answered again after it is reinstated, with all of its data and both changes in its logs', async () => {
    expect(await operate(operator.token, 'DELETE', path())).toMatchObject({
      status: 200,
      body: { organization: { suspended_at: null, suspension_reason: null } },
    });
    expect(await sandbox.call('GET', '/customers/c')).toMatchObject({ status: 200 });
    expect(await callAs(portal, 'GET', '/portal/customer')).toMatchObject({ status: 200 });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const logs = await sandbox.call('GET', `/security_logs?to_date=${until}&log_types[]=operator`);
    expect(logs.body).toMatchObject({
      security_logs: [
        { log_event: 'operator.reinstated', user_email: operator.email, resources: { reason } },
        { log_event: 'operator.suspended', user_email: operator.email, resources: { reason } },
      ],
    });
    await waitFor('the activities', async () => {
      const { body } = await call(
        'GET',
        '/api/v1/activity_logs?resource_types[]=Organization',
        `Bearer ${sandbox.apiKey}`,
      );
      return (body['activity_logs'] as object[]).length === 2;
    });
  });
});
