import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@tollgate/platform';
import { readMappings } from './accounting-mappings.rules.js';

describe('the mappings of an accounting system', () => {
  it('name an item, a tax, or everything of a kind', () => {
    const mappings = [
      { item_type: 'billable_metric', item_code: 'calls', external_code: 'A', account_code: ' 200 ' },
      { item_type: 'fallback_item', item_code: 'ignored', account_code: '260' },
      { item_type: 'tax', item_code: 'vat', external_code: 'OUTPUT2' },
      { item_type: 'tax', external_code: 'OUTPUT' },
      { item_type: 'billable_metric', item_code: 'calls', external_code: '', account_code: '201' },
    ];
    expect(readMappings(mappings)).toEqual([
      { item_type: 'billable_metric', item_code: 'calls', external_code: null, account_code: '201' },
      { item_type: 'fallback_item', item_code: null, external_code: null, account_code: '260' },
      { item_type: 'tax', item_code: 'vat', external_code: 'OUTPUT2', account_code: null },
      { item_type: 'tax', item_code: null, external_code: 'OUTPUT', account_code: null },
    ]);
  });

  it.each([
    [{ item_type: 'customer', account_code: '200' }],
    [{ item_type: 'add_on', account_code: '200' }],
    [{ item_type: 'fallback_item' }],
    [{ item_type: 'tax', account_code: '200' }],
    [{ item_type: 'payment', external_code: 'A' }],
  ])('are refused: %j', (mapping) => {
    expect(() => readMappings([mapping])).toThrow(ValidationFailed);
  });
});
