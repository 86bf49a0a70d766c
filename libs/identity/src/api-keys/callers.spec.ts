import { describe, expect, it } from '@jest/globals';
import { allRoutes, memberPermissionOf, type Route } from '@tollgate/contracts';
import { Forbidden, type CommandBus, type Config } from '@tollgate/platform';
import { admin, keyCaller, memberWith } from '../access/callers.fixture.js';
import type { MembershipOfSession, Sessions, SignedIn } from '../access/sessions.reader.js';
import type { Suspensions } from '../access/suspensions.js';
import type { ApiKeys } from './api-keys.reader.js';
import { actorOf, assertMemberMayGive, Callers } from './callers.js';

const one = '018f0000-0000-7000-8000-000000000001';
const two = '018f0000-0000-7000-8000-000000000002';
const foreign = '018f0000-0000-7000-8000-000000000003';

const routeOf = (method: string, path: string): Route => {
  const found = allRoutes.find((route) => route.method === method && route.path === path);
  if (!found) throw new Error(`no call ${method} ${path}`);
  return found;
};
const readCustomers = routeOf('GET', '/customers');
const writeCustomer = routeOf('POST', '/customers');

const membership = (organizationId: string, changes: Partial<MembershipOfSession> = {}): MembershipOfSession => ({
  membershipId: `membership of ${organizationId}`,
  organizationId,
  roles: ['viewer'],
  permissions: new Set(['customers:view']),
  isAdmin: false,
  loginMethodAuthorized: true,
  entry: null,
  ...changes,
});

const person = (memberships: MembershipOfSession[]): SignedIn => ({
  sessionId: 'session',
  userId: 'person',
  email: 'ada@example.com',
  loginMethod: 'email_password',
  memberships,
  isOperator: false,
  confirmedAt: new Date('2000-01-01T00:00:00Z'),
  expiresAt: new Date('2100-01-01T00:00:00Z'),
});

interface Known {
  permissions?: Record<string, string[]> | null;
  memberships?: MembershipOfSession[];
  settings?: Partial<Config>;
  suspended?: string[];
}

const portalCustomer = {
  organization_id: one,
  customer_id: two,
  expires_at: 1_000,
  sections: [],
  origins: ['https://app.acme.example'],
  session: null,
  person: null,
  has_people: false,
};
/** The rights of a session of the customer itself. */
const visit = { expiresAt: 1_000, sections: [], session: null, person: null, mayChange: true, managesPeople: false };
const portalCustomerOf = (service: string, name: string, { token }: { token: string }) =>
  service === 'subscription' && name === 'customer.read_portal_token' && token === 'known.portal.token'
    ? portalCustomer
    : null;

/** Callers of an installation with the key `tg_known`, the session `tgs_known` and the token `known.portal.token`. */
function callersWith({ permissions = null, memberships = [], settings = {}, suspended = [] }: Known): Callers {
  const holder = { organizationId: one, apiKeyId: 'key', permissions, expiresAt: null };
  const keys = { holderOf: async (value: string) => (value === 'tg_known' ? holder : null) };
  const sessions = { signedInBy: async (token: string) => (token === 'tgs_known' ? person(memberships) : null) };
  const config = { identifierPrefix: 'svc', publicUrl: 'https://billing.example.com', ...settings };
  const commands = {
    send: async (...sent: [string, string, { token: string }]) => ({ customer: portalCustomerOf(...sent) }),
  };
  const suspensions = {
    assertActive: async (organizationId: string) => {
      if (suspended.includes(organizationId)) throw new Forbidden('organization_suspended');
    },
  };
  return new Callers(
    keys as unknown as ApiKeys,
    sessions as unknown as Sessions,
    commands as unknown as CommandBus,
    suspensions as unknown as Suspensions,
    config as Config,
  );
}

const headersOf = (token: string, organization?: string) => ({
  headers: {
    authorization: `Bearer ${token}`,
    ...(organization === undefined ? {} : { 'x-svc-organization': organization }),
  },
});

const refusalOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: { body?: { status?: number; code?: string } }) => error.body?.code ?? error.body?.status,
  );

