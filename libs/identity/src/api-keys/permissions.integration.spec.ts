import { beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes, permissionResources, type Route } from '@tollgate/contracts';
import { call, Sandbox } from '@tollgate/testing';

type Permissions = Record<string, string[]>;

/** Calls that keys can make; people's own calls need no permission of an organization. */
const routes = allRoutes.filter(({ access }) => access === undefined);
const isForKeys = ({ permission }: Route) => (permissionResources as readonly string[]).includes(permission);

const unknownId = '00000000-0000-4000-8000-000000000000';
const everything = (): Permissions => Object.fromEntries(permissionResources.map((name) => [name, ['read', 'write']]));
const only = (mode: string): Permissions => Object.fromEntries(permissionResources.map((name) => [name, [mode]]));
const modeOf = ({ method }: Route) => (method === 'GET' ? 'read' : 'write');
const named = (some: Route[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const);
const pathOf = ({ path }: Route) => `/api/v1${path.replaceAll(/:\w+/g, unknownId)}`;
const refusalOf = (route: Route) => ({
  status: 403,
  body: {
    status: 403,
    error: 'Forbidden',
    code: `${modeOf(route)}_action_not_allowed_for_${route.permission}`,
  },
});

/** The resource of a route, if its first word does not state it (customers, section 1.1). */
const byReference: [RegExp, string][] = [
  [/^\/customers\/[^/]+\/(current_usage|past_usage|projected_usage)$/, 'customer_usage'],
  [/^\/customers\/[^/]+\/(portal_url|checkout_url)$/, 'customer'],
  [/^\/customers\/[^/]+\/invoices$/, 'invoice'],
  [/^\/customers\/[^/]+\/credit_notes$/, 'credit_note'],
  [/^\/customers\/[^/]+\/subscriptions$/, 'subscription'],
  [/^\/customers\/[^/]+\/payments$/, 'payment'],
  [/^\/customers\/[^/]+\/payment_requests$/, 'payment_request'],
  [/^\/customers\/[^/]+\/payment_methods/, 'payment_method'],
  [/^\/customers\/[^/]+\/applied_coupons/, 'applied_coupon'],
  [/^\/(subscriptions\/[^/]+|customers\/[^/]+\/wallets\/[^/]+)\/alerts/, 'alert'],
  [/^\/subscriptions\/[^/]+\/lifetime_usage$/, 'lifetime_usage'],
  [/^\/subscriptions(\/[^/]+(\/(charges|fixed_charges|entitlements).*)?)?$/, 'subscription'],
  [/^\/plans/, 'plan'],
  [/^\/features/, 'feature'],
  [/^\/analytics/, 'analytic'],
  [/^\/activity_logs/, 'activity_log'],
  [/^\/api_logs/, 'api_log'],
  [/^\/security_logs/, 'security_log'],
  [/^\/payment_receipts/, 'invoice'],
  [/^\/events/, 'event'],
  [/^\/invoices/, 'invoice'],
  [/^\/credit_notes/, 'credit_note'],
  [/^\/payments/, 'payment'],
  [/^\/payment_requests/, 'payment_request'],
  [/^\/webhook_(messages|replays)/, 'webhook'],
  [/^\/webhook_endpoints/, 'webhook_endpoint'],
];

describe('the permission of every call', () => {
  let sandbox: Sandbox;
  let reader: string;
  let writer: string;
  /** By resource, a key with all other permissions. */
  const lacking = new Map<string, string>();
  const keyWith = async (permissions: Permissions) =>
    (await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', { api_key: { permissions } })).api_key.value;

  beforeAll(async () => {
    sandbox = await Sandbox.create();
    // Serially, as the test below uses the first of them.
    reader = await keyWith(only('read'));
    writer = await keyWith(only('write'));
    for (const permission of new Set(routes.map((route) => route.permission))) {
      const { [permission]: _, ...others } = everything();
      lacking.set(permission, await keyWith(others));
    }
  });

  // One of several permissions opens the feed of changes; its own spec has the kinds that each of them shows.
  it.each(named(routes.filter(({ orMake }) => !orMake)))(
    '%s is refused to a key with every other permission',
    async (_, route) => {
      const key = lacking.get(route.permission);
      expect(await call(route.method, pathOf(route), `Bearer ${key}`, bodyOf(route))).toEqual(refusalOf(route));
    },
  );

  it.each(named(routes))('%s is refused to a key with only the other mode', async (_, route) => {
    const key = modeOf(route) === 'read' ? writer : reader;
    expect(await call(route.method, pathOf(route), `Bearer ${key}`, bodyOf(route))).toEqual(refusalOf(route));
  });

  it.each(named(routes.filter((route) => route.method === 'GET' && !route.answerType && isForKeys(route))))(
    '%s is open to a key that may read',
    async (_, route) => {
      expect((await call(route.method, pathOf(route), `Bearer ${reader}`)).status).not.toBe(403);
    },
  );

  it.each(byReference.map(([path, resource]) => [resource, path] as const))('is %s for %s', (resource, path) => {
    const matching = routes.filter((route) => path.test(route.path.replaceAll(/:\w+/g, 'x')));
    expect(matching.map((route) => `${route.path} ${route.permission}`)).toEqual(
      matching.map((route) => `${route.path} ${resource}`),
    );
  });

  it('is no way to a key with more permissions', async () => {
    const { add_on: _, ...most } = everything();
    const key = await keyWith(most);
    const as = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
      call(method, `/api/v1/api_keys${path}`, `Bearer ${key}`, body);
    const refused = { status: 403, body: { code: 'read_action_not_allowed_for_add_on' } };
    const { api_keys: keys } = (await as('GET', '')).body as { api_keys: { svc_id: string }[] };
    expect(await as('POST', '', { api_key: { name: 'everything' } })).toMatchObject(refused);
    expect(await as('POST', '', { api_key: { permissions: everything() } })).toMatchObject(refused);
    expect(await as('POST', `/${keys[0]?.svc_id}/rotate`, { api_key: { name: 'x' } })).toMatchObject(refused);
    expect(await as('PUT', `/${keys[1]?.svc_id}`, { api_key: { permissions: everything() } })).toMatchObject(refused);
    expect(await as('POST', '', { api_key: { permissions: { tax: ['read'] } } })).toMatchObject({ status: 200 });
  });
});

/** A body that other checks refuse if the key has the permission. */
const bodyOf = ({ method }: Route) => (method === 'GET' ? undefined : { nonsense: true });
