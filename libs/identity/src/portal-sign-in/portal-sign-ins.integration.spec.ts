import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { callAs, databaseUrl, newEmail, PortalVisitor, Sandbox } from '@tollgate/testing';
import { Config, Connections } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { storePortalCode } from './portal-codes.repository.js';

let connections: Connections;
let database: IdentityDatabase;
beforeAll(() => {
  const secret = 'unused by this test of codes';
  const settings = { DATABASE_URL: databaseUrl(), ADMIN_API_KEY: secret, INTERNAL_TOKEN: secret };
  connections = new Connections(new Config({ ...settings, LOG_LEVEL: 'silent' }));
  database = new IdentityDatabase(connections);
});
afterAll(() => connections.onApplicationShutdown());

let sandbox: Sandbox;
let organization: string;
let email: string;
const allow = async (sign_in_by_mail: boolean) => {
  const { billing_entities: entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/billing_entities',
  );
  await sandbox.ok('PUT', `/billing_entities/${entities[0]?.code ?? ''}`, {
    billing_entity: { portal_settings: { sign_in_by_mail } },
  });
};
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  email = newEmail();
  ({
    organization: { slug: organization },
  } = await sandbox.ok<{ organization: { slug: string } }>('GET', '/organizations'));
  await sandbox.ok('POST', '/customers', {
    customer: { external_id: 'c', name: 'Acme', email: `x@y.example, ${email}` },
  });
  await allow(true);
});

/** Stores a code as its mail does. */
const mailed = (code: string, validMs = 600_000) =>
  database.tenant(sandbox.organizationId, (transaction) =>
    storePortalCode(transaction, email, {
      text: code,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + validMs),
    }),
  );
const signIn = (code: string, more: object = {}) =>
  callAs(null, 'POST', '/portal/sign_ins', {
    sign_in: { organization, email: ` ${email.toUpperCase()}`, code, ...more },
  });
const wrong = { status: 422, body: { error_details: { code: ['value_is_invalid'] } } };

it('a code opens the portal of its customer, once (customers, section 3.7)', async () => {
  await mailed('00012345');
  const answers = await Promise.all(Array.from({ length: 4 }, () => signIn('0001 2345')));
  const opened = answers.filter(({ status }) => status === 200);
  expect(opened).toHaveLength(1);
  const { sign_in: made } = opened[0]?.body as { sign_in: { url: string; customers: object[] } };
  expect(made.customers).toEqual([{ external_id: 'c', name: 'Acme' }]);
  const me = await PortalVisitor.at(made.url).ok<{ customer: object }>('GET', '/customer');
  expect(me.customer).toMatchObject({ external_id: 'c' });
  expect(await signIn('00012345')).toMatchObject(wrong);
});

it('five wrong entries void a code, and so does its end', async () => {
  await mailed('11111111');
  for (let entry = 0; entry < 5; entry++) expect(await signIn('22222222')).toMatchObject(wrong);
  expect(await signIn('11111111')).toMatchObject(wrong);
  await mailed('33333333', -1);
  expect(await signIn('33333333')).toMatchObject(wrong);
  await mailed('44444444');
  await mailed('55555555');
  expect(await signIn('44444444')).toMatchObject(wrong);
  expect(await signIn('55555555')).toMatchObject({ status: 200 });
});

it('a code of one organization or address opens no other', async () => {
  await mailed('66666666');
  const other = await Sandbox.create('2024-03-01T00:00:00Z');
  const { organization: theirs } = await other.ok<{ organization: { slug: string } }>('GET', '/organizations');
  expect(await signIn('66666666', { organization: theirs.slug })).toMatchObject(wrong);
  expect(await signIn('66666666', { organization: 'no-such-organization' })).toMatchObject(wrong);
  expect(await signIn('66666666', { email: newEmail() })).toMatchObject(wrong);
  expect(await signIn('66666666', { external_customer_id: 'unknown' })).toMatchObject({
    status: 422,
    body: { error_details: { external_customer_id: ['value_is_invalid'] } },
  });
});

it('several customers of an address are a choice', async () => {
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'second', email } });
  await mailed('77777777');
  expect(await signIn('77777777')).toMatchObject({
    status: 200,
    body: { sign_in: { url: null, customers: [{ external_id: 'c' }, { external_id: 'second' }] } },
  });
  const { body } = await signIn('77777777', { external_customer_id: 'second' });
  const { url } = (body as { sign_in: { url: string } }).sign_in;
  expect(await PortalVisitor.at(url).ok('GET', '/customer')).toMatchObject({ customer: { external_id: 'second' } });
});

it('an issuer that does not allow it, and a deleted customer, open nothing', async () => {
  await allow(false);
  await mailed('88888888');
  expect((await signIn('88888888')).status).toBe(422);
  await allow(true);
  await sandbox.ok('DELETE', '/customers/c');
  expect((await signIn('88888888')).status).toBe(422);
});

it('requests reveal no customer, and cannot fill a mailbox', async () => {
  const request = (to: string) =>
    callAs(null, 'POST', '/portal/sign_in_codes', { sign_in_code: { organization, email: to } });
  for (const to of [email, newEmail()]) {
    for (let count = 0; count < 3; count++) expect(await request(to)).toEqual({ status: 200, body: {} });
    expect(await request(to)).toMatchObject({ status: 429 });
  }
  expect(await request('nonsense')).toMatchObject({
    status: 422,
    body: { error_details: { email: ['invalid_email_format'] } },
  });
});
