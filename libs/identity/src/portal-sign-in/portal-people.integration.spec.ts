import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { allRoutes } from '@tollgate/contracts';
import { Config, Connections } from '@tollgate/platform';
import { callAs, databaseUrl, newEmail, PortalVisitor, Sandbox, waitFor } from '@tollgate/testing';
import { IdentityDatabase } from '../identity.database.js';
import { storePortalCode } from './portal-codes.repository.js';

interface Person {
  svc_id: string;
  email: string;
}

const code = '12345678';
/** Calls with the method of a change that change nothing. */
const reading = /\/(download|preview)$/;

let connections: Connections;
let database: IdentityDatabase;
beforeAll(() => {
  const secret = 'unused by this test of people';
  const settings = { DATABASE_URL: databaseUrl(), ADMIN_API_KEY: secret, INTERNAL_TOKEN: secret };
  connections = new Connections(new Config({ ...settings, LOG_LEVEL: 'silent' }));
  database = new IdentityDatabase(connections);
});
afterAll(() => connections.onApplicationShutdown());

let sandbox: Sandbox;
let organization: string;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  ({
    organization: { slug: organization },
  } = await sandbox.ok<{ organization: { slug: string } }>('GET', '/organizations'));
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', name: 'Acme', email: newEmail() } });
  const { billing_entities: entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/billing_entities',
  );
  await sandbox.ok('PUT', `/billing_entities/${entities[0]?.code ?? ''}`, {
    billing_entity: { portal_settings: { sign_in_by_mail: true, people: true } },
  });
});

const add = async (role: string, email = newEmail()) =>
  (
    await sandbox.ok<{ portal_person: Person }>('POST', '/customers/c/portal_people', {
      portal_person: { email, role },
    })
  ).portal_person;

/** Signs in with a code that is stored as its mail does. */
async function signIn(email: string) {
  await database.tenant(sandbox.organizationId, (transaction) =>
    storePortalCode(transaction, email, {
      text: code,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 600_000),
    }),
  );
  return callAs(null, 'POST', '/portal/sign_ins', { sign_in: { organization, email, code } });
}
async function visitorOf(email: string): Promise<PortalVisitor> {
  const { body } = await signIn(email);
  return PortalVisitor.at((body as { sign_in: { url: string } }).sign_in.url);
}

const all = ['invoices', 'subscriptions', 'wallets', 'payment_methods', 'profile'];
it.each([
  { role: 'admin', sections: all, mayChange: true, managesPeople: true },
  { role: 'payer', sections: ['invoices', 'wallets', 'payment_methods'], mayChange: true, managesPeople: false },
  { role: 'viewer', sections: all, mayChange: false, managesPeople: false },
])('a $role makes the calls of the role alone (customers, section 3.8)', async (rights) => {
  const { role, sections, mayChange, managesPeople } = rights;
  const person = await add(role);
  const visitor = await visitorOf(person.email);
  const { access } = await visitor.ok<{ access: { sections: string[] } }>('GET', '/customer');
  expect(access).toMatchObject({
    person: { svc_id: person.svc_id, email: person.email, role },
    may_change: mayChange,
    manages_people: managesPeople,
  });
  expect([...access.sections].sort()).toEqual([...sections].sort());
  const calls = allRoutes.filter((one) => one.access === 'portal');
  for (const { method, path, portalSection: section, managesPeople: isAboutPeople } of calls) {
    const address = path.replace('/portal', '').replace(/:\w+/, '00000000-0000-4000-8000-000000000000');
    const answer = await visitor.call(method as 'GET', address, method === 'GET' ? undefined : {});
    const refusal =
      section !== undefined && !sections.includes(section)
        ? 'section_not_in_portal_session'
        : isAboutPeople && !managesPeople
          ? 'people_not_in_portal_session'
          : method !== 'GET' && !mayChange && !reading.test(path)
            ? 'role_may_not_change'
            : null;
    if (refusal === null) expect([method, path, answer.status === 403]).toEqual([method, path, false]);
    else expect([method, path, answer]).toMatchObject([method, path, { status: 403, body: { code: refusal } }]);
  }
});

it('a removed person, and one with a new role, is out at the next call', async () => {
  const [ada, zoe] = [await add('admin'), await add('viewer')];
  const [first, second] = [await visitorOf(ada.email), await visitorOf(zoe.email)];
  const { portal_sessions: sessions } = await sandbox.ok<{ portal_sessions: object[] }>(
    'GET',
    '/customers/c/portal_sessions',
  );
  expect(sessions).toEqual(
    expect.arrayContaining([ada, zoe].map(({ svc_id: id }) => expect.objectContaining({ svc_person_id: id }))),
  );
  await first.ok('DELETE', `/people/${ada.svc_id}`);
  expect(await first.call('GET', '/customer')).toMatchObject({ status: 401 });
  expect(await signIn(ada.email)).toMatchObject({ status: 422 });
  await sandbox.ok('PUT', `/customers/c/portal_people/${zoe.svc_id}`, { portal_person: { role: 'admin' } });
  expect(await second.call('GET', '/customer')).toMatchObject({ status: 401 });
  const again = await visitorOf(zoe.email);
  expect(await again.ok('GET', '/customer')).toMatchObject({ access: { manages_people: true } });
  await sandbox.ok('PUT', `/customers/c/portal_people/${zoe.svc_id}`, { portal_person: { name: 'Zoe' } });
  expect((await again.call('GET', '/customer')).status).toBe(200);
});

it("the customer's own address has all rights, even beside a person with the same one", async () => {
  const own = newEmail();
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', email: own } });
  await add('viewer', own);
  const visitor = await visitorOf(own);
  expect(await visitor.ok('GET', '/customer')).toMatchObject({
    access: { person: null, may_change: true, manages_people: true },
  });
});

it('a person of several customers chooses one, and nothing opens for people of others', async () => {
  const { email } = await add('payer');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'd', email } });
  expect(await signIn(email)).toMatchObject({
    status: 200,
    body: { sign_in: { url: null, customers: [{ external_id: 'd' }, { external_id: 'c' }] } },
  });
  expect(await signIn(newEmail())).toMatchObject({ status: 422 });
});

it('the activity log names the person of an act in the portal, until the customer is erased', async () => {
  const { email } = await add('admin');
  const visitor = await visitorOf(email);
  await visitor.ok('PUT', '/customer', { customer: { city: 'Bonn' } });
  const invited = newEmail();
  await visitor.ok('POST', '/people', { portal_person: { email: invited, role: 'payer' } });
  await sandbox.awaitIdle();
  const entries = async () =>
    (await sandbox.ok<{ activity_logs: object[] }>('GET', `/activity_logs?user_emails[]=${encodeURIComponent(email)}`))
      .activity_logs;
  expect(await entries()).toMatchObject([
    {
      activity_type: 'portal_person.created',
      activity_source: 'front',
      resource_type: 'PortalPerson',
      external_customer_id: 'c',
      activity_object: { email: invited, role: 'payer' },
    },
    { activity_type: 'customer.updated', activity_source: 'front', external_customer_id: 'c' },
  ]);
  await sandbox.ok('POST', '/customers/c/erase');
  await waitFor('the erasure', async () => (await entries()).length === 0);
});