describe('the holder of a key (customers, sections 1.1 and 13)', () => {
  it('may make every call without a list of permissions', async () => {
    const caller = await callersWith({}).callerOf(headersOf('tg_known'));
    expect([caller.may(readCustomers), caller.may(writeCustomer)]).toEqual([true, true]);
    expect(caller).toMatchObject({ organizationId: one, apiKeyId: 'key' });
  });

  it('needs `read` for GET, and `write` for every other method', async () => {
    const reader = await callersWith({ permissions: { customer: ['read'] } }).callerOf(headersOf('tg_known'));
    expect([reader.may(readCustomers), reader.may(writeCustomer)]).toEqual([true, false]);
    const writer = await callersWith({ permissions: { customer: ['write'] } }).callerOf(headersOf('tg_known'));
    expect([writer.may(readCustomers), writer.may(writeCustomer)]).toEqual([false, true]);
  });

  it('may do nothing with a resource that its list does not name', async () => {
    const caller = await callersWith({ permissions: { invoice: ['read', 'write'] } }).callerOf(headersOf('tg_known'));
    expect([caller.may(readCustomers), caller.may(writeCustomer)]).toEqual([false, false]);
  });

  it('is unauthorized with an unknown key, or without one', async () => {
    const callers = callersWith({});
    expect(await refusalOf(callers.callerOf(headersOf('tg_other')))).toBe(401);
    expect(await refusalOf(callers.callerOf(headersOf('tgs_other')))).toBe(401);
    expect(await refusalOf(callers.callerOf({ headers: {} }))).toBe(401);
  });
});

describe('a suspended organization', () => {
  const callers = callersWith({ suspended: [one], memberships: [membership(one), membership(two)] });

  it('has its keys, people and customers refused, and no others', async () => {
    expect(await refusalOf(callers.callerOf(headersOf('tg_known')))).toBe('organization_suspended');
    expect(await refusalOf(callers.callerOf(headersOf('tgs_known', one)))).toBe('organization_suspended');
    expect(await refusalOf(callers.customerOf({ ...headersOf('known.portal.token'), method: 'GET' }))).toBe(
      'organization_suspended',
    );
    expect(await callers.callerOf(headersOf('tgs_known', two))).toMatchObject({ organizationId: two });
  });

  it('is open to an operator who entered it, until the stay is over', async () => {
    const stay = (expiresAt: Date) => [membership(one, { entry: { mayChange: false, expiresAt } })];
    const inside = callersWith({ suspended: [one], memberships: stay(new Date(Date.now() + 60_000)) });
    const caller = await inside.callerOf(headersOf('tgs_known', one));
    expect([caller.may(readCustomers), caller.may(writeCustomer)]).toEqual([true, false]);
    const late = callersWith({ memberships: stay(new Date(Date.now() - 1)) });
    expect(await refusalOf(late.callerOf(headersOf('tgs_known', one)))).toBe('organization_not_found');
  });
});

describe('a signed-in person', () => {
  const both = [membership(one), membership(two, { permissions: new Set(['customers:create']) })];

  it('need not name its only organization', async () => {
    const caller = await callersWith({ memberships: [membership(one)] }).callerOf(headersOf('tgs_known'));
    expect(caller).toMatchObject({ organizationId: one, apiKeyId: null });
    expect([caller.may(readCustomers), caller.may(writeCustomer)]).toEqual([true, false]);
  });

  it('names one of several, and has only the permissions of that one', async () => {
    const callers = callersWith({ memberships: both });
    expect(await refusalOf(callers.callerOf(headersOf('tgs_known')))).toBe('organization_required');
    const caller = await callers.callerOf(headersOf('tgs_known', two.toUpperCase()));
    expect(caller.organizationId).toBe(two);
    expect([caller.may(readCustomers), caller.may(writeCustomer)]).toEqual([false, true]);
  });

  it.each([foreign, 'no id'])('does not find another organization: %s', async (name) => {
    const callers = callersWith({ memberships: both });
    expect(await refusalOf(callers.callerOf(headersOf('tgs_known', name)))).toBe('organization_not_found');
  });

  it('finds none without a membership', async () => {
    expect(await refusalOf(callersWith({}).callerOf(headersOf('tgs_known')))).toBe('organization_not_found');
  });

  it('is refused where the organization does not allow its way of signing in', async () => {
    const callers = callersWith({ memberships: [membership(one, { loginMethodAuthorized: false })] });
    expect(await refusalOf(callers.callerOf(headersOf('tgs_known')))).toBe('login_method_not_authorized');
  });

  it('may make every call as an admin', async () => {
    const own = membership(one, { permissions: new Set(), isAdmin: true });
    const caller = await callersWith({ memberships: [own] }).callerOf(headersOf('tgs_known'));
    expect(allRoutes.every((route) => caller.may(route))).toBe(true);
  });
});

