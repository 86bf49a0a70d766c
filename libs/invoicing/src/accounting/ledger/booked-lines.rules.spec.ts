import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { centsDecimal, Decimal, percentOf, roundToCents } from '@tollgate/rating';
import { allocate } from './allocation.rules.js';
import { bookedLines, LinesDoNotAddUp, type DocumentAmounts, type FeeToBook } from './booked-lines.rules.js';
import type { BookedLine } from './ledger-document.js';

const fee = (cents: bigint, more: Partial<FeeToBook> = {}): FeeToBook => ({
  item: { type: 'add_on', code: 'seats' },
  description: 'Seats',
  price: { units: new Decimal(1), unitAmount: centsDecimal(cents).div(100) },
  amountCents: cents,
  progressiveCents: new Decimal(0),
  couponsCents: new Decimal(0),
  taxCents: 0n,
  taxRate: new Decimal(0),
  taxCode: null,
  ...more,
});
const amounts = (totalCents: bigint, more: Partial<DocumentAmounts> = {}): DocumentAmounts => ({
  progressiveCents: 0n,
  couponsCents: 0n,
  creditNotesCents: 0n,
  prepaidCents: 0n,
  taxesCents: 0n,
  totalCents,
  ...more,
});
const totalOf = (lines: BookedLine[]): bigint =>
  lines.reduce((sum, line) => sum + line.amountCents + line.taxCents, 0n);
const shown = (lines: BookedLine[]) =>
  lines.map((line) => [line.item.type, line.amountCents, line.taxCents, line.taxCode]);

describe('the lines of a document (webhooks, section 20)', () => {
  it('are its fees with their taxes', () => {
    const taxed = fee(1_000n, { taxCents: 200n, taxRate: new Decimal(20), taxCode: 'vat' });
    expect(shown(bookedLines([taxed, fee(500n)], amounts(1_700n, { taxesCents: 200n })))).toEqual([
      ['add_on', 1_000n, 200n, 'vat'],
      ['add_on', 500n, 0n, null],
    ]);
  });

  it('deduct coupons and billed usage from each kind of tax, with the tax that they save', () => {
    const vat = { taxRate: new Decimal(20), taxCode: 'vat' };
    const fees = [
      fee(1_000n, { ...vat, progressiveCents: new Decimal(200), couponsCents: new Decimal(100), taxCents: 140n }),
      fee(500n, { couponsCents: new Decimal(50) }),
    ];
    const lines = bookedLines(fees, amounts(1_290n, { progressiveCents: 200n, couponsCents: 150n, taxesCents: 140n }));
    expect(shown(lines)).toEqual([
      ['add_on', 1_000n, 200n, 'vat'],
      ['add_on', 500n, 0n, null],
      ['progressive_billing_credit', -200n, -40n, 'vat'],
      ['coupon', -100n, -20n, 'vat'],
      ['coupon', -50n, 0n, null],
    ]);
  });

  it('deduct credit notes and prepaid credits after taxes', () => {
    const taxed = fee(1_000n, { taxCents: 200n, taxRate: new Decimal(20), taxCode: 'vat' });
    const paid = amounts(900n, { creditNotesCents: 100n, prepaidCents: 200n, taxesCents: 200n });
    expect(shown(bookedLines([taxed], paid))).toEqual([
      ['add_on', 1_000n, 200n, 'vat'],
      ['credit_note', -100n, 0n, null],
      ['prepaid_credit', -200n, 0n, null],
    ]);
  });

  it('have a rest of rounding of taxes on the line with the largest tax', () => {
    const vat = { taxRate: new Decimal(10), taxCode: 'vat' };
    const fees = [
      fee(5n, { ...vat, taxCents: 1n }),
      fee(15n, { ...vat, taxCents: 2n }),
      fee(5n, { ...vat, taxCents: 1n }),
    ];
    expect(shown(bookedLines(fees, amounts(28n, { taxesCents: 3n })))[1]).toEqual(['add_on', 15n, 1n, 'vat']);
  });

  it('leave out lines of 0, unless there is no other', () => {
    expect(bookedLines([fee(0n), fee(1n)], amounts(1n))).toHaveLength(1);
    expect(bookedLines([fee(0n), fee(0n)], amounts(0n))).toHaveLength(1);
    expect(bookedLines([], amounts(0n))).toEqual([]);
  });

  it('do not hide amounts that are missing', () => {
    expect(() => bookedLines([fee(100n)], amounts(200n))).toThrow(LinesDoNotAddUp);
    expect(() => bookedLines([fee(100n)], amounts(150n, { taxesCents: 50n }))).toThrow(LinesDoNotAddUp);
  });
});

