import { expect, it } from '@jest/globals';
import { typedAtFirst, valuesOf } from '../../acts/values.js';
import { mappingsField, mappingsOf } from './mappings.js';

const mappings: Parameters<typeof mappingsField>[0] = [
  { item_type: 'billable_metric', item_code: 'api', external_code: 'API', account_code: '200' },
  { item_type: 'payment', item_code: null, external_code: null, account_code: '090' },
];

it('lines that nobody changes stay as they are, and an emptied one is gone', () => {
  const fields = [mappingsField(mappings)];
  const typed = typedAtFirst(fields, 'en', 'UTC');
  const read = (texts: Record<string, string>) => mappingsOf(valuesOf(fields, texts, 'en', 'UTC').values);
  expect(read(typed)).toEqual(mappings);
  const empty = { 'mappings.1.item_type': '', 'mappings.1.account_code': '' };
  expect(read({ ...typed, ...empty })).toEqual(mappings.slice(0, 1));
});
