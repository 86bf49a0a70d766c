import { expect, it } from '@jest/globals';
import type { Feature } from '../../../api/records.js';
import { entitlementsOf, privilegeFields } from './entitlement-fields.js';

const feature = {
  code: 'seats',
  name: 'Seats',
  privileges: [
    { code: 'max', name: 'Most seats', value_type: 'integer', config: {} },
    { code: 'sso', name: null, value_type: 'boolean', config: {} },
    { code: 'tier', name: null, value_type: 'select', config: { select_options: ['gold', 'silver'] } },
    { code: 'note', name: null, value_type: 'string', config: {} },
  ],
} as unknown as Feature;

it('privileges have fields of their kind, with the values that the subscription has', () => {
  const present = [{ code: 'seats', privileges: [{ code: 'max', value: 5 }] }];
  const fields = privilegeFields(feature, present as never);
  expect(fields.map(({ kind, initial }) => [kind, initial])).toEqual([
    ['decimal', '5'],
    ['choice', ''],
    ['choice', ''],
    ['text', ''],
  ]);
  expect(fields[0]?.isShown?.({ feature: 'seats' })).toBe(true);
  expect(fields[0]?.isShown?.({ feature: 'other' })).toBe(false);
});

it('values have the type of their privilege, and empty ones are not sent', () => {
  const values = { 'seats max': '7', 'seats sso': 'false', 'seats tier': 'gold', 'seats note': '' };
  expect(entitlementsOf(feature, values)).toEqual({ max: 7, sso: false, tier: 'gold' });
});
