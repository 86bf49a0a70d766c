import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  callAs,
  databaseUrl,
  forbidden,
  notAllowed,
  notFound,
  Sandbox,
  signIn,
  signUp,
  validationFailed,
  waitFor,
  type SignedUp,
} from '@tollgate/testing';
import { administer, operate, signUpOperator } from '../operators/operator.fixture.js';

interface Entry {
  svc_id: string;
  expires_at: string;
}

const reason = 'Support case 4711: a fee looks wrong.';
let home: Sandbox;
let sandbox: Sandbox;
let operator: SignedUp;

beforeAll(async () => {
  home = await Sandbox.create();
  sandbox = await Sandbox.create();
  operator = await signUpOperator(home);
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
});

const enter = (token: string, entry: object = { reason }, id = sandbox.organizationId) =>
  operate(token, 'POST', `/organizations/${id}/entries`, { entry });
async function entered(token: string, more: object = {}): Promise<Entry> {
  const { status, body } = await enter(token, { reason, ...more });
  expect(status).toBe(200);
  return body['entry'] as Entry;
}
const inside = (token: string, method: string, path: string, body?: unknown) =>
  callAs(token, method, path, body, sandbox.organizationId);
const leave = (token: string, id: string) => callAs(token, 'DELETE', `/session/entries/${id}`);
const outside = forbidden('organization_not_found');

