import { expect, it } from '@jest/globals';
import type { Fee } from '../../api/records.js';
import { feeName, valuesOf } from './name.js';

const feeOf = (item: object) =>
  ({
    item: {
      name: 'Storage',
      invoice_display_name: null,
      filter_invoice_display_name: null,
      filters: null,
      grouped_by: {},
      ...item,
    },
  }) as unknown as Fee;

it.each([
  [{}, 'Storage'],
  [{ invoice_display_name: 'Space' }, 'Space'],
  [{ filters: { region: ['eu'] } }, 'Storage — region: eu'],
  [{ filters: { region: ['eu'] }, filter_invoice_display_name: 'Europe' }, 'Storage — Europe'],
  [{ grouped_by: { team: 'blue' } }, 'Storage — team: blue'],
])('a fee with %j is named %j', (item, name) => {
  expect(feeName(feeOf(item))).toBe(name);
});

it('values have their keys', () => {
  expect(valuesOf({ region: 'eu', size: 3 })).toBe('region: eu · size: 3');
  expect(valuesOf(null)).toBe('');
});
