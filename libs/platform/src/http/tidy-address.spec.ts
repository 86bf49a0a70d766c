import { expect, it } from '@jest/globals';
import { tidyAddress } from './tidy-address.js';

it.each([
  ['/api/v1/customers', '/api/v1/customers'],
  ['/api/v1//customers', '/api/v1/customers'],
  ['/api/v1///customers/a?b=//', '/api/v1/customers/a?b=//'],
  ['/api/v1/customers/', '/api/v1/customers'],
  ['/api/v1//customers/?page=1/', '/api/v1/customers?page=1/'],
  // An id that is empty, or ends in a slash, is no other path.
  ['/api/v1/customers//wallets', '/api/v1/customers//wallets'],
  ['/api/v1/customers//', '/api/v1/customers//'],
  ['/api/v1/customers/a%2F', '/api/v1/customers/a%2F'],
  ['/api/v1/', '/api/v1/'],
  ['//api/v1/customers/', '//api/v1/customers/'],
  ['/docs/', '/docs/'],
])('%s is meant as %s', (address, meant) => expect(tidyAddress(address)).toBe(meant));
