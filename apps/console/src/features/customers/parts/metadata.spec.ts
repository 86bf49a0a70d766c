import { expect, it } from '@jest/globals';
import type { Customer } from '../../../api/records.js';
import { entriesOf } from './metadata.js';

const before = [
  { svc_id: 'one', key: 'region', value: 'eu', display_in_invoice: false },
  { svc_id: 'two', key: 'tier', value: 'gold', display_in_invoice: true },
] as unknown as Customer['metadata'];

it('a changed entry keeps its identifier, an emptied one is deleted, and a new one has none', () => {
  const values = {
    'metadata.0.key': '',
    'metadata.0.value': 'eu',
    'metadata.1.key': 'tier',
    'metadata.1.value': 'silver',
    'metadata.1.display_in_invoice': 'true',
    'metadata.2.key': 'owner',
    'metadata.2.value': 'Ada',
  };
  expect(entriesOf(before, values)).toEqual([
    { id: 'two', key: 'tier', value: 'silver', display_in_invoice: true },
    { key: 'owner', value: 'Ada', display_in_invoice: false },
  ]);
});
