import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newEmail, PortalVisitor, Sandbox, validationFailed } from '@tollgate/testing';

interface Person {
  svc_id: string;
  email: string;
  role: string;
}

let sandbox: Sandbox;
let customer: string;
let made = 0;
beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
});
beforeEach(async () => {
  customer = `c${made++}`;
  await sandbox.ok('POST', '/customers', { customer: { external_id: customer, name: 'Acme' } });
});

const path = (of = customer) => `/customers/${of}/portal_people`;
const add = async (input: object) =>
  (await sandbox.ok<{ portal_person: Person }>('POST', path(), { portal_person: input })).portal_person;
const list = async (query = '') =>
  (await sandbox.ok<{ portal_people: Person[] }>('GET', `${path()}${query}`)).portal_people;
const addressesOf = (people: Person[]) => people.map(({ email }) => email);
const allow = async (portal_settings: object, own = sandbox) => {
  const { billing_entities: entities } = await own.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/billing_entities',
  );
  await own.ok('PUT', `/billing_entities/${entities[0]?.code ?? ''}`, { billing_entity: { portal_settings } });
};
const unknown = { status: 404, body: { code: 'portal_person_not_found' } };

describe('people of a customer (customers, section 3.8)', () => {
  it('are added, listed, read, changed and removed', async () => {
    const ada = await add({ email: ' Ada@Buyer.Example ', name: ' Ada Martin ', role: 'payer' });
    expect(ada).toEqual({
      svc_id: expect.any(String),
      svc_customer_id: expect.any(String),
      external_customer_id: customer,
      email: 'ada@buyer.example',
      name: 'Ada Martin',
      role: 'payer',
      receives_documents: false,
      created_at: '2024-01-10T00:00:00Z',
      updated_at: '2024-01-10T00:00:00Z',
    });
    await add({ email: 'zoe@buyer.example', role: 'admin' });
    expect(addressesOf(await list())).toEqual(['ada@buyer.example', 'zoe@buyer.example']);
    expect(addressesOf(await list('?role=admin'))).toEqual(['zoe@buyer.example']);
    expect(addressesOf(await list('?search_term=MARTIN'))).toEqual(['ada@buyer.example']);
    const one = `${path()}/${ada.svc_id}`;
    const { portal_person: changed } = await sandbox.ok<{ portal_person: object }>('PUT', one, {
      portal_person: { name: '', role: 'viewer', email: 'other@buyer.example' },
    });
    expect(changed).toEqual({ ...ada, name: null, role: 'viewer' });
    expect(await sandbox.ok('PUT', one, { portal_person: { role: 'viewer' } })).toEqual({ portal_person: changed });
    expect(await sandbox.ok('GET', one)).toEqual({ portal_person: changed });
    expect(await sandbox.ok('DELETE', one)).toEqual({ portal_person: changed });
    for (const method of ['GET', 'DELETE'] as const) expect(await sandbox.call(method, one)).toMatchObject(unknown);
    expect(addressesOf(await list())).toEqual(['zoe@buyer.example']);
  });

  it.each([
    [{ role: 'admin' }, { email: ['value_is_mandatory'] }],
    [{ email: 'nonsense', role: 'admin' }, { email: ['invalid_email_format'] }],
    [{ email: 'a@b.example' }, { role: ['value_is_invalid'] }],
    [{ email: 'a@b.example', role: 'king' }, { role: ['value_is_invalid'] }],
  ])('are refused with %j', async (portal_person, errors) =>
    expect(await sandbox.call('POST', path(), { portal_person })).toEqual(validationFailed(errors)),
  );

  it('have an address once for each customer, whoever comes first', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, place) =>
        sandbox.call('POST', path(), {
          portal_person: { email: place % 2 === 0 ? email : email.toUpperCase(), role: 'viewer' },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200)).toEqual(
      Array.from({ length: 15 }, () => validationFailed({ email: ['value_already_exist'] })),
    );
    await sandbox.ok('POST', '/customers', { customer: { external_id: `${customer}b` } });
    const elsewhere = { portal_person: { email, role: 'viewer' } };
    await sandbox.ok('POST', path(`${customer}b`), elsewhere);
  });

  it('are a hundred at most', async () => {
    for (let first = 0; first < 100; first += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, place) => add({ email: `p${first + place}@buyer.example`, role: 'viewer' })),
      );
    expect(await sandbox.call('POST', path(), { portal_person: { email: newEmail(), role: 'viewer' } })).toEqual(
      validationFailed({ base: ['too_many_portal_people'] }),
    );
  });

  it('receive documents, ten at most, among sixteen at once', async () => {
    const people = await Promise.all(
      Array.from({ length: 16 }, (_, place) => add({ email: `p${place}@buyer.example`, role: 'viewer' })),
    );
    const choose = ({ svc_id: id }: Person, receives_documents: unknown) =>
      sandbox.call('PUT', `${path()}/${id}`, { portal_person: { receives_documents } });
    const answers = await Promise.all(people.map((person) => choose(person, true)));
    const tooMany = validationFailed({ receives_documents: ['too_many_recipients'] });
    expect(answers.filter(({ status }) => status !== 200)).toEqual(Array.from({ length: 6 }, () => tooMany));
    const more = { email: newEmail(), role: 'viewer', receives_documents: true };
    expect(await sandbox.call('POST', path(), { portal_person: more })).toEqual(tooMany);
    const receiving = people.filter((_, place) => answers[place]?.status === 200);
    const [first] = receiving as [Person];
    expect(await choose(first, true)).toMatchObject({ body: { portal_person: { receives_documents: true } } });
    expect(await choose(first, null)).toMatchObject({ body: { portal_person: { receives_documents: true } } });
    expect(await choose(first, false)).toMatchObject({ body: { portal_person: { receives_documents: false } } });
    expect(await add(more)).toMatchObject({ receives_documents: true });
  });

  it('are unknown for another customer and another organization, and go with their customer', async () => {
    const { svc_id: id } = await add({ email: newEmail(), role: 'viewer' });
    await sandbox.ok('POST', '/customers', { customer: { external_id: `${customer}b` } });
    const other = await Sandbox.create('2024-01-10T00:00:00Z');
    await other.ok('POST', '/customers', { customer: { external_id: customer } });
    for (const [own, of] of [
      [sandbox, `${customer}b`],
      [other, customer],
    ] as const) {
      expect(await own.call('GET', `${path(of)}/${id}`)).toMatchObject(unknown);
      expect(await own.call('DELETE', `${path(of)}/${id}`)).toMatchObject(unknown);
      expect(await own.ok('GET', path(of))).toMatchObject({ portal_people: [] });
    }
    await sandbox.ok('DELETE', `/customers/${customer}`);
    expect(await sandbox.call('GET', path())).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
    await sandbox.ok('POST', '/customers', { customer: { external_id: customer } });
    expect(await list()).toEqual([]);
  });
});

