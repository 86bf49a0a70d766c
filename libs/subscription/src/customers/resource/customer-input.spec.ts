import { expect, it } from '@jest/globals';
import { readCustomer } from './customer-input.js';

it('removes null bytes from texts, and drops a blank address (customers, section 1.4)', () => {
  const { input, shippingAddress } = readCustomer({
    external_id: 'c',
    name: '\0',
    legal_name: 'A\0B',
    address_line1: '\0',
    country: '\0de',
    zipcode: ' \0 ',
    shipping_address: { city: '\0', state: 'S\0' },
  });
  expect(input).toMatchObject({ name: '', legal_name: 'AB', address_line1: null, country: 'DE', zipcode: null });
  expect(shippingAddress).toEqual({ city: null, state: 'S' });
});