const rates = ['0', '5.5', '19', '20', '8.875'];
const anyFee = fc.record({
  cents: fc.bigInt(0n, 10_000_000n),
  rate: fc.constantFrom(...rates),
  coupon: fc.integer({ min: 0, max: 50 }),
  progressive: fc.integer({ min: 0, max: 50 }),
});

describe('the lines of any document', () => {
  it('add up to its total, with its taxes, and each deduction to its amount', () => {
    fc.assert(
      fc.property(fc.array(anyFee, { minLength: 1, maxLength: 12 }), fc.bigInt(0n, 500n), (drawn, paid) => {
        const fees = drawn.map(({ cents, rate, coupon, progressive }) => {
          const whole = centsDecimal(cents);
          const progressiveCents = percentOf(whole, new Decimal(progressive));
          const couponsCents = percentOf(whole, new Decimal(coupon));
          const base = whole.minus(progressiveCents).minus(couponsCents);
          const taxRate = new Decimal(rate);
          const taxCode = rate === '0' ? null : `t${rate}`;
          return fee(cents, {
            progressiveCents,
            couponsCents,
            taxRate,
            taxCode,
            taxCents: roundToCents(percentOf(base, taxRate)),
          });
        });
        const sum = (key: 'progressiveCents' | 'couponsCents') =>
          roundToCents(fees.reduce((total, each) => total.plus(each[key]), new Decimal(0)));
        const exactTaxes = fees.reduce((total, each) => {
          const base = centsDecimal(each.amountCents).minus(each.progressiveCents).minus(each.couponsCents);
          return total.plus(percentOf(base, each.taxRate));
        }, new Decimal(0));
        const [progressiveCents, couponsCents, taxesCents] = [
          sum('progressiveCents'),
          sum('couponsCents'),
          roundToCents(exactTaxes),
        ];
        const before =
          fees.reduce((total, each) => total + each.amountCents, 0n) - progressiveCents - couponsCents + taxesCents;
        const creditNotesCents = paid < before ? paid : 0n;
        const totalCents = before - creditNotesCents;
        const lines = bookedLines(fees, {
          progressiveCents,
          couponsCents,
          creditNotesCents,
          prepaidCents: 0n,
          taxesCents,
          totalCents,
        });
        expect(totalOf(lines)).toBe(totalCents);
        const deducted = (type: string) =>
          lines.filter(({ item }) => item.type === type).reduce((total, line) => total - line.amountCents, 0n);
        expect(deducted('progressive_billing_credit')).toBe(progressiveCents);
        expect(deducted('coupon')).toBe(couponsCents);
        expect(deducted('credit_note')).toBe(creditNotesCents);
        const taxed = lines.some((line) => line.taxCents !== 0n);
        if (taxed) expect(lines.reduce((total, line) => total + line.taxCents, 0n)).toBe(taxesCents);
      }),
      { numRuns: 500 },
    );
  });

  it('divide cents without loss', () => {
    fc.assert(
      fc.property(fc.bigInt(-1_000_000n, 1_000_000n), fc.array(fc.nat(1_000), { minLength: 1 }), (cents, weights) => {
        const parts = allocate(
          cents,
          weights.map((weight) => new Decimal(weight)),
        );
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(cents);
        expect(parts).toHaveLength(weights.length);
      }),
    );
  });
});
