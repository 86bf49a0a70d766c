import { describe, expect, it } from '@jest/globals';
import { mayBeEvicted, requestOnce } from './repeated-requests.rules.js';

const hour = 3_600_000;
const first = Date.parse('2024-01-01T00:00:00Z');

describe('a request under a key of ours', () => {
  it.each([
    [null, false],
    [0, false],
    [23 * hour - 1, false],
    [23 * hour, true],
    [48 * hour, true],
  ])('that is %s ms old may be evicted: %s', (age, evicted) => {
    expect(mayBeEvicted(age === null ? null : first, first + (age ?? 0))).toBe(evicted);
  });

  it('is repeated while the provider remembers it, without a search', async () => {
    const find = () => Promise.reject(new Error('not needed'));
    await expect(requestOnce(first, first + hour, { find, request: async () => 'made' })).resolves.toBe('made');
  });

  it('is searched first after that, and repeated only when nothing is found', async () => {
    const request = () => Promise.reject(new Error('made twice'));
    await expect(requestOnce(first, first + 25 * hour, { find: async () => 'found', request })).resolves.toBe('found');
    const made = requestOnce(first, first + 25 * hour, { find: async () => null, request: async () => 'made' });
    await expect(made).resolves.toBe('made');
  });
});
