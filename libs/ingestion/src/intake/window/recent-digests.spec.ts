import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { digestOfKey } from './id-digest.js';
import { RecentDigests } from './recent-digests.js';

/** A few keys that collide in the table, and many that do not. */
const key = fc
  .tuple(fc.constantFrom(0, 1, 7, 255), fc.nat(3), fc.nat(255))
  .map(([first, middle, last]) =>
    String.fromCharCode(first, 0, 0, 0, middle, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, last).padEnd(32, 'x'),
  );

it('holds the latest ids in order, regardless of collisions', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(key, { maxLength: 120 }), (maximum, keys) => {
      const evicted: string[] = [];
      const digests = new RecentDigests(maximum, (digest) => evicted.push(digest.toString('latin1')));
      const held: string[] = [];
      const gone: string[] = [];
      for (const one of keys) {
        expect(digests.has(one)).toBe(held.includes(one));
        digests.add(one);
        if (held.includes(one)) continue;
        held.push(one);
        if (held.length > maximum) gone.push(held.shift() as string);
      }
      for (const one of keys) expect(digests.has(one)).toBe(held.includes(one));
      expect(evicted).toEqual(gone.map((one) => digestOfKey(one).toString('latin1')));
    }),
    { numRuns: 500 },
  );
});
