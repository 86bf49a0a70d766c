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

// Every call is made by members of every predefined role, and of ten roles of which each permission is in four: no two
// permissions are in the same ones, so that no call can ask for another permission than its own, or for none.
const ownRoles = 10;
/** Each member is a password to hash, two at a time. */
const mostPreparationMs = 300_000;
const rolesOfEach = 4;
const unknownId = '00000000-0000-4000-8000-000000000000';

const routes = allRoutes.filter(({ access }) => access === undefined);
const pathOf = ({ path }: Route) => path.replaceAll(/:\w+/g, unknownId);
/** What would be refused for other reasons, had the member the permission. */
const bodyOf = ({ method }: Route) => (method === 'GET' ? undefined : { nonsense: true });

/** Some calls answer text, so it is not read as JSON. */
async function callRoute(token: string, route: Route): Promise<{ status: number; text: string }> {
  const body = bodyOf(route);
  const response = await fetch(`${baseUrl}/api/v1${pathOf(route)}`, {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, text: await response.text() };
}

/** Sets of so many roles, each in bits. */
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
  it('is in roles that no other permission is in', () => {
    expect(sets.length).toBeGreaterThanOrEqual(memberPermissions.length);
  });

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    const needed = memberPermissionOf(route);
    const mode = route.method === 'GET' ? 'read' : 'write';
    const code = `${mode}_action_not_allowed_for_${route.permission}`;
    const isRefused = async ({ token }: Walker) => {
      const { status, text } = await callRoute(token, route);
      expect(status).toBeLessThan(500);
      return status === 403 && text.includes(`"${code}"`);
    };
    const refused = await Promise.all(walkers.map(isRefused));
    const mayMake = ({ role, permissions }: Walker) =>
      role === adminRole || (needed !== null && permissions.has(needed));
    expect(walkers.filter((_walker, index) => refused[index]).map(({ role }) => role)).toEqual(
      walkers.filter((one) => !mayMake(one)).map(({ role }) => role),
    );
  });
});
