import { expect, it } from '@jest/globals';
import type { Creation } from './act.js';
import { creationsOf } from './creations.js';

const create = { isCreation: true, call: 'POST /taxes' } as unknown as Creation;
const connect = { isCreation: true, call: 'POST /tax_providers' } as unknown as Creation;
const edit = { call: 'PUT /taxes/{code}' };

it('finds the acts without a record among the exports of modules, also in lists, and each once', () => {
  const modules = [{ create, taxActs: [edit], rate: 20, nothing: null }, { connectActs: [connect] }, { create }];
  expect(creationsOf(modules)).toEqual([create, connect]);
});
