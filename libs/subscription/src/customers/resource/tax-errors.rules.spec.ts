import { expect, it } from '@jest/globals';
import { hasMoved, isAddressError } from './tax-errors.rules.js';

const address = {
  address_line1: '1 Way',
  address_line2: null,
  city: 'Denver',
  state: 'CO',
  zipcode: '80204',
  country: 'US',
};

it('a customer moves by a change of any line of either address', () => {
  const before = { ...address, shipping_address: address };
  expect(hasMoved(before, { ...before })).toBe(false);
  expect(hasMoved(before, { ...before, city: 'Irvine' })).toBe(true);
  expect(hasMoved(before, { ...before, shipping_address: { ...address, zipcode: null } })).toBe(true);
});

it('an address is at fault, not the item', () => {
  expect(isAddressError('customerAddressCouldNotResolve')).toBe(true);
  expect(isAddressError('InvalidAddress')).toBe(true);
  expect(isAddressError('productExternalIdUnknown')).toBe(false);
});
