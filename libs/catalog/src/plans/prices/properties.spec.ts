import { describe, expect, it } from '@jest/globals';
import { storableFilterProperties, storableProperties, presentProperties } from './properties.js';

describe('stored properties (catalog, section 4)', () => {
  it('are those of the model', () => {
    expect(storableProperties('standard', { amount: '1', rate: '2', package_size: 3 })).toEqual({ amount: '1' });
    expect(storableProperties('percentage', { rate: '1', fixed_amount: null })).toEqual({
      rate: '1',
      fixed_amount: null,
    });
    expect(storableProperties('dynamic', { amount: '1' })).toEqual({});
  });

  it('come from the old name of the pricing group keys if the new one is empty', () => {
    expect(storableProperties('dynamic', { grouped_by: ['a', ''] })).toEqual({ pricing_group_keys: ['a'] });
    expect(storableProperties('dynamic', { grouped_by: ['a'], pricing_group_keys: ['', 'b'] })).toEqual({
      pricing_group_keys: ['b'],
    });
    expect(storableProperties('dynamic', { grouped_by: ['a'], pricing_group_keys: [''] })).toEqual({
      pricing_group_keys: ['a'],
    });
    expect(storableProperties('dynamic', { grouped_by: [], pricing_group_keys: null })).toEqual({});
    expect(storableProperties('dynamic', { pricing_group_keys: 'a' })).toEqual({ pricing_group_keys: 'a' });
  });

  it('appear under both names in answers', () => {
    expect(presentProperties({ amount: '1', pricing_group_keys: ['a'] })).toEqual({
      amount: '1',
      pricing_group_keys: ['a'],
      grouped_by: ['a'],
    });
    expect(presentProperties({ amount: '1' })).toEqual({ amount: '1' });
  });

  it('exclude the presentation of a filter', () => {
    const properties = { amount: '1', presentation_group_keys: [{ value: 'region' }] };
    expect(storableProperties('standard', properties)).toEqual(properties);
    expect(storableFilterProperties('standard', properties)).toEqual({ amount: '1' });
    expect(storableProperties('standard', { amount: '1', presentation_group_keys: [] })).toEqual({ amount: '1' });
  });
});
