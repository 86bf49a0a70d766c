import { describe, expect, it } from '@jest/globals';
import { applyCoupons, Decimal, decimalText, invoiceTotals, type AppliedCoupon } from '@tollgate/rating';
import fc from 'fast-check';
import { hundredthsOf, rounded, spread } from './amounts.js';
import { arithmeticFaults } from './checks.js';
import { fee, invoice, issuing } from './e-invoices.fixture.js';
import { buildInvoiceModel } from './invoice-model.js';

const rates = [0, 2.1, 5.5, 7, 8.1, 19, 20, 25.5];
const amounts = fc.array(
  fc.record({ cents: fc.integer({ min: 0, max: 5_000_000 }), rate: fc.constantFrom(...rates) }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

const couponOf = (percent: number, place: number): AppliedCoupon => ({
  id: String(place),
  type: 'percentage',
  frequency: 'forever',
  amountCents: null,
  currency: null,
  percentageRate: new Decimal(percent),
  periodsRemaining: null,
  usedCents: 0n,
  limit: null,
});

const none = {
  progressiveBillingCreditCents: 0n,
  creditNotesCents: 0n,
  prepaidGrantedCents: 0n,
  prepaidPurchasedCents: 0n,
};

describe('the model of an invoice that the product computed', () => {
  it('adds up, and has its sums', () => {
    const percents = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 });
    const currencies = fc.constantFrom('EUR', 'JPY', 'KWD');
    fc.assert(
      fc.property(amounts, percents, currencies, (list, coupons, currency) => {
        const fees = list.map(({ cents, rate }) => ({
          type: 'charge' as const,
          amountCents: BigInt(cents),
          preciseAmountCents: new Decimal(cents),
          preciseCouponsAmountCents: new Decimal(0),
          planIds: [],
          billableMetricId: null,
          taxes: rate === 0 ? [] : [{ code: String(rate), rate: new Decimal(rate) }],
        }));
        const sum = list.reduce((total, { cents }) => total + BigInt(cents), 0n);
        const discounted = applyCoupons(coupons.map(couponOf), fees, sum, currency);
        const totals = invoiceTotals(discounted.fees, { ...none, couponsCents: discounted.couponsAmountCents });
        const presented = discounted.fees.map((each, place) =>
          fee({ ...(list[place] as (typeof list)[number]), coupons: decimalText(each.preciseCouponsAmountCents) }),
        );
        const figures = { taxes: Number(totals.taxesAmountCents), coupons: Number(totals.couponsAmountCents) };
        const model = buildInvoiceModel(invoice(presented, figures, { currency }), issuing());
        const shown = (cents: bigint) => rounded(hundredthsOf(cents.toString(), currency));
        expect(arithmeticFaults(model)).toEqual([]);
        expect(model.totals).toMatchObject({
          lines: shown(totals.feesAmountCents),
          withoutVat: shown(totals.subTotalExcludingTaxesAmountCents),
          vat: shown(totals.taxesAmountCents),
          payable: shown(totals.totalAmountCents),
        });
      }),
    );
  });
});

describe('parts of a sum', () => {
  it('add up, and each differs from its share by less than one step', () => {
    const shares = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(shares, fc.constantFrom(1n, 100n), (thousandths, step) => {
        const list = thousandths.map((each) => new Decimal(each).div(1000).times(step.toString()));
        const sum = list.reduce((total, each) => total.plus(each), new Decimal(0));
        const total = rounded(sum.div(step.toString())) * step;
        const parts = spread(total, list, { what: 'parts', step });
        expect(parts.reduce((before, part) => before + part, 0n)).toBe(total);
        for (const [place, part] of parts.entries())
          expect((list[place] as Decimal).minus(part.toString()).abs().lt(new Decimal(step.toString()))).toBe(true);
      }),
    );
  });
});
