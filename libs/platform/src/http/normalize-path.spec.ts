import { expect, it } from '@jest/globals';
import { normalizePath } from './normalize-path.js';

it.each([
  ['/api/v1/customers', '/api/v1/customers'],
  ['/api/v1//customers', '/api/v1/customers'],
  ['/api/v1///customers/a?b=//', '/api/v1/customers/a?b=//'],
  ['/api/v1/customers/', '/api/v1/customers'],
  ['/api/v1//customers/?page=1/', '/api/v1/customers?page=1/'],
  // An empty id, or one that ends in a slash, leads to no other path.
  ['/api/v1/customers//wallets', '/api/v1/customers//wallets'],
  ['/api/v1/customers//', '/api/v1/customers//'],
  ['/api/v1/customers/a%2F', '/api/v1/customers/a%2F'],
  ['/api/v1/', '/api/v1/'],
  ['//api/v1/customers/', '//api/v1/customers/'],
  ['/docs/', '/docs/'],
])('%s means %s', (address, meant) => expect(normalizePath(address)).toBe(meant));
