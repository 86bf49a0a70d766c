import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyCoupons } from './coupons/coupons.js';
import { creditNoteAmounts, NOTHING_TAKEN, restAfter, splitTotal, withFinalCent } from './credit-notes/amounts.js';
import { Decimal, ZERO, centsDecimal, percentOf, sumOf } from './decimal.js';
import { feesTotal, invoiceTotals } from './invoice-totals.js';
import { feeTaxes, taxBase } from './taxes.js';
import type { AppliedCoupon, DiscountableFee } from './coupons/coupons.js';
import type { TaxableFee, TaxRate } from './taxes.js';

type Fee = DiscountableFee & TaxableFee;

const taxes = fc.uniqueArray(
  fc.constantFrom<TaxRate>(
    { code: 'a', rate: new Decimal(20) },
    { code: 'b', rate: new Decimal('5.5') },
    { code: 'c', rate: new Decimal('0.25') },
  ),
  { maxLength: 3 },
);
const fees = fc.array(
  fc
    .record({
      cents: fc.integer({ min: 0, max: 5_000_000 }),
      plan: fc.constantFrom('p', 'q'),
      metric: fc.constantFrom('m', 'n', null),
      taxes,
    })
    .map(({ cents, plan, metric, taxes: t }): Fee => ({
      type: metric === null ? 'subscription' : 'charge',
      amountCents: BigInt(cents),
      preciseAmountCents: new Decimal(cents),
      preciseCouponsAmountCents: ZERO,
      planIds: [plan],
      billableMetricId: metric,
      taxes: t,
    })),
  { minLength: 1, maxLength: 10 },
);
const coupons = fc
  .array(
    fc.record({
      type: fc.constantFrom('fixed_amount' as const, 'percentage' as const),
      frequency: fc.constantFrom('once' as const, 'recurring' as const, 'forever' as const),
      cents: fc.integer({ min: 1, max: 1_000_000 }),
      limit: fc.constantFrom<AppliedCoupon['limit']>(
        null,
        { kind: 'plans', ids: ['p'] },
        { kind: 'billable_metrics', ids: ['m'] },
      ),
    }),
    { maxLength: 5 },
  )
  .map((list) =>
    list.map(({ cents, ...rest }, i): AppliedCoupon => ({
      ...rest,
      id: `c${i}`,
      amountCents: BigInt(cents),
      currency: 'EUR',
      percentageRate: new Decimal(cents).div(10_000),
      periodsRemaining: 3,
      usedCents: 0n,
    })),
  );

describe('taxes', () => {
  it('of an invoice lie within half a cent of the exact sum, and within half a cent per line of the rounded ones', () => {
    fc.assert(
      fc.property(fees, (list) => {
        const totals = invoiceTotals(list, {
          progressiveBillingCreditCents: 0n,
          couponsCents: 0n,
          creditNotesCents: 0n,
          prepaidGrantedCents: 0n,
          prepaidPurchasedCents: 0n,
        });
        const exact = sumOf(list.map((fee) => percentOf(taxBase(fee), sumOf(fee.taxes.map(({ rate }) => rate)))));
        const invoice = centsDecimal(totals.taxesAmountCents);
        expect(invoice.minus(exact).abs().lte('0.5')).toBe(true);
        const perFee = centsDecimal(list.reduce((sum, fee) => sum + feeTaxes(fee, 'EUR').taxesAmountCents, 0n));
        expect(
          invoice
            .minus(perFee)
            .abs()
            .lte(0.5 * list.length + 0.5),
        ).toBe(true);
        const perTax = centsDecimal(totals.taxes.appliedTaxes.reduce((sum, { amountCents }) => sum + amountCents, 0n));
        expect(
          invoice
            .minus(perTax)
            .abs()
            .lte(0.5 * totals.taxes.appliedTaxes.length + 0.5),
        ).toBe(true);
      }),
    );
  });
});

describe('coupons', () => {
  it('never exceed the fees, and deduct the same from the fees as from the invoice', () => {
    fc.assert(
      fc.property(coupons, fees, (list, before) => {
        const total = feesTotal(before);
        const result = applyCoupons(list, before, total, 'EUR');
        expect(result.subTotalCents >= 0n && result.subTotalCents + result.couponsAmountCents === total).toBe(true);
        expect(
          result.fees.every(
            (fee) =>
              fee.preciseCouponsAmountCents.lte(centsDecimal(fee.amountCents)) && fee.preciseCouponsAmountCents.gte(0),
          ),
        ).toBe(true);
        // A credit is truncated to whole cents, its shares are not; each share has five decimals.
        const spread = sumOf(result.fees.map((fee) => fee.preciseCouponsAmountCents));
        expect(
          spread
            .minus(centsDecimal(result.couponsAmountCents))
            .abs()
            .lt(result.credits.length + 0.01),
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('credit notes', () => {
  it('of a fee in two parts total the note of the whole within a cent, and their parts add up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 1_000_000 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        taxes,
        (cents, share, t) => {
          const item = (amount: number) => ({
            feeAmountCents: BigInt(cents),
            feePreciseCouponsAmountCents: new Decimal(cents).div(10),
            taxes: t,
            amountCents: new Decimal(amount),
          });
          const part = Math.floor(cents * share);
          const first = creditNoteAmounts([item(part)]);
          const whole = creditNoteAmounts([item(cents)]);
          const invoice = {
            remainingCents: new Decimal(cents),
            subTotalCents: whole.subTotalExcludingTaxesAmountCents,
            taxesCents: whole.taxesAmountCents,
            credited: [],
            taken: NOTHING_TAKEN,
          };
          const last = creditNoteAmounts([item(cents - part)], restAfter(invoice, [item(part)], first));
          expect(first.taxesAmountCents + last.taxesAmountCents).toBe(whole.taxesAmountCents);
          const split = withFinalCent(
            { creditAmountCents: whole.totalAmountCents, refundAmountCents: 0n, offsetAmountCents: 0n },
            whole,
          );
          expect(splitTotal(split)).toBe(whole.subTotalExcludingTaxesAmountCents + whole.taxesAmountCents);
        },
      ),
    );
  });
});
