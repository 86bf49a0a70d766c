import { describe, expect, it } from '@jest/globals';
import { rangeOf, toggled } from './selection.js';

const keys = ['a', 'b', 'c', 'd'];

describe('the selection of a list', () => {
  it('takes the rows between the latest one and another, in both directions', () => {
    expect(rangeOf(keys, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(keys, 'd', 'b')).toEqual(['b', 'c', 'd']);
  });

  it('takes one row where the latest is on another page, or there is none', () => {
    expect(rangeOf(keys, 'z', 'c')).toEqual(['c']);
    expect(rangeOf(keys, null, 'c')).toEqual(['c']);
  });

  it('chooses and leaves rows, and keeps those of other pages', () => {
    expect([...toggled({ ids: new Set(['z', 'a']), latest: 'a' }, keys, 'c', true)]).toEqual(['z', 'a', 'b', 'c']);
    expect([...toggled({ ids: new Set(['z', 'a', 'b', 'c']), latest: 'a' }, keys, 'c', true)]).toEqual(['z']);
    expect([...toggled({ ids: new Set(['z']), latest: null }, keys, 'z', false)]).toEqual([]);
  });
});
