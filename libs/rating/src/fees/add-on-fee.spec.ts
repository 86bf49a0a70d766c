import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AmountOutOfRange, Decimal, MAX_CENTS, centsDecimal } from '../decimal.js';
import { addOnFee } from './add-on-fee.js';

const cents = fc.bigInt({ min: 0n, max: 10_000_000_000n });
const units = fc.tuple(fc.nat(100_000), fc.nat(99_999)).map(([whole, part]) => new Decimal(`${whole}.${part}`));

describe('units of an add-on', () => {
  it('round half a cent up, once', () => {
    expect(addOnFee(333n, new Decimal('1.5'))).toEqual({ amountCents: 500n, preciseAmountCents: new Decimal('499.5') });
  });

  it('cost the exact price within half a cent', () => {
    fc.assert(
      fc.property(cents, units, (unitAmountCents, sold) => {
        const { amountCents, preciseAmountCents } = addOnFee(unitAmountCents, sold);
        expect(preciseAmountCents.eq(centsDecimal(unitAmountCents).times(sold))).toBe(true);
        expect(centsDecimal(amountCents).minus(preciseAmountCents).abs().lte('0.5')).toBe(true);
      }),
    );
  });

  it('are rejected beyond the maximum amount', () => {
    expect(() => addOnFee(MAX_CENTS, new Decimal(2))).toThrow(AmountOutOfRange);
  });
});
