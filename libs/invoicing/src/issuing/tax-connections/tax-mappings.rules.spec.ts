import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@tollgate/platform';
import { keysOf, readMappings } from './tax-mappings.rules.js';

describe('the mappings of a connection', () => {
  it('name an item by type and code, or all fees of a kind', () => {
    const mappings = [
      { item_type: 'billable_metric', item_code: 'calls', external_code: 'A' },
      { item_type: 'fallback_item', item_code: 'ignored', external_code: 'B' },
      { item_type: 'billable_metric', item_code: 'calls', external_code: 'C' },
    ];
    expect(readMappings(mappings)).toEqual([
      { item_type: 'billable_metric', item_code: 'calls', external_code: 'C' },
      { item_type: 'fallback_item', item_code: null, external_code: 'B' },
    ]);
  });

  it.each([
    [{ item_type: 'coupon', external_code: 'A' }],
    [{ item_type: 'add_on', external_code: 'A' }],
    [{ item_type: 'fallback_item' }],
  ])('are refused: %j', (mapping) => {
    expect(() => readMappings([mapping])).toThrow(ValidationFailed);
  });
});

describe('the keys of a connection', () => {
  it('are those of its engine', () => {
    const keys = { api_key: ' a ', license_key: 'b', account_id: '1', company_code: 'D' };
    expect(keysOf('anrok', keys)).toEqual({ secret: 'a', account_id: undefined, company_code: undefined });
    expect(keysOf('avalara', keys)).toEqual({ secret: 'b', account_id: '1', company_code: 'D' });
    expect(keysOf('avalara', { company_code: 'E' })).toMatchObject({ secret: undefined, company_code: 'E' });
  });

  it('cannot be emptied', () => {
    expect(() => keysOf('anrok', { api_key: ' ' })).toThrow(ValidationFailed);
    expect(() => keysOf('avalara', { license_key: null })).toThrow(ValidationFailed);
    expect(keysOf('anrok', { license_key: '' }).secret).toBeUndefined();
  });
});
