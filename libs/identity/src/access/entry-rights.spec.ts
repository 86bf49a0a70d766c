import { describe, expect, it } from '@jest/globals';
import { allRoutes, memberPermissionOf, operatorRoutes, type Route } from '@tollgate/contracts';
import { mayBeMadeBy } from '../api-keys/callers.js';
import { permissionsOfEntry } from './entry-rights.js';

const stay = (mayChange: boolean) => ({
  isAdmin: false,
  permissions: permissionsOfEntry(mayChange),
  entry: { mayChange },
});
const ofOrganizations = allRoutes.filter(({ access }) => access === undefined || access === 'source');
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const admitted = (mayChange: boolean) => ofOrganizations.filter((route) => mayBeMadeBy(stay(mayChange), route));

describe('an operator in an organization', () => {
  it('reads all that has a permission to view, and changes nothing', () => {
    const calls = admitted(false);
    expect(calls.map(({ method }) => method)).not.toContainEqual(expect.not.stringMatching('GET'));
    const missing = ofOrganizations.filter((route) => route.method === 'GET' && !calls.includes(route)).map(nameOf);
    expect(missing.filter((name) => !/portal_url|api_keys/.test(name))).toEqual(
      ofOrganizations
        .filter(({ method }) => method === 'GET')
        .filter((route) => {
          const needed = memberPermissionOf(route);
          return needed === null || !(needed.endsWith(':view') || needed === 'developers:manage');
        })
        .map(nameOf)
        .filter((name) => !/api_keys/.test(name)),
    );
  });

  it('gives no lasting access, even if it may change something', () => {
    const names = admitted(true).map(nameOf);
    expect(names).toEqual(
      expect.arrayContaining(['POST /customers', 'PUT /plans/:code', 'GET /members', 'GET /roles']),
    );
    const giving = /api_keys|portal_url|^(POST|PUT|DELETE) \/(invites|members|roles|authentication_methods)/;
    expect(names.filter((name) => giving.test(name))).toEqual([]);
    expect(names).not.toContain('POST /event_sources');
  });
});

it('calls about the installation have addresses of their own', () => {
  expect(operatorRoutes.filter(({ path }) => !path.startsWith('/admin/'))).toEqual([]);
  expect(allRoutes.filter(({ access }) => access === 'operator' || access === 'admin_key')).toEqual([]);
});
