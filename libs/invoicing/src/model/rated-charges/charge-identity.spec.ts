import { describe, expect, it } from '@jest/globals';
import { chargeIds, filterKey, groupKey, partNames } from './charge-identity.js';

describe('the identity of a charge', () => {
  it('is its own id, and that of the charge that it copies', () => {
    expect(chargeIds({ id: 'own', parentId: null, retainedIds: [] })).toEqual(['own']);
    expect(chargeIds({ id: 'copy', parentId: 'original', retainedIds: [] })).toEqual(['copy', 'original']);
  });

  it('is that of all retained versions, too', () => {
    const retained = ['first', 'second'];
    expect(chargeIds({ id: 'own', parentId: null, retainedIds: retained })).toEqual(['own', ...retained]);
    expect(chargeIds({ id: 'first', parentId: 'own', retainedIds: retained })).toEqual(['first', 'own', 'second']);
    const parts = [
      { chargeId: 'first', filterId: 'f1' },
      { chargeId: 'second', filterId: 'f2' },
    ];
    const first = { id: 'first', parentId: 'own', retainedIds: retained };
    expect(partNames(first, { id: 'f1', parentId: 'f', retained: parts })).toEqual([
      { chargeId: 'first', filterId: 'f1' },
      { chargeId: 'own', filterId: 'f' },
      { chargeId: 'second', filterId: 'f2' },
    ]);
    expect(
      partNames({ id: 'own', parentId: null, retainedIds: retained }, { id: 'f', parentId: null, retained: parts }),
    ).toEqual([{ chargeId: 'own', filterId: 'f' }, ...parts]);
  });

  it('names a part by its charge and filter, and by those that both copy', () => {
    const copy = { id: 'copy', parentId: 'original', retainedIds: [] };
    expect(
      partNames({ id: 'own', parentId: null, retainedIds: [] }, { id: 'f', parentId: null, retained: [] }),
    ).toEqual([{ chargeId: 'own', filterId: 'f' }]);
    expect(partNames(copy, null)).toEqual([
      { chargeId: 'copy', filterId: null },
      { chargeId: 'original', filterId: null },
    ]);
    expect(partNames(copy, { id: 'f', parentId: 'g', retained: [] })).toEqual([
      { chargeId: 'copy', filterId: 'f' },
      { chargeId: 'original', filterId: 'g' },
    ]);
    // The original has no such filter.
    expect(partNames(copy, { id: 'f', parentId: null, retained: [] })).toEqual([{ chargeId: 'copy', filterId: 'f' }]);
  });

  it('has filters by their values and groups by theirs, whatever the order of keys', () => {
    expect(filterKey({ region: ['eu'], tier: ['gold'] })).toBe(filterKey({ tier: ['gold'], region: ['eu'] }));
    expect(filterKey({ region: ['eu'] })).not.toBe(filterKey({ region: ['us'] }));
    expect(filterKey(null)).not.toBe(filterKey({}));
    expect(groupKey({ region: 'eu', zone: null })).toBe(groupKey({ zone: null, region: 'eu' }));
    expect(groupKey({ region: null })).not.toBe(groupKey({ region: 'null' }));
  });
});
