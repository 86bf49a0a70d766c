import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, roundHalfUp } from '@tollgate/rating';
import { roundingLines, taxOfReturn } from './rounding-lines.rules.js';
import { wholeParts } from './tax-document.rules.js';
import type { TaxableLine, TaxAnswer } from './tax-engine.js';

const line: TaxableLine = {
  id: 'l',
  itemCode: 'saas',
  description: 'Seats',
  amountCents: -100n,
  taxCents: -8n,
  units: new Decimal(1),
};

const answerWith = (percent: string): TaxAnswer => ({
  taxCents: 0n,
  lines: [
    {
      id: 'l',
      taxCents: 0n,
      parts: [{ name: 'T', rate: new Decimal(percent), amountCents: new Decimal(0), type: null, jurisdiction: null }],
    },
  ],
});

describe('lines of rounding', () => {
  it('change the tax by the cents that are missing, and no amount', () => {
    const percents = fc.integer({ min: 1, max: 3000 }).map((hundredths) => new Decimal(hundredths).div(100));
    fc.assert(
      fc.property(percents, fc.bigInt({ min: -9n, max: 9n }), (percent, cents) => {
        const lines = roundingLines({ lines: [line] }, answerWith(percent.toFixed()), cents);
        const taxes = lines.map(({ amountCents }) =>
          BigInt(roundHalfUp(new Decimal(String(amountCents)).times(percent).div(100)).toFixed()),
        );
        expect(taxes.reduce((sum, tax) => sum + tax, 0n)).toBe(cents);
        expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(0n);
        expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
      }),
    );
  });

  it('are none without a tax, or for more than rounding', () => {
    expect(roundingLines({ lines: [line] }, answerWith('0'), 2n)).toEqual([]);
    expect(roundingLines({ lines: [line] }, answerWith('20'), 51n)).toEqual([]);
  });
});

describe('the tax of a return', () => {
  it('is known only if that of every line is', () => {
    const { taxCents: _tax, ...computed } = line;
    expect(taxOfReturn({ kind: 'return', lines: [line, line] })).toBe(-16n);
    expect(taxOfReturn({ kind: 'return', lines: [line, computed] })).toBeNull();
    expect(taxOfReturn({ kind: 'sale', lines: [line] })).toBeNull();
  });
});

describe('whole parts', () => {
  it('add up to the total, each a cent from its exact amount at most', () => {
    const part = fc.integer({ min: 0, max: 1_000_000 }).map((value) => new Decimal(value).div(1000));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 20 }), (parts) => {
        const total = BigInt(roundHalfUp(parts.reduce((sum, each) => sum.plus(each), new Decimal(0))).toFixed());
        const wholes = wholeParts(parts, total);
        expect(wholes.reduce((sum, whole) => sum + whole, 0n)).toBe(total);
        wholes.forEach((whole, at) => {
          expect(
            new Decimal(String(whole))
              .minus(parts[at] ?? 0)
              .abs()
              .lte(1),
          ).toBe(true);
        });
      }),
    );
  });

  it('put a total that is farther away on the largest one', () => {
    expect(wholeParts([new Decimal('1.5'), new Decimal('3.5')], 9n)).toEqual([1n, 8n]);
    expect(wholeParts([], 0n)).toEqual([]);
  });
});
