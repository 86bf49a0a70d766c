import { describe, expect, it } from '@jest/globals';
import { isPredefined, permissionsOf, permissionsOfRole, type OwnRoles } from './role-permissions.js';

const ownRoles: OwnRoles = new Map([
  [
    'one',
    new Map([
      ['support', ['customers:view', 'invoices:view']],
      ['sales', ['quotes:create']],
    ]),
  ],
  ['other', new Map([['support', ['wallets:terminate']]])],
]);

describe('the permissions of roles (customers, section 14)', () => {
  it('are the union of all roles of a member', () => {
    expect(permissionsOf(ownRoles, 'one', ['support', 'sales'])).toEqual(
      new Set(['customers:view', 'invoices:view', 'quotes:create']),
    );
    expect(permissionsOf(ownRoles, 'one', [])).toEqual(new Set());
  });

  it('are those of the own organization, whatever a role of this code may do in another one', () => {
    expect(permissionsOfRole(ownRoles, 'other', 'support')).toEqual(['wallets:terminate']);
    expect(permissionsOfRole(ownRoles, 'other', 'sales')).toBeUndefined();
    expect(permissionsOf(ownRoles, 'without roles', ['support', 'sales'])).toEqual(new Set());
  });

  it('exist for the predefined roles in every organization', () => {
    expect(['admin', 'finance', 'manager', 'support'].map(isPredefined)).toEqual([true, true, true, false]);
    const finance = permissionsOf(new Map(), 'one', ['finance']);
    const manager = permissionsOf(new Map(), 'one', ['manager']);
    expect(['invoices:void', 'dunning_campaigns:create', 'wallets:create'].map((each) => finance.has(each))).toEqual([
      true,
      true,
      false,
    ]);
    expect(['invoices:void', 'dunning_campaigns:create', 'wallets:create'].map((each) => manager.has(each))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('of a predefined role cannot be replaced by a custom role of the same code', () => {
    const disguised: OwnRoles = new Map([['one', new Map([['finance', ['roles:create']]])]]);
    expect(permissionsOf(disguised, 'one', ['finance']).has('roles:create')).toBe(false);
  });
});
