import { describe, expect, it } from '@jest/globals';
import { changesBetween } from './activity-changes.js';

describe('changes of an object', () => {
  it('contain each changed field, before and after', () => {
    const before = { name: 'Old', city: 'Paris', metadata: [{ key: 'a' }], updated_at: '2024-01-01' };
    const after = { name: 'New', city: 'Paris', metadata: [{ key: 'b' }], updated_at: '2024-01-02' };
    expect(changesBetween(before, after)).toEqual({
      name: ['Old', 'New'],
      metadata: [[{ key: 'a' }], [{ key: 'b' }]],
    });
  });

  it('contain added and removed fields', () => {
    expect(changesBetween({ gone: 1 }, { came: 2 })).toEqual({ gone: [1, null], came: [null, 2] });
  });
});
