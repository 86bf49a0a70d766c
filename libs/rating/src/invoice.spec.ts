import { describe, expect, it } from '@jest/globals';
import { Decimal } from './decimal.js';
import { invoiceTotals } from './invoice-totals.js';
import { issuingDateOffset, subscriptionInvoiceDates } from './issuing-date.js';
import { applicableTaxes, feeTaxes, invoiceTaxes } from './taxes.js';
import type { TaxableFee, TaxRate } from './taxes.js';

const tax = (code: string, rate: number): TaxRate => ({ code, rate: new Decimal(rate) });
const fee = (cents: number, coupons: string, ...taxes: TaxRate[]): TaxableFee => ({
  amountCents: BigInt(cents),
  preciseAmountCents: new Decimal(cents),
  preciseCouponsAmountCents: new Decimal(coupons),
  taxes,
});
const NONE = {
  progressiveBillingCreditCents: 0n,
  couponsCents: 0n,
  creditNotesCents: 0n,
  prepaidGrantedCents: 0n,
  prepaidPurchasedCents: 0n,
};

describe('taxes', () => {
  it('of a fee round the sum of its taxes', () => {
    const t20 = feeTaxes(fee(2008, '0', tax('t', 20)), 'EUR');
    expect([t20.taxesAmountCents, t20.totalAmountCents]).toEqual([402n, 2410n]);
    const coupon = feeTaxes(fee(1000, '676.47059', tax('t', 10)), 'EUR');
    expect([coupon.taxesAmountCents, coupon.subTotalExcludingTaxesAmountCents]).toEqual([32n, 324n]);
    const two = feeTaxes(fee(105, '0', tax('a', 10), tax('b', 10)), 'EUR');
    expect(two.appliedTaxes.map(({ amountCents }) => amountCents)).toEqual([11n, 11n]);
    expect([two.taxesAmountCents, two.taxesRate.toFixed()]).toEqual([21n, '20']);
    expect(two.taxesPreciseAmount.toFixed()).toBe('0.21');
  });

  it('of an invoice are rounded once', () => {
    const twice = invoiceTaxes([fee(6833, '0', tax('t', 20)), fee(6833, '0', tax('t', 20))], 13666n);
    expect(twice.taxesAmountCents).toBe(2733n);
    expect(twice.taxesRate.toFixed()).toBe('20');
  });

  it('of a tax engine are its amounts, not base times rate', () => {
    const engine = (code: string, rate: number, amountCents: bigint): TaxRate => ({ ...tax(code, rate), amountCents });
    const fees = [fee(15000, '0', engine('denver', 4.81, 722n)), fee(29577, '0', engine('denver', 4.81, 1422n))];
    expect(fees.map((each) => feeTaxes(each, 'USD').taxesAmountCents)).toEqual([722n, 1422n]);
    expect(feeTaxes(fees[0] as TaxableFee, 'USD').taxesPreciseAmount.toFixed()).toBe('7.22');
    const { appliedTaxes, taxesAmountCents } = invoiceTaxes(fees, 44577n);
    expect(appliedTaxes).toMatchObject([{ code: 'denver', amountCents: 2144n, feesAmountCents: 44577n }]);
    expect(taxesAmountCents).toBe(2144n);
  });

  it('come from the first level that has any', () => {
    expect(applicableTaxes([], null, ['customer'], ['entity'])).toEqual(['customer']);
  });
});

describe('invoice totals', () => {
  it('follow the order of the deductions', () => {
    const totals = invoiceTotals(
      [fee(10000, '2080', tax('t10', 10)), fee(5000, '1040', tax('t10', 10)), fee(3000, '1650', tax('t20', 20))],
      {
        ...NONE,
        couponsCents: 4770n,
        creditNotesCents: 2000n,
        prepaidGrantedCents: 2000n,
        prepaidPurchasedCents: 3000n,
      },
    );
    expect(totals).toMatchObject({
      feesAmountCents: 18000n,
      subTotalExcludingTaxesAmountCents: 13230n,
      taxesAmountCents: 1458n,
      subTotalIncludingTaxesAmountCents: 14688n,
      totalAmountCents: 7688n,
      paymentStatus: 'pending',
    });
    expect(totals.taxes.appliedTaxes.map(({ amountCents, feesAmountCents }) => [amountCents, feesAmountCents])).toEqual(
      [
        [1188n, 11880n],
        [270n, 1350n],
      ],
    );
  });

  it('are paid at once when nothing is due', () => {
    expect(invoiceTotals([fee(0, '0')], NONE).paymentStatus).toBe('succeeded');
  });
});

describe('the issuing date', () => {
  it.each([
    [false, 'current_period_end', 'keep_anchor', 3, 3],
    [true, 'next_period_start', 'align_with_finalization_date', 3, 3],
    [true, 'next_period_start', 'keep_anchor', 3, 0],
    [true, 'current_period_end', 'keep_anchor', 3, -1],
    [true, 'current_period_end', 'align_with_finalization_date', 3, 3],
    [true, 'current_period_end', 'align_with_finalization_date', 0, -1],
  ] as const)('periodic %s, %s, %s, grace %d: %d days', (periodic, anchor, adjustment, gracePeriodDays, days) => {
    expect(issuingDateOffset(periodic, { anchor, adjustment, gracePeriodDays })).toBe(days);
  });

  it('is a local date, and the payment term starts on it', () => {
    const settings = { gracePeriodDays: 3, anchor: 'next_period_start', adjustment: 'keep_anchor' } as const;
    expect(
      subscriptionInvoiceDates(new Date('2024-02-29T23:00:00Z').getTime(), 'Europe/Paris', true, settings, 30),
    ).toEqual({
      issuingDate: '2024-03-01',
      expectedFinalizationDate: '2024-03-04',
      paymentDueDate: '2024-03-31',
    });
  });
});
