import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { coveredBalances, usableCents } from './usable-balances.js';

const cents = fc.bigInt({ min: 0n, max: 10_000n });
const total = (values: readonly bigint[]) => values.reduce((sum, each) => sum + each, 0n);

describe('the notes of a voided invoice', () => {
  it('retain the payments that were not returned, and no more', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 6 }), cents, cents, (balances, paidCents, returnedCents) => {
        const usable = usableCents({ paidCents, returnedCents });
        const notes = balances.map((balanceCents, place) => ({ id: String(place), balanceCents }));
        const changed = new Map(coveredBalances(notes, usable).map((note) => [note.id, note.balanceCents]));
        const left = notes.map(({ id, balanceCents }) => changed.get(id) ?? balanceCents);
        const held = total(balances);
        expect(total(left)).toBe(held < usable ? held : usable);
        // A note loses balance only when the later ones have none.
        const first = left.findIndex((each, place) => each < (balances[place] ?? 0n));
        expect(first < 0 ? 0n : total(left.slice(first + 1))).toBe(0n);
      }),
    );
  });

  it('lose nothing that is covered', () => {
    expect(coveredBalances([{ id: 'a', balanceCents: 5n }], usableCents({ paidCents: 9n, returnedCents: 4n }))).toEqual(
      [],
    );
    expect(usableCents({ paidCents: 1n, returnedCents: 2n })).toBe(0n);
  });
});
