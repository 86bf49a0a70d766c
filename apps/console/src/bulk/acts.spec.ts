import { expect, it } from '@jest/globals';
import { bulkActKindOf, bulkActNames, memberPermissionOf } from '@tollgate/contracts';
import { actNames } from './act-names.js';
import { bulkActs, parametersOf } from './acts.js';

it.each(bulkActNames)('%s has a button, with the permission of its call', (name) => {
  const { records, call } = bulkActKindOf(name);
  const acts = bulkActs[records.name as keyof typeof bulkActs] ?? [];
  const act = acts.find(({ label }) => label === actNames[name]);
  expect(act?.permission).toBe(memberPermissionOf(call));
});

it('writes the filters of a list as the parameters of its call', () => {
  expect(parametersOf({ 'status[]': ['active'], search_term: 'acme', 'expand[]': ['customer'] })).toEqual({
    status: ['active'],
    search_term: 'acme',
  });
});
