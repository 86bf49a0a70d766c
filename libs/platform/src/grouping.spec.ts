import { describe, expect, it } from '@jest/globals';
import { groupBy, required } from './grouping.js';

describe('groupBy', () => {
  it('keeps the order of groups and of their items', () => {
    const groups = groupBy(['bean', 'apple', 'bread', 'anise'], (word) => word.charAt(0));
    expect([...groups]).toEqual([
      ['b', ['bean', 'bread']],
      ['a', ['apple', 'anise']],
    ]);
  });
});

describe('required', () => {
  it('returns the entry of a key, a false one too', () => {
    expect(required(new Map([['a', 0]]), 'a', 'count')).toBe(0);
    expect(required(new Map([['a', null]]), 'a', 'count')).toBeNull();
  });

  it('names a missing entry, and its key if that is a text', () => {
    expect(() => required(new Map([['a', 1]]), 'b', 'count')).toThrow('no count of b');
    expect(() => required(new Map([[{ id: 1 }, 1]]), { id: 1 }, 'count')).toThrow('no count');
  });
});
