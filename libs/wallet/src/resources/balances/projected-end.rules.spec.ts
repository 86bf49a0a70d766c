import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { projectedEnd } from './projected-end.rules.js';

const now = Date.parse('2026-03-31T12:00:00Z');
const day = 86_400_000;
const use = { ongoingCents: 1_000n, usedCents: 3_000n, createdAt: now - 90 * day };

describe('the projected end of credits', () => {
  it('comes at the pace of the last 30 days', () => {
    expect(projectedEnd(use, now, 'UTC')).toBe('2026-04-10');
    expect(projectedEnd({ ...use, createdAt: now - 3 * day }, now, 'UTC')).toBe('2026-04-01');
  });

  it('counts at least a day for a new wallet', () => {
    expect(projectedEnd({ ...use, createdAt: now - 1 }, now, 'UTC')).toBe('2026-03-31');
  });

  it('is a day of the time zone of the customer', () => {
    expect(projectedEnd(use, now, 'Pacific/Auckland')).toBe('2026-04-11');
  });

  it('is not foreseeable without use, without credits, and beyond ten years', () => {
    expect(projectedEnd({ ...use, usedCents: 0n }, now, 'UTC')).toBeNull();
    expect(projectedEnd({ ...use, ongoingCents: 0n }, now, 'UTC')).toBeNull();
    expect(projectedEnd({ ...use, ongoingCents: -5n }, now, 'UTC')).toBeNull();
    expect(projectedEnd({ ...use, ongoingCents: 10n ** 15n, usedCents: 1n }, now, 'UTC')).toBeNull();
  });

  it('never comes earlier with more credits', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(cents, cents, cents, (ongoingCents, more, usedCents) => {
        const end = (left: bigint) => projectedEnd({ ...use, ongoingCents: left, usedCents }, now, 'UTC') ?? '9999';
        expect(end(ongoingCents + more) >= end(ongoingCents)).toBe(true);
      }),
    );
  });
});
