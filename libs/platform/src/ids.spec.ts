import { describe, expect, it } from '@jest/globals';
import { isId, newId } from './ids.js';

describe('identifiers', () => {
  it('sort by creation order, also within a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, newId);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every(isId)).toBe(true);
  });
});
