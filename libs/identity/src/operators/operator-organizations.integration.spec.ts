import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { Config, Connections } from '@tollgate/platform';
import {
  call,
  callAs,
  databaseUrl,
  forbidden,
  Sandbox,
  signUp,
  unauthorized,
  validationFailed,
  type SignedUp,
} from '@tollgate/testing';
import { IdentityDatabase } from '../identity.database.js';

let connections: Connections;
let sandbox: Sandbox;
let operator: SignedUp;

beforeAll(async () => {
  const secret = 'unused by this test of operators';
  const settings = { DATABASE_URL: databaseUrl(), ADMIN_API_KEY: secret, INTERNAL_TOKEN: secret };
  connections = new Connections(new Config({ ...settings, LOG_LEVEL: 'silent' }));
  sandbox = await Sandbox.create();
  operator = await signUp(sandbox, ['finance']);
  await new IdentityDatabase(connections).everyTenant((transaction) =>
    sql`update identity.users set is_operator = true where email = ${operator.email}`.execute(transaction),
  );
});
afterAll(() => connections.onApplicationShutdown());

const make = (token: string | null, organization: object) => callAs(token, 'POST', '/organizations', { organization });
const idOf = (body: Record<string, unknown>) => (body['organization'] as { svc_id: string }).svc_id;

it('an operator makes an organization, and is its admin', async () => {
  const { status, body } = await make(operator.token, { name: 'Acme SAS', default_currency: 'eur', country: 'FR' });
  expect([status, body]).toMatchObject([
    200,
    { organization: { name: 'Acme SAS', default_currency: 'EUR', country: 'FR' } },
  ]);
  const id = idOf(body);
  const members = await callAs(operator.token, 'GET', '/members', undefined, id);
  expect(members.body).toMatchObject({ members: [{ email: operator.email, roles: ['admin'], status: 'active' }] });
  expect((await callAs(operator.token, 'GET', '/api_keys', undefined, id)).body).toMatchObject({ api_keys: [] });
  const key = await callAs(operator.token, 'POST', '/api_keys', { api_key: { name: 'first' } }, id);
  expect(key).toMatchObject({ status: 200 });
  const [from, to] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)].map((at) => at.toISOString());
  const logs = await callAs(
    operator.token,
    'GET',
    `/security_logs?from_date=${from}&to_date=${to}&log_events[]=user.signed_up`,
    undefined,
    id,
  );
  expect(logs.body).toMatchObject({ security_logs: [{ log_event: 'user.signed_up', user_email: operator.email }] });
});

it('a sandbox has a clock', async () => {
  const { body } = await make(operator.token, { name: 'Trial', sandbox: true, frozen_time: '2026-01-01T00:00:00Z' });
  expect((await callAs(operator.token, 'GET', '/test_clock', undefined, idOf(body))).body).toMatchObject({
    test_clock: { frozen_time: '2026-01-01T00:00:00Z', status: 'ready' },
  });
});

it('the admin key names operators', async () => {
  const person = await signUp(sandbox, ['finance']);
  const admin = (method: Parameters<typeof call>[0], path: string, key = process.env['ADMIN_API_KEY'] ?? '') =>
    call(method, `/admin/operators${path}`, `Bearer ${key}`);
  const path = `/${encodeURIComponent(person.email.toUpperCase())}`;
  expect(await admin('PUT', path)).toMatchObject({ status: 200, body: { operator: { email: person.email } } });
  expect(await admin('PUT', path)).toMatchObject({ status: 200 });
  expect(await make(person.token, { name: 'Second' })).toMatchObject({ status: 200 });
  expect((await admin('GET', '?per_page=100')).body).toMatchObject({
    operators: expect.arrayContaining([{ svc_id: expect.any(String), email: person.email }]),
    meta: { current_page: 1 },
  });
  expect(await admin('DELETE', path)).toMatchObject({ status: 200 });
  expect(await make(person.token, { name: 'Third' })).toEqual(forbidden('operator_required'));
  expect(await admin('PUT', '/nobody%40example.com')).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect(await admin(method, method === 'GET' ? '' : path, sandbox.apiKey)).toEqual(unauthorized);
});

it('others make none, and invalid input makes none', async () => {
  const admin = await signUp(sandbox, ['admin']);
  expect(await make(admin.token, { name: 'Own' })).toEqual(forbidden('operator_required'));
  expect(await make(null, { name: 'Own' })).toEqual(unauthorized);
  expect(await sandbox.call('POST', '/organizations', { organization: { name: 'Own' } })).toEqual(
    forbidden('session_required'),
  );
  expect(await make(operator.token, { sandbox: false, frozen_time: '2026-01-01T00:00:00Z' })).toEqual(
    validationFailed({ name: ['value_is_mandatory'], frozen_time: ['only_for_sandbox'] }),
  );
});
