import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memberPermissions, predefinedRoles } from '@tollgate/contracts';
import { admin, keyCaller, memberWith } from '../access/callers.fixture.js';
import { permissionsOf, type OwnRoles } from '../access/role-permissions.js';
import { assertMayGrantRoles, assertMayPermit, unknownAmong } from './grants.rules.js';

const ownRoles: OwnRoles = new Map([
  [
    'organization',
    new Map([
      ['viewer', ['customers:view']],
      ['all', memberPermissions],
    ]),
  ],
]);
const permissionsOfFinance = [...permissionsOf(new Map(), 'organization', ['finance'])];

/** The refusal of a call; null when it passes. */
const refusalOf = (call: () => void): string | null => {
  try {
    call();
    return null;
  } catch (error) {
    return (error as { body?: { code?: string } }).body?.code ?? String(error);
  }
};
const grant = (caller: Parameters<typeof assertMayGrantRoles>[0], ...roles: string[]) =>
  refusalOf(() => assertMayGrantRoles(caller, ownRoles, roles));

describe('the roles that a caller may give or take (customers, section 14)', () => {
  it('are all for an admin, and for a key without limits', () => {
    for (const caller of [admin, keyCaller]) expect(grant(caller, 'admin', 'all')).toBeNull();
  });

  it('exclude `admin` for every other member, whatever its permissions', () => {
    expect(grant(memberWith(memberPermissions), 'admin')).toBe('cannot_grant_admin');
    expect(grant(memberWith(memberPermissions), 'viewer', 'admin')).toBe('cannot_grant_admin');
  });

  it('have no permission that the caller lacks', () => {
    expect(grant(memberWith(['customers:view']), 'viewer')).toBeNull();
    expect(grant(memberWith(['customers:view']), 'all')).toBe('cannot_grant_permission');
    expect(grant(memberWith([]), 'viewer')).toBe('cannot_grant_permission');
    expect(grant(memberWith(['customers:view']), 'viewer', 'finance')).toBe('cannot_grant_permission');
    expect(grant(memberWith(permissionsOfFinance), 'finance')).toBeNull();
    expect(grant(memberWith(permissionsOfFinance), 'manager')).toBe('cannot_grant_permission');
  });

  it('are read in the organization of the caller alone', () => {
    const elsewhere: OwnRoles = new Map([['other organization', new Map([['viewer', ['customers:view']]])]]);
    expect(unknownAmong(elsewhere, 'organization', ['viewer'])).toEqual(['viewer']);
    expect(unknownAmong(ownRoles, 'organization', ['viewer', 'finance', 'owner'])).toEqual(['owner']);
  });

  it('never add up to more than the caller has', () => {
    const some = fc.subarray([...memberPermissions]);
    fc.assert(
      fc.property(some, fc.array(some, { maxLength: 4 }), (held, roles) => {
        const own: OwnRoles = new Map([['organization', new Map(roles.map((each, i) => [`r${i}`, each]))]]);
        const codes = roles.map((_, i) => `r${i}`);
        const isWithin = roles.flat().every((permission) => held.includes(permission));
        const refusal = refusalOf(() => assertMayGrantRoles(memberWith(held), own, codes));
        expect(refusal).toBe(isWithin ? null : 'cannot_grant_permission');
      }),
    );
  });
});

describe('the permissions that a caller may put into a role', () => {
  it('are those that it has', () => {
    const permit = (caller: Parameters<typeof assertMayPermit>[0], ...permissions: string[]) =>
      refusalOf(() => assertMayPermit(caller, permissions));
    expect(permit(memberWith(['customers:view']), 'customers:view')).toBeNull();
    expect(permit(memberWith(['customers:view']), 'customers:view', 'customers:delete')).toBe(
      'cannot_grant_permission',
    );
    expect(permit(memberWith([]))).toBeNull();
    expect(permit(admin, 'roles:create')).toBeNull();
    expect(permit(keyCaller, 'roles:create')).toBeNull();
  });

  it('of a predefined role never include those on members, except for admins', () => {
    for (const { code, permissions } of predefinedRoles)
      expect([code, permissions.some((each) => each.startsWith('organization:members:create'))]).toEqual([
        code,
        code === 'admin',
      ]);
  });
});
