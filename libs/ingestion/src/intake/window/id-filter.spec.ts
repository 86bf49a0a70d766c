import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { digestBytes } from './id-digest.js';
import { IdFilter } from './id-filter.js';

const someDigests = (count: number) => randomBytes(count * digestBytes);
const eachOf = (digests: Buffer) =>
  Array.from({ length: digests.length / digestBytes }, (_, index) =>
    digests.subarray(index * digestBytes, (index + 1) * digestBytes),
  );
const foundOf = (filter: IdFilter, digests: Buffer) => eachOf(digests).filter((one) => filter.mayHave(one)).length;

describe('a filter of ids', () => {
  it('always finds an added id, added alone or with many others', () => {
    const digest = fc.uint8Array({ minLength: digestBytes, maxLength: digestBytes }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.array(fc.array(digest, { minLength: 1, maxLength: 5 }), { maxLength: 20 }), (groups) => {
        const filter = new IdFilter(2 ** 22);
        for (const group of groups) filter.add(Buffer.concat(group));
        for (const one of groups.flat()) expect(filter.mayHave(one)).toBe(true);
      }),
    );
  });

  it('has few false positives, over as many segments as it needs', () => {
    const filter = new IdFilter(2 ** 28);
    const added = someDigests(3_000_000);
    filter.add(added);
    expect(foundOf(filter, added.subarray(0, 100_000 * digestBytes))).toBe(100_000);
    expect(foundOf(filter, added.subarray(-100_000 * digestBytes))).toBe(100_000);
    expect(foundOf(filter, someDigests(200_000))).toBeLessThan(50);
  });

  it('finds added ids even beyond its memory limit', () => {
    const filter = new IdFilter(2 ** 22);
    const added = someDigests(2_000_000);
    filter.add(added);
    expect(foundOf(filter, added)).toBe(2_000_000);
    expect(foundOf(filter, someDigests(10_000))).toBeLessThan(1_000);
  });
});
