import { describe, expect, it } from '@jest/globals';
import { changesBetween } from './activity-changes.js';

describe('what changed', () => {
  it('is each field that is another, before and after', () => {
    const before = { name: 'Old', city: 'Paris', metadata: [{ key: 'a' }], updated_at: '2024-01-01' };
    const after = { name: 'New', city: 'Paris', metadata: [{ key: 'b' }], updated_at: '2024-01-02' };
    expect(changesBetween(before, after)).toEqual({
      name: ['Old', 'New'],
      metadata: [[{ key: 'a' }], [{ key: 'b' }]],
    });
  });

  it('tells of fields that came and went', () => {
    expect(changesBetween({ gone: 1 }, { came: 2 })).toEqual({ gone: [1, null], came: [null, 2] });
  });
});
