import { expect, it } from '@jest/globals';
import { nameOf } from './customer-name.js';

const customer = { external_id: 'acme-1', name: null, firstname: null, lastname: null };

it.each([
  [{ name: 'Acme', firstname: 'Ada', lastname: 'Byron' }, 'Acme'],
  [{ firstname: 'Ada', lastname: 'Byron' }, 'Ada Byron'],
  [{ lastname: 'Byron' }, 'Byron'],
  [{ name: '' }, 'acme-1'],
  [{}, 'acme-1'],
])('a customer with %j is named %j', (change, name) => {
  expect(nameOf({ ...customer, ...change })).toBe(name);
});