describe('an operator who enters an organization', () => {
  it('writes a reason, is no member of it, and is a person', async () => {
    expect(await enter(operator.token, { reason: 'short' })).toEqual(
      validationFailed({ reason: ['value_is_too_short'] }),
    );
    expect(await enter(operator.token, { reason }, home.organizationId)).toEqual(notAllowed('already_a_member'));
    expect(await enter(operator.token, { reason }, '018f0000-0000-7000-8000-000000000001')).toEqual(
      notFound('organization'),
    );
    expect(await administer('POST', `/organizations/${sandbox.organizationId}/entries`, { entry: { reason } })).toEqual(
      forbidden('session_required'),
    );
    const admin = await signUp(home, ['admin']);
    expect(await enter(admin.token)).toEqual(forbidden('operator_required'));
    expect(await inside(operator.token, 'GET', '/customers')).toEqual(outside);
  });

  it('reads for an hour, changes nothing, and is in both logs of the organization', async () => {
    const { svc_id: id, expires_at: end } = await entered(operator.token);
    expect(Date.parse(end) - Date.now()).toBeGreaterThan(3_500_000);
    expect((await callAs(operator.token, 'GET', '/session')).body).toMatchObject({
      session: {
        memberships: [
          { organization: { svc_id: home.organizationId }, entry: null },
          {
            organization: { svc_id: sandbox.organizationId },
            roles: [],
            entry: { svc_id: id, reason, may_change: false, expires_at: end },
          },
        ],
      },
    });
    for (const path of ['/customers/c', '/invoices', '/webhook_endpoints', '/api_logs', '/members'])
      expect([path, await inside(operator.token, 'GET', path)]).toMatchObject([path, { status: 200 }]);
    for (const [method, path, body] of [
      ['POST', '/customers', { customer: { external_id: 'd', currency: 'EUR' } }],
      ['DELETE', '/customers/c', undefined],
      ['POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url: 'https://a.example' } }],
      ['POST', '/api_keys', { api_key: { name: 'mine' } }],
      ['GET', '/api_keys', undefined],
      ['GET', '/customers/c/portal_url', undefined],
      ['POST', '/invites', { invite: { email: operator.email, roles: ['admin'] } }],
    ] as const)
      expect([path, await inside(operator.token, method, path, body)]).toMatchObject([path, { status: 403 }]);

    expect(await leave(operator.token, id)).toMatchObject({
      status: 200,
      body: { entry: { left_at: expect.any(String) } },
    });
    expect(await leave(operator.token, id)).toMatchObject({ status: 200 });
    expect(await inside(operator.token, 'GET', '/customers')).toEqual(outside);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const logs = await sandbox.call('GET', `/security_logs?to_date=${until}&log_types[]=operator`);
    expect(logs.body).toMatchObject({
      security_logs: [
        { log_event: 'operator.left', user_email: operator.email, resources: { reason } },
        { log_event: 'operator.entered', user_email: operator.email, resources: { reason, may_change: false } },
      ],
    });
    await waitFor('the activities', async () => {
      const { body } = await sandbox.call('GET', `/activity_logs?resource_types[]=OperatorEntry&resource_ids[]=${id}`);
      const activities = body['activity_logs'] as { user_email: string; activity_object: { reason: string } }[];
      return (
        activities.length === 2 &&
        activities.every((one) => one.user_email === operator.email && one.activity_object.reason === reason)
      );
    });
  });

  it('changes something after it said so, but gives nobody lasting access', async () => {
    const { svc_id: id } = await entered(operator.token, { may_change: true });
    const name = { customer: { external_id: 'c', name: 'Repaired' } };
    expect(await inside(operator.token, 'POST', '/customers', name)).toMatchObject({ status: 200 });
    expect(await inside(operator.token, 'POST', '/api_keys', { api_key: { name: 'mine' } })).toMatchObject({
      status: 403,
    });
    expect(await inside(operator.token, 'GET', '/customers/c/portal_url')).toMatchObject({ status: 403 });
    expect(
      await inside(operator.token, 'POST', '/event_sources', {
        event_source: { code: 's', name: 's', kind: 'webhook' },
      }),
    ).toMatchObject({ status: 403 });
    const invite = { invite: { email: operator.email, roles: ['finance'] } };
    expect(await inside(operator.token, 'POST', '/invites', invite)).toMatchObject({ status: 403 });
    await waitFor('the activity', async () => {
      const { body } = await sandbox.call('GET', '/activity_logs?activity_types[]=customer.updated');
      return (body['activity_logs'] as { user_email: string }[])[0]?.user_email === operator.email;
    });
    await leave(operator.token, id);
  });

  it('stays with one session, and only that session and its person end it', async () => {
    const other = await signUpOperator(home);
    const { body } = await signIn(operator.email);
    const second = (body['session'] as { token: string }).token;
    const { svc_id: id } = await entered(operator.token);
    expect(await inside(second, 'GET', '/customers')).toEqual(outside);
    expect(await leave(other.token, id)).toEqual(notFound('entry'));
    expect(await inside(operator.token, 'GET', '/customers')).toMatchObject({ status: 200 });
    const { svc_id: next } = await entered(operator.token);
    expect(next).not.toBe(id);
    const { body: session } = await callAs(operator.token, 'GET', '/session');
    expect((session['session'] as { memberships: object[] }).memberships).toHaveLength(2);
    await leave(second, next);
    expect(await inside(operator.token, 'GET', '/customers')).toEqual(outside);
  });

  it('is out after its hour, after a sign-out, and after a dismissal', async () => {
    const late = await signUpOperator(home);
    const { svc_id: id } = await entered(late.token);
    const client = new pg.Client(databaseUrl());
    await client.connect();
    await client.query(`update identity.operator_entries set expires_at = now() where id = $1`, [id]);
    await client.end();
    await waitFor('the end', async () => (await inside(late.token, 'GET', '/customers')).status === 403, 10_000);

    const gone = await signUpOperator(home);
    await entered(gone.token);
    await callAs(gone.token, 'DELETE', '/session');
    const dismissed = await signUpOperator(home);
    await entered(dismissed.token);
    await operate(operator.token, 'DELETE', `/operators/${encodeURIComponent(dismissed.email)}`);
    expect(await inside(dismissed.token, 'GET', '/customers')).toEqual(outside);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const logs = await sandbox.call('GET', `/security_logs?to_date=${until}&log_events[]=operator.left&per_page=2`);
    const emails = (logs.body['security_logs'] as { user_email: string }[]).map(({ user_email: email }) => email);
    expect(emails.sort()).toEqual([gone.email, dismissed.email].sort());
  });

  it('sees a suspended organization, too', async () => {
    const suspended = await Sandbox.create();
    const place = `/organizations/${suspended.organizationId}`;
    await operate(operator.token, 'POST', `${place}/suspension`, { suspension: { reason } });
    expect(await enter(operator.token, { reason }, suspended.organizationId)).toMatchObject({ status: 200 });
    expect(await callAs(operator.token, 'GET', '/customers', undefined, suspended.organizationId)).toMatchObject({
      status: 200,
    });
  });
});
