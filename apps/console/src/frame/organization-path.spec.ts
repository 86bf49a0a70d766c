import { expect, it } from '@jest/globals';
import { organizationOf, pathOf } from './organization-path.js';

const acme = { organization: { svc_id: 'id-1', slug: 'acme' } };
const welcome = { organization: { svc_id: 'id-2', slug: 'welcome' } };

it('an organization has its slug in addresses, unless a page has it', () => {
  expect([pathOf(acme.organization), pathOf(welcome.organization)]).toEqual(['acme', 'id-2']);
});

it('an address finds its organization by slug or identifier, and no other', () => {
  const found = ['acme', 'id-1', 'id-2', 'welcome', 'other'].map((path) => organizationOf([acme, welcome], path));
  expect(found).toEqual([acme, acme, welcome, undefined, undefined]);
});
