import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  adminRole,
  allRoutes,
  memberPermissionOf,
  memberPermissions,
  predefinedRoles,
  type Route,
} from '@tollgate/contracts';
import { baseUrl, Sandbox, signUp } from '@tollgate/testing';

// Members of every predefined role, and of ten custom roles, make every call. Each permission is in four custom roles.
// No two permissions have the same four, so the test detects a call that checks a wrong permission or none.
const ownRoles = 10;
/** Each member costs a password hash, two at a time. */
const mostPreparationMs = 300_000;
const rolesOfEach = 4;
const unknownId = '00000000-0000-4000-8000-000000000000';

const routes = allRoutes.filter(({ access }) => access === undefined);
const pathOf = ({ path }: Route) => path.replaceAll(/:\w+/g, unknownId);
/** A body that other checks refuse if the member has the permission. */
const bodyOf = ({ method }: Route) => (method === 'GET' ? undefined : { nonsense: true });

/** Reads text, as some calls do not answer JSON. */
async function callRoute(token: string, route: Route): Promise<{ status: number; text: string }> {
  const body = bodyOf(route);
  const response = await fetch(`${baseUrl}/api/v1${pathOf(route)}`, {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(60_000),
  });
  // A stream goes on for minutes.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
}

/** All sets of this many roles, as bits. */
const sets = Array.from({ length: 2 ** ownRoles }, (_, bits) => bits).filter(
  (bits) => bits.toString(2).replaceAll('0', '').length === rolesOfEach,
);

interface Walker {
  token: string;
  role: string;
  permissions: ReadonlySet<string>;
}

let sandbox: Sandbox;
let walkers: Walker[];

const walker = async (role: string, permissions: Iterable<string>): Promise<Walker> => ({
  token: (await signUp(sandbox, [role])).token,
  role,
  permissions: new Set(permissions),
});

async function walkerOfOwnRole(number: number): Promise<Walker> {
  const code = `own_${number}`;
  const permissions = memberPermissions.filter((_, index) => ((sets[index] as number) >> number) % 2 === 1);
  await sandbox.ok('POST', '/roles', { role: { code, name: code, permissions } });
  return walker(code, permissions);
}

beforeAll(async () => {
  sandbox = await Sandbox.create();
  walkers = await Promise.all([
    ...predefinedRoles.map(({ code, permissions }) => walker(code, permissions)),
    ...Array.from({ length: ownRoles }, (_, number) => walkerOfOwnRole(number)),
  ]);
}, mostPreparationMs);

describe('the permission of every call of a member', () => {
  it('has its own set of roles', () => {
    expect(sets.length).toBeGreaterThanOrEqual(memberPermissions.length);
  });

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    const needed = [route, ...(route.orMake ?? [])].flatMap((one) => memberPermissionOf(one) ?? []);
    const mode = route.method === 'GET' ? 'read' : 'write';
    const code = `${mode}_action_not_allowed_for_${route.permission}`;
    const isRefused = async ({ token }: Walker) => {
      const { status, text } = await callRoute(token, route);
      expect(status).toBeLessThan(500);
      return status === 403 && text.includes(`"${code}"`);
    };
    const refused = await Promise.all(walkers.map(isRefused));
    const mayMake = ({ role, permissions }: Walker) =>
      role === adminRole || needed.some((permission) => permissions.has(permission));
    expect(walkers.filter((_walker, index) => refused[index]).map(({ role }) => role)).toEqual(
      walkers.filter((one) => !mayMake(one)).map(({ role }) => role),
    );
  });
});
