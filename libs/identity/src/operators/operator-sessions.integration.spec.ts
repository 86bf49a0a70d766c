import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  callAs,
  forbidden,
  notAllowed,
  notFound,
  password,
  Sandbox,
  signUp,
  unauthorized,
  validationFailed,
  type SignedUp,
} from '@tollgate/testing';
import { administer, ageSessions, operate, signUpOperator } from './operator.fixture.js';

let home: Sandbox;
let operator: SignedUp;

beforeAll(async () => {
  home = await Sandbox.create();
  operator = await signUpOperator(home);
});

describe('a call about the installation', () => {
  const reads = ['/organizations', '/parked', '/paused_webhook_endpoints', '/operators', '/processes', '/test_clocks'];

  it.each(reads)('GET /admin%s is for the admin key and for operators', async (path) => {
    const member = await signUp(home, ['admin']);
    expect(await administer('GET', `${path}?per_page=1`)).toMatchObject({ status: 200 });
    expect(await operate(operator.token, 'GET', `${path}?per_page=1`)).toMatchObject({ status: 200 });
    expect(await operate(member.token, 'GET', path)).toEqual(forbidden('operator_required'));
    expect(await operate(home.apiKey, 'GET', path)).toEqual(unauthorized);
    expect(await operate('tgs_unknown', 'GET', path)).toEqual(unauthorized);
    expect(await operate(null, 'GET', path)).toEqual(unauthorized);
  });

  it('refuses others before it reads their bodies', async () => {
    const member = await signUp(home, ['admin']);
    const suspension = `/organizations/${home.organizationId}/suspension`;
    expect(await operate(member.token, 'POST', suspension, {})).toEqual(forbidden('operator_required'));
    expect(await operate(home.apiKey, 'POST', '/organizations', {})).toEqual(unauthorized);
    expect(await operate(null, 'DELETE', suspension)).toEqual(unauthorized);
  });

  it('about keys of an organization takes the admin key alone', async () => {
    const keys = `/organizations/${home.organizationId}/api_keys`;
    expect(await operate(operator.token, 'GET', keys)).toEqual(forbidden('admin_key_required'));
    expect(await operate(operator.token, 'POST', '/setup_link')).toEqual(forbidden('admin_key_required'));
    expect(await administer('GET', keys)).toMatchObject({ status: 200 });
  });

  it('changes something only after a recent proof', async () => {
    const late = await signUpOperator(home);
    const person = await signUp(home, ['finance']);
    const appoint = () => operate(late.token, 'PUT', `/operators/${encodeURIComponent(person.email)}`);
    expect(await appoint()).toMatchObject({ status: 200 });
    await ageSessions(late);
    expect(await appoint()).toEqual(forbidden('recent_sign_in_required'));
    expect(await operate(late.token, 'GET', '/operators')).toMatchObject({ status: 200 });
    const confirm = (proof: object) => callAs(late.token, 'POST', '/session/confirmation', { session: proof });
    expect(await confirm({ otp_code: '123456' })).toEqual(validationFailed({ password: ['value_is_mandatory'] }));
    expect(await confirm({ password: 'not the password' })).toEqual(
      validationFailed({ base: ['incorrect_login_or_password'] }),
    );
    expect(await appoint()).toEqual(forbidden('recent_sign_in_required'));
    expect(await confirm({ password })).toMatchObject({
      status: 200,
      body: { session: { current: true, confirmed_at: expect.any(String) } },
    });
    expect(await appoint()).toMatchObject({ status: 200 });
  });

  it('is refused at once after a dismissal, and nobody dismisses itself', async () => {
    const dismissed = await signUpOperator(home);
    const path = `/operators/${encodeURIComponent(dismissed.email)}`;
    expect(await operate(dismissed.token, 'DELETE', path)).toEqual(notAllowed('cannot_dismiss_yourself'));
    expect(await operate(operator.token, 'DELETE', path)).toMatchObject({ status: 200 });
    expect(await operate(dismissed.token, 'GET', '/organizations')).toEqual(forbidden('operator_required'));
  });
});

describe('the organizations of the installation', () => {
  it('are found by name and identifier, with their numbers', async () => {
    const name = `Found ${Math.random().toString(36).slice(2)} 100%`;
    const found = await Sandbox.create('2024-01-01T00:00:00Z', { name });
    await signUp(found, ['admin']);
    const list = (query: string) => operate(operator.token, 'GET', `/organizations?${query}`);
    const row = {
      svc_id: found.organizationId,
      name,
      sandbox: true,
      suspended_at: null,
      members_count: 1,
      parked_count: 0,
      test_clock: { frozen_time: '2024-01-01T00:00:00Z', status: 'ready' },
      stored_events: 0,
      recent_events: 0,
    };
    for (const term of [name.slice(2), found.organizationId])
      expect((await list(`search_term=${encodeURIComponent(term)}`)).body).toMatchObject({
        organizations: [row],
        meta: { total_count: 1 },
      });
    expect((await list('search_term=%25%25')).body).toMatchObject({ organizations: [] });
    expect((await list(`search_term=${found.organizationId}&sandbox=false`)).body).toMatchObject({ organizations: [] });
    expect(await operate(operator.token, 'GET', `/organizations/${found.organizationId}`)).toMatchObject({
      status: 200,
      body: { organization: row },
    });
    expect(await list('suspended=maybe')).toMatchObject({ status: 422 });
    for (const id of ['no-id', '018f0000-0000-7000-8000-000000000001'])
      expect(await operate(operator.token, 'GET', `/organizations/${id}`)).toEqual(notFound('organization'));
  });

  it('have processes with their state and lag', async () => {
    const { body } = await operate(operator.token, 'GET', '/processes');
    const processes = body['processes'] as { services: string[]; status: string }[];
    expect(processes.flatMap(({ services }) => services).sort()).toEqual(
      ['catalog', 'document', 'identity', 'ingestion', 'invoicing', 'payment', 'subscription', 'wallet'].concat(
        'webhook-delivery',
      ),
    );
    for (const process of processes)
      expect(process).toMatchObject({
        status: 'ready',
        dependencies: { postgresql: 'ok' },
        lags: expect.arrayContaining([
          { kind: 'outbox_oldest_seconds', of: expect.any(String), seconds: expect.any(Number) },
        ]),
      });
  });
});
