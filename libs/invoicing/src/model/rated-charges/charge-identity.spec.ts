import { describe, expect, it } from '@jest/globals';
import { chargeIds, filterKey, groupKey } from './charge-identity.js';

describe('the identity of a charge', () => {
  it('is its own id, and that of the charge that it copies', () => {
    expect(chargeIds({ id: 'own', parentId: null })).toEqual(['own']);
    expect(chargeIds({ id: 'copy', parentId: 'original' })).toEqual(['copy', 'original']);
  });

  it('has filters by their values and groups by theirs, whatever the order of keys', () => {
    expect(filterKey({ region: ['eu'], tier: ['gold'] })).toBe(filterKey({ tier: ['gold'], region: ['eu'] }));
    expect(filterKey({ region: ['eu'] })).not.toBe(filterKey({ region: ['us'] }));
    expect(filterKey(null)).not.toBe(filterKey({}));
    expect(groupKey({ region: 'eu', zone: null })).toBe(groupKey({ zone: null, region: 'eu' }));
    expect(groupKey({ region: null })).not.toBe(groupKey({ region: 'null' }));
  });
});
