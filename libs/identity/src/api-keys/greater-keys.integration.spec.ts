import { beforeAll, describe, expect, it } from '@jest/globals';
import { callAs, forbidden, newEmail, Sandbox, signUp, type SignedUp } from '@tollgate/testing';

interface CreatedKey {
  svc_id: string;
  value: string;
}

const role = (code: string, permissions: string[]) => ({ role: { code, name: 'Role', permissions } });

let sandbox: Sandbox;
let greater: CreatedKey;
let equal: CreatedKey;
let lesser: CreatedKey;
let member: SignedUp;

const createKey = async (permissions?: object): Promise<CreatedKey> =>
  (
    await sandbox.ok<{ api_key: CreatedKey }>('POST', '/api_keys', {
      api_key: { name: 'k', ...(permissions && { permissions }) },
    })
  ).api_key;

beforeAll(async () => {
  sandbox = await Sandbox.create();
  [greater, equal, lesser] = [
    await createKey(),
    await createKey({ organization: ['read'] }),
    await createKey({ organization: ['read', 'write'] }),
  ];
  await sandbox.ok('POST', '/roles', role('keys', ['developers:keys:manage', 'customers:view', 'organization:view']));
  member = await signUp(sandbox, ['keys']);
});

describe('a key that may do more', () => {
  const changes: [string, string, unknown][] = [
    ['PUT', '', { api_key: { permissions: { organization: ['read'] } } }],
    ['PUT', '', { api_key: { name: 'Renamed' } }],
    ['POST', '/rotate', { api_key: { name: 'Rotated' } }],
    ['DELETE', '', undefined],
  ];

  it.each(changes)('is not changed by a lesser key: %s %s %j', async (method, path, body) => {
    const { status } = await callAs(lesser.value, method, `/api_keys/${greater.svc_id}${path}`, body);
    expect(status).toBe(403);
    expect(await callAs(greater.value, 'GET', '/customers')).toMatchObject({ status: 200 });
  });

  it.each(changes)('is not changed by a lesser member: %s %s %j', async (method, path, body) => {
    const answer = await callAs(member.token, method, `/api_keys/${greater.svc_id}${path}`, body);
    expect(answer).toEqual(forbidden('cannot_grant_permission'));
    expect(await callAs(greater.value, 'GET', '/customers')).toMatchObject({ status: 200 });
  });

  it('changes and ends an equal key', async () => {
    const path = `/api_keys/${equal.svc_id}`;
    expect(await callAs(lesser.value, 'PUT', path, { api_key: { name: 'Renamed' } })).toMatchObject({ status: 200 });
    expect(await callAs(lesser.value, 'DELETE', path)).toMatchObject({ status: 200 });
  });
});

describe('a greater role, member or invite', () => {
  it('is not changed by a lesser member', async () => {
    const some = ['organization:members:update', 'organization:members:delete', 'roles:update', 'roles:delete'];
    await sandbox.ok('POST', '/roles', role('people', some));
    await sandbox.ok('POST', '/roles', role('unused', ['plans:delete']));
    const [people, finance] = [await signUp(sandbox, ['people']), await signUp(sandbox, ['finance', 'people'])];
    const { invite } = await sandbox.ok<{ invite: { svc_id: string } }>('POST', '/invites', {
      invite: { email: newEmail(), roles: ['finance'] },
    });
    const refused = forbidden('cannot_grant_permission');
    const as = (method: string, path: string, body?: unknown) => callAs(people.token, method, path, body);
    expect(await as('PUT', `/members/${finance.memberId}`, { member: { roles: ['finance'] } })).toEqual(refused);
    expect(await as('PUT', `/members/${finance.memberId}`, { member: { roles: ['people'] } })).toEqual(refused);
    expect(await as('DELETE', `/members/${finance.memberId}`)).toEqual(refused);
    expect(await as('PUT', `/invites/${invite.svc_id}`, { invite: { roles: ['people'] } })).toEqual(refused);
    expect(await as('DELETE', `/invites/${invite.svc_id}`)).toEqual(refused);
    expect(await as('PUT', '/roles/unused', { role: { name: 'Harmless' } })).toEqual(refused);
    expect(await as('PUT', '/roles/unused', { role: { permissions: some } })).toEqual(refused);
    expect(await as('DELETE', '/roles/unused')).toEqual(refused);
  });
});
