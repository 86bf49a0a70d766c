import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, ZERO, centsDecimal, sumOf } from '../decimal.js';
import { previewCoupons } from './preview-coupons.js';
import type { AppliedCoupon, DiscountableFee } from './coupons.js';

const fee = (cents: number): DiscountableFee => ({
  type: 'subscription',
  amountCents: BigInt(cents),
  preciseCouponsAmountCents: ZERO,
  planIds: ['p'],
  billableMetricId: null,
});
const percentage = (id: string, rate: number, limit: AppliedCoupon['limit'] = null): AppliedCoupon => ({
  id,
  type: 'percentage',
  frequency: 'once',
  amountCents: null,
  currency: null,
  percentageRate: new Decimal(rate),
  periodsRemaining: null,
  usedCents: 0n,
  limit,
});
const taken = (coupons: AppliedCoupon[], cents: number[], planId = 'p') =>
  previewCoupons(coupons, cents.map(fee), {
    subTotalCents: BigInt(cents.reduce((sum, each) => sum + each, 0)),
    currency: 'EUR',
    planId,
  });

describe('coupons of a preview', () => {
  it('are those of no metric, and of the plan of the first subscription', () => {
    const plans = percentage('plan', 10, { kind: 'plans', ids: ['p'] });
    const metrics = percentage('metric', 10, { kind: 'billable_metrics', ids: ['m'] });
    expect(taken([metrics, plans], [1000, 500]).credits).toEqual([{ couponId: 'plan', amountCents: 150n }]);
    expect(taken([metrics, plans], [1000, 500], 'q').credits).toEqual([]);
  });

  it('of plans take their part of all fees, others of what is left', () => {
    const plans = percentage('plan', 10, { kind: 'plans', ids: ['p'] });
    expect(taken([percentage('all', 50), plans], [1000]).credits).toEqual([
      { couponId: 'plan', amountCents: 100n },
      { couponId: 'all', amountCents: 450n },
    ]);
  });

  it('never take more than there is, and their parts on fees come to what they take', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.boolean()), { maxLength: 4 }),
        (cents, rates) => {
          const coupons = rates.map(([rate, limited], place) =>
            percentage(String(place), rate, limited ? { kind: 'plans', ids: ['p'] } : null),
          );
          const { fees, couponsAmountCents, subTotalCents } = taken(coupons, cents);
          expect(subTotalCents >= 0n).toBe(true);
          const spread = sumOf(fees.map((each) => each.preciseCouponsAmountCents));
          expect(spread.minus(centsDecimal(couponsAmountCents)).abs().lte('0.001')).toBe(true);
          expect(fees.every((each) => each.preciseCouponsAmountCents.lte(centsDecimal(each.amountCents)))).toBe(true);
        },
      ),
    );
  });
});
