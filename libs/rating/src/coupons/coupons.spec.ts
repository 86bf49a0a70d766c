import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { applyCoupons } from './coupons.js';
import type { AppliedCoupon, DiscountableFee } from './coupons.js';

const fee = (cents: number, changes: Partial<DiscountableFee> = {}): DiscountableFee => ({
  type: 'charge',
  amountCents: BigInt(cents),
  preciseCouponsAmountCents: new Decimal(0),
  planIds: ['p'],
  billableMetricId: null,
  ...changes,
});
const coupon = (changes: Partial<AppliedCoupon>): AppliedCoupon => ({
  id: 'c',
  type: 'fixed_amount',
  frequency: 'forever',
  amountCents: null,
  currency: 'EUR',
  percentageRate: null,
  periodsRemaining: null,
  usedCents: 0n,
  limit: null,
  ...changes,
});

describe('coupons', () => {
  it('apply in the order of their limits, and spread by the remainder of each fee', () => {
    const fees = [
      fee(10000, { type: 'subscription' }),
      fee(5000, { billableMetricId: 'a' }),
      fee(3000, { billableMetricId: 'b', planIds: ['q'] }),
    ];
    const coupons = [
      coupon({ id: 'C1', type: 'percentage', percentageRate: new Decimal(10), currency: null }),
      coupon({
        id: 'C2',
        frequency: 'recurring',
        amountCents: 1800n,
        periodsRemaining: 2,
        limit: { kind: 'plans', ids: ['p'] },
      }),
      coupon({ id: 'C3', frequency: 'once', amountCents: 1500n, limit: { kind: 'billable_metrics', ids: ['b'] } }),
    ];
    const result = applyCoupons(coupons, fees, 18000n, 'EUR');
    expect(result.credits).toEqual([
      { couponId: 'C3', amountCents: 1500n, periodsRemaining: null, terminated: true },
      { couponId: 'C2', amountCents: 1800n, periodsRemaining: 1, terminated: false },
      { couponId: 'C1', amountCents: 1470n, periodsRemaining: null, terminated: false },
    ]);
    expect(result.fees.map(({ preciseCouponsAmountCents }) => preciseCouponsAmountCents.toFixed())).toEqual([
      '2080',
      '1040',
      '1650',
    ]);
    expect([result.couponsAmountCents, result.subTotalCents]).toEqual([4770n, 13230n]);
  });

  it('spread over a fee below 0 in proportion too', () => {
    const tenth = coupon({ type: 'percentage', percentageRate: new Decimal(10), currency: null });
    const { fees, couponsAmountCents } = applyCoupons([tenth], [fee(1100), fee(-100)], 1000n, 'EUR');
    expect(fees.map(({ preciseCouponsAmountCents }) => preciseCouponsAmountCents.toNumber())).toEqual([110, -10]);
    expect(couponsAmountCents).toBe(100n);
  });

  it('discount nothing when their fees are below 0 in total', () => {
    const limited = coupon({ amountCents: 500n, limit: { kind: 'billable_metrics', ids: ['b'] } });
    const result = applyCoupons([limited], [fee(1000), fee(-100, { billableMetricId: 'b' })], 900n, 'EUR');
    expect(result.credits).toEqual([{ couponId: 'c', amountCents: 0n, periodsRemaining: null, terminated: false }]);
    expect(result.fees.map(({ preciseCouponsAmountCents }) => preciseCouponsAmountCents.toNumber())).toEqual([0, 0]);
  });

  it('retain five decimals of a share', () => {
    const fees = [fee(1000, { planIds: ['x'] }), fee(2000, { planIds: ['x'] }), fee(16000, { planIds: ['y'] })];
    const limited = coupon({ amountCents: 2000n, limit: { kind: 'plans', ids: ['x'] } });
    const first = applyCoupons([limited], fees, 19000n, 'EUR');
    expect(first.fees.slice(0, 2).map(({ preciseCouponsAmountCents: c }) => c.toFixed())).toEqual([
      '666.66667',
      '1333.33333',
    ]);
    const both = applyCoupons([coupon({ amountCents: 500n }), limited], fees, 19000n, 'EUR');
    expect(both.fees[0]?.preciseCouponsAmountCents.toFixed()).toBe('676.47059');
  });

  it('used once carry the rest over to the next invoice', () => {
    const once = coupon({ frequency: 'once', amountCents: 5000n });
    expect(applyCoupons([once], [fee(3000)], 3000n, 'EUR').credits[0]).toMatchObject({
      amountCents: 3000n,
      terminated: false,
    });
    expect(applyCoupons([{ ...once, usedCents: 3000n }], [fee(3000)], 3000n, 'EUR').credits[0]).toMatchObject({
      amountCents: 2000n,
      terminated: true,
    });
    expect(
      applyCoupons(
        [coupon({ type: 'percentage', percentageRate: new Decimal(1), frequency: 'once' })],
        [fee(3000)],
        3000n,
        'EUR',
      ).credits[0]?.terminated,
    ).toBe(true);
  });

  it('of another currency, without targets or with nothing left do not apply', () => {
    expect(applyCoupons([coupon({ amountCents: 5n, currency: 'USD' })], [fee(3000)], 3000n, 'EUR').credits).toEqual([]);
    expect(
      applyCoupons([coupon({ amountCents: 5n, limit: { kind: 'plans', ids: ['z'] } })], [fee(3000)], 3000n, 'EUR')
        .credits,
    ).toEqual([]);
    const all = coupon({ id: 'all', amountCents: 9000n });
    expect(
      applyCoupons([all, coupon({ id: 'none', amountCents: 1n })], [fee(3000)], 3000n, 'EUR').credits.map(
        ({ couponId }) => couponId,
      ),
    ).toEqual(['all']);
  });
});
