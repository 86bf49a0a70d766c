import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchFundings, type Funding } from './funding.js';

const funding = fc.record({
  remainingCents: fc.bigInt({ min: 0n, max: 10_000n }),
  priority: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom('granted' as const, 'purchased' as const),
  createdAt: fc.integer({ min: 0, max: 3 }),
});
const fundings = fc
  .array(funding, { maxLength: 12 })
  .map((list): Funding[] => list.map((each, index) => ({ ...each, id: String(index).padStart(3, '0') })));
const total = (list: readonly { remainingCents: bigint }[]) =>
  list.reduce((sum, { remainingCents }) => sum + remainingCents, 0n);

describe("fundings of a wallet's outbound transaction", () => {
  it('add up to it and never exceed the remainder of each; a larger amount is refused', () => {
    fc.assert(
      fc.property(fundings, fc.bigInt({ min: 0n, max: 40_000n }), (list, amount) => {
        const shares = matchFundings(list, amount);
        if (amount > total(list)) return shares === null;
        const left = new Map(list.map(({ id, remainingCents }) => [id, remainingCents]));
        expect(shares?.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(amount);
        return shares?.every(({ id, amountCents }) => amountCents > 0n && amountCents <= (left.get(id) ?? 0n)) ?? false;
      }),
    );
  });

  it('do not depend on their input order', () => {
    const shuffled = fundings.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, fc.bigInt({ min: 0n, max: 40_000n }), ([list, other], amount) => {
        expect(matchFundings(other, amount)).toEqual(matchFundings(list, amount));
      }),
    );
  });

  it('are used by priority, granted before sold, older first, and at the same instant by id', () => {
    const one = (id: string, priority: number, kind: Funding['kind'], createdAt: number): Funding => ({
      ...{ id, priority, kind, createdAt },
      remainingCents: 10n,
    });
    const list = [
      one('f', 2, 'granted', 0),
      one('e', 1, 'purchased', 1),
      one('d', 1, 'purchased', 0),
      one('c', 1, 'granted', 2),
      one('b', 1, 'granted', 1),
      one('a', 1, 'granted', 1),
    ];
    expect(matchFundings(list, 60n)?.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('use up one before the next: at most the last is used in part', () => {
    fc.assert(
      fc.property(fundings, fc.bigInt({ min: 1n, max: 40_000n }), (list, amount) => {
        const shares = matchFundings(list, amount) ?? [];
        const left = new Map(list.map(({ id, remainingCents }) => [id, remainingCents]));
        return shares.slice(0, -1).every(({ id, amountCents }) => amountCents === left.get(id));
      }),
    );
  });

  it("preserve the wallet's balance through any series of top-ups and uses", () => {
    const step = fc.oneof(fc.record({ add: funding }), fc.record({ use: fc.bigInt({ min: 0n, max: 15_000n }) }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let held: Funding[] = [];
        let [inbound, outbound] = [0n, 0n];
        steps.forEach((each, index) => {
          if ('add' in each) {
            held.push({ ...each.add, id: String(index).padStart(3, '0') });
            inbound += each.add.remainingCents;
            return;
          }
          const shares = matchFundings(held, each.use);
          if (!shares) return;
          outbound += each.use;
          const used = new Map(shares.map(({ id, amountCents }) => [id, amountCents]));
          held = held.map((one) => ({ ...one, remainingCents: one.remainingCents - (used.get(one.id) ?? 0n) }));
        });
        expect(inbound).toBe(outbound + total(held));
        return held.every(({ remainingCents }) => remainingCents >= 0n);
      }),
    );
  });
});