describe('the cookie of the console', () => {
  const known = { memberships: [membership(one)] };
  const fromConsole = { 'x-tollgate-console': '1' };
  const cookie = '__Host-tollgate=tgs_known';
  const answerOf = (headers: Record<string, string>, more: Known = known) =>
    callersWith(more)
      .callerOf({ headers })
      .then(
        ({ organizationId }) => organizationId,
        (error: { body?: { code?: string; status?: number } }) => error.body?.code ?? error.body?.status,
      );

  it('carries a session, with the header of the console only', async () => {
    expect(await answerOf({ cookie: `a=b; ${cookie}`, ...fromConsole })).toBe(one);
    expect(await answerOf({ cookie })).toBe('csrf');
    expect(await refusalOf(callersWith(known).personOf({ headers: { cookie } }))).toBe('csrf');
    expect(await callersWith(known).personOf({ headers: { cookie, ...fromConsole } })).toMatchObject({
      userId: 'person',
    });
  });

  it('yields to `Authorization`, valid or not', async () => {
    expect(await answerOf({ cookie, authorization: 'Bearer tgs_other', ...fromConsole })).toBe(401);
    expect(await answerOf({ cookie, authorization: 'Basic abc', ...fromConsole })).toBe(401);
    expect(await answerOf({ cookie, authorization: 'Bearer tg_known' })).toBe(one);
  });

  it('has the name of the installation, and holds no API key', async () => {
    for (const other of ['tollgate=tgs_known', '__Host-tollgate=tg_known', '__Host-tollgate=', 'tollgate', ''])
      expect(await answerOf({ cookie: other, ...fromConsole })).toBe(401);
    const plain = { ...known, settings: { publicUrl: 'http://localhost:3000' } };
    expect(await answerOf({ cookie: 'tollgate=tgs_known', ...fromConsole }, plain)).toBe(one);
    expect(await answerOf({ cookie, ...fromConsole }, plain)).toBe(401);
  });

  it('names the organization alike, whatever the identifier prefix', async () => {
    const both = { memberships: [membership(one), membership(two)], settings: { identifierPrefix: 'lago' } };
    const organization = { 'x-svc-organization': two };
    expect(await answerOf({ cookie, ...fromConsole, ...organization }, both)).toBe(two);
    expect(await answerOf({ authorization: 'Bearer tgs_known', ...organization }, both)).toBe('organization_required');
    expect(await answerOf({ authorization: 'Bearer tgs_known', 'x-lago-organization': two }, both)).toBe(two);
  });
});

describe('calls about the caller itself', () => {
  it('need a session, not a key', async () => {
    const callers = callersWith({ memberships: [] });
    expect(await callers.personOf(headersOf('tgs_known'))).toMatchObject({ userId: 'person' });
    expect(await refusalOf(callers.personOf(headersOf('tg_known')))).toBe('session_required');
    expect(await refusalOf(callers.personOf(headersOf('tg_other')))).toBe(401);
    expect(await refusalOf(callers.personOf(headersOf('tgs_other')))).toBe(401);
    expect(await refusalOf(callers.personOf({ headers: {} }))).toBe(401);
  });
});