describe('people in the portal', () => {
  it('are those of the caller, where the issuer lets customers invite', async () => {
    const visitor = await PortalVisitor.of(sandbox, customer);
    const refused = { status: 403, body: { code: 'people_not_in_portal_session' } };
    for (const settings of [
      { people: false, sign_in_by_mail: true },
      { people: true, sign_in_by_mail: false },
    ]) {
      await allow(settings);
      expect(await visitor.call('GET', '/people')).toMatchObject(refused);
    }
    await allow({ people: true, sign_in_by_mail: true });
    expect(await visitor.ok('GET', '/customer')).toMatchObject({
      access: { person: null, may_change: true, manages_people: true },
    });
    const { portal_person: ada } = await visitor.ok<{ portal_person: Person }>('POST', '/people', {
      portal_person: { email: newEmail(), role: 'admin' },
    });
    expect(await visitor.ok('GET', '/people')).toMatchObject({ portal_people: [ada], meta: { total_count: 1 } });
    await visitor.ok('PUT', `/people/${ada.svc_id}`, { portal_person: { role: 'viewer' } });
    await sandbox.ok('POST', '/customers', { customer: { external_id: `${customer}b` } });
    const stranger = await PortalVisitor.of(sandbox, `${customer}b`);
    expect(await stranger.ok('GET', '/people')).toMatchObject({ portal_people: [] });
    for (const method of ['PUT', 'DELETE'] as const)
      expect(await stranger.call(method, `/people/${ada.svc_id}`, { portal_person: { role: 'admin' } })).toMatchObject(
        unknown,
      );
    const { portal_session: part } = await sandbox.ok<{ portal_session: { url: string } }>(
      'POST',
      `/customers/${customer}/portal_sessions`,
      { portal_session: { sections: ['profile', 'invoices'] } },
    );
    expect(await PortalVisitor.at(part.url).call('GET', '/people')).toMatchObject(refused);
    expect(await visitor.ok('DELETE', `/people/${ada.svc_id}`)).toMatchObject({ portal_person: { role: 'viewer' } });
    expect(await list()).toEqual([]);
  });
});
