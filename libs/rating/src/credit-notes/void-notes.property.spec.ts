import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, ZERO, centsDecimal, roundToCents, sumOf } from '../decimal.js';
import { creditNoteAmounts, NOTHING_TAKEN, splitTotal } from './amounts.js';
import { voidNotes, type VoidedFee } from './void-notes.js';

const rates = fc.constantFrom('20', '5.5', '0');
const fees = fc.array(
  fc
    .record({ cents: fc.integer({ min: 1, max: 5_000_000 }), discount: fc.integer({ min: 0, max: 100 }), rate: rates })
    .map(({ cents, discount, rate }): VoidedFee => ({
      feeAmountCents: BigInt(cents),
      feePreciseCouponsAmountCents: new Decimal(cents).times(discount).div(100).toDecimalPlaces(5),
      taxes: rate === '0' ? [] : [{ code: rate, rate: new Decimal(rate) }],
      remainingCents: new Decimal(cents),
    })),
  { minLength: 1, maxLength: 5 },
);

const wholeOf = (of: readonly VoidedFee[]) =>
  creditNoteAmounts(of.map((fee) => ({ ...fee, amountCents: fee.remainingCents })));

/** The invoice's remainder before its first note. */
const restOf = (of: readonly VoidedFee[]) => {
  const whole = wholeOf(of);
  return {
    remainingCents: whole.itemsAmountCents,
    subTotalCents: whole.subTotalExcludingTaxesAmountCents,
    taxesCents: whole.taxesAmountCents,
    credited: [],
    taken: NOTHING_TAKEN,
  };
};

describe('the credit notes of a voided invoice', () => {
  it('use up every fee that has something to pay, and never exceed the remainder', () => {
    fc.assert(
      fc.property(fees, fc.integer({ min: 0, max: 1000 }), (of, permille) => {
        const whole = wholeOf(of);
        const creditCents = (whole.totalAmountCents * BigInt(permille)) / 1000n;
        const { requested, rest } = voidNotes(
          of,
          { creditAmountCents: creditCents, refundAmountCents: 0n },
          restOf(of),
        );
        const items = [...(requested?.items ?? []), ...(rest?.items ?? [])];
        const taken = sumOf(items.map(({ amountCents }) => amountCents));
        expect(taken.lte(whole.itemsAmountCents)).toBe(true);
        if (rest === null && requested === null) expect(whole.totalAmountCents <= 0n || creditCents === 0n).toBe(true);
        if (rest !== null) expect(taken.eq(whole.itemsAmountCents)).toBe(true);
        expect(items.every(({ amountCents }) => amountCents.gte(0))).toBe(true);
      }),
    );
  });

  it('reach the taxes of the whole, and its total apart from the final cents', () => {
    fc.assert(
      fc.property(fees, fc.integer({ min: 1, max: 999 }), (of, permille) => {
        const whole = wholeOf(of);
        const creditCents = (whole.totalAmountCents * BigInt(permille)) / 1000n;
        const { requested, rest } = voidNotes(
          of,
          { creditAmountCents: creditCents, refundAmountCents: 0n },
          restOf(of),
        );
        if (!requested || !rest) return;
        const taxes = requested.amounts.taxesAmountCents + rest.amounts.taxesAmountCents;
        expect(centsDecimal(taxes).minus(whole.preciseTaxesAmountCents).abs().lte('0.50002')).toBe(true);
        const total = splitTotal(requested.split) + splitTotal(rest.split);
        const difference = Number(total - whole.totalAmountCents);
        expect(Math.abs(difference)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('credit and refund the requested amounts, within the final cent', () => {
    fc.assert(
      fc.property(fees, fc.integer({ min: 1, max: 1000 }), (of, permille) => {
        const half = (wholeOf(of).totalAmountCents * BigInt(permille)) / 2000n;
        if (half <= 0n) return;
        const { requested } = voidNotes(of, { creditAmountCents: half, refundAmountCents: half }, restOf(of));
        const { creditAmountCents: credit = 0n, refundAmountCents: refund } = requested?.split ?? {};
        expect(refund).toBe(half);
        expect(Number(credit - half)).toBeGreaterThanOrEqual(-1);
        expect(Number(credit - half)).toBeLessThanOrEqual(1);
        expect(requested?.amounts.subTotalExcludingTaxesAmountCents).toBe(
          roundToCents(
            (requested?.amounts.itemsAmountCents ?? ZERO).minus(
              requested?.amounts.preciseCouponsAdjustmentAmountCents ?? ZERO,
            ),
          ),
        );
      }),
    );
  });
});