describe('the permissions that a member may give a key', () => {
  const give = (caller: Parameters<typeof assertMemberMayGive>[0], permissions: Record<string, unknown> | null) => {
    try {
      assertMemberMayGive(caller, permissions);
      return null;
    } catch (error) {
      return (error as { body?: { code?: string } }).body?.code;
    }
  };
  const everyPermissionOn = (resource: string, method: 'read' | 'write') =>
    allRoutes
      .filter((route) => route.permission === resource && (route.method === 'GET') === (method === 'read'))
      .flatMap((route) => memberPermissionOf(route) ?? []);

  it('are all for an admin', () => {
    expect(give(admin, null)).toBeNull();
    expect(give(admin, { customer: ['read', 'write'] })).toBeNull();
  });

  it('are limited to the calls that the member may make', () => {
    const viewer = memberWith(everyPermissionOn('customer', 'read'));
    expect(give(viewer, { customer: ['read'] })).toBeNull();
    expect(give(viewer, { customer: ['read', 'write'] })).toBe('cannot_grant_permission');
    expect(give(viewer, { invoice: ['read'] })).toBe('cannot_grant_permission');
    expect(give(viewer, {})).toBeNull();
  });

  it('need every permission of a mode, not only some', () => {
    const [first, ...rest] = [...new Set(everyPermissionOn('invoice', 'write'))];
    expect(rest.length).toBeGreaterThan(0);
    expect(give(memberWith([first ?? '']), { invoice: ['write'] })).toBe('cannot_grant_permission');
    expect(give(memberWith([first ?? '', ...rest]), { invoice: ['write'] })).toBeNull();
  });

  it('are never all', () => {
    expect(give(memberWith(allRoutes.flatMap((route) => memberPermissionOf(route) ?? [])), null)).toBe(
      'cannot_grant_permission',
    );
  });

  it('are checked elsewhere for a key', () => {
    expect(give(keyCaller, null)).toBeNull();
  });
});

describe('a customer in the portal (customers, section 3)', () => {
  const customerOf = (headers: Record<string, string>, method = 'GET') =>
    callersWith({}).customerOf({ headers, method });

  it('needs the token of its address', async () =>
    expect(await customerOf({ authorization: 'Bearer known.portal.token' })).toEqual({
      organizationId: one,
      apiKeyId: null,
      customer: { customerId: two, ...visit },
    }));

  it.each([
    ['no credential', {}],
    ['a key', { authorization: 'Bearer tg_known' }],
    ['a session', { authorization: 'Bearer tgs_known' }],
    ['the cookie of a session', { cookie: 'tollgate_session=tgs_known', 'x-tollgate-console': '1' }],
    ['another token', { authorization: 'Bearer other.portal.token' }],
    ['garbage', { authorization: 'Bearer known.portal.token.more' }],
    ['a very long token', { authorization: `Bearer ${'x'.repeat(2_000)}.portal.token` }],
  ])('is nobody with %s', async (_, headers) =>
    expect(await refusalOf(customerOf(headers as Record<string, string>))).toBe(401),
  );

  it.each([
    ['from a listed origin', { origin: 'https://app.acme.example' }],
    ['from a listed origin, as a browser says', { origin: 'https://app.acme.example', 'sec-fetch-site': 'cross-site' }],
    ['from the own page', { origin: 'https://billing.example.com', 'sec-fetch-site': 'same-origin' }],
    ['from the own page in an older browser', { origin: 'https://billing.example.com' }],
  ])('is admitted %s', async (_, headers) =>
    expect(await customerOf({ authorization: 'Bearer known.portal.token', ...headers }, 'POST')).toMatchObject({
      customer: { customerId: two },
    }),
  );

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://app.acme.example.evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://app.acme.example' },
    { origin: 'https://billing.example.com', 'sec-fetch-site': 'same-site' },
  ])('is refused from another origin: %j', async (headers) =>
    expect(await refusalOf(customerOf({ authorization: 'Bearer known.portal.token', ...headers }, 'POST'))).toBe(
      'origin_not_allowed',
    ),
  );

  it('makes no other call with its token', async () =>
    expect(await refusalOf(callersWith({}).callerOf(headersOf('known.portal.token')))).toBe(401));
});

describe('the actor of a change', () => {
  it('is a key, a person, or a customer', () => {
    const customer = {
      organizationId: one,
      apiKeyId: null,
      customer: { customerId: two, ...visit },
    };
    const ofCustomer = { source: 'portal', api_key_id: null, user_id: null, user_email: null, customer_id: two };
    expect(actorOf(customer)).toEqual(ofCustomer);
    const ada = { svc_id: 'ada', email: 'ada@acme.example', name: null, role: 'payer' as const };
    expect(actorOf({ ...customer, customer: { ...customer.customer, person: ada } })).toEqual({
      ...ofCustomer,
      user_email: 'ada@acme.example',
    });
    expect(actorOf(keyCaller)).toEqual({ source: 'api', api_key_id: 'key', user_id: null, user_email: null });
    expect(actorOf(admin)).toEqual({
      source: 'front',
      api_key_id: null,
      user_id: 'person',
      user_email: 'ada@example.com',
    });
  });
});
