import { expect, it } from '@jest/globals';
import { allowedOf } from './allowed.js';

const acts = [
  { permission: 'customers:update' },
  { permission: 'customers:update', handsOut: true },
  { permission: 'customers:update', isForSandboxes: true },
  { permission: 'plans:create' },
];
const member = {
  roles: [],
  permissions: ['customers:update'],
  organization: { sandbox: false },
  entry: null,
};
const placesOf = (one: Parameters<typeof allowedOf>[1]) => allowedOf(acts, one).map((act) => acts.indexOf(act));

it('has the acts of the permissions, and those of sandboxes only there', () => {
  expect(placesOf(member)).toEqual([0, 1]);
  expect(placesOf({ ...member, organization: { sandbox: true } })).toEqual([0, 1, 2]);
  expect(placesOf({ ...member, roles: ['admin'] })).toEqual([0, 1, 3]);
});

it('has no credential for an operator who entered, and nothing for one who may only read', () => {
  expect(placesOf({ ...member, entry: { may_change: true } })).toEqual([0]);
  expect(placesOf({ ...member, entry: { may_change: false } })).toEqual([]);
});
