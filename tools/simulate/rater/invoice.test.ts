import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coupon, euroCharge, plan, SmallWorld } from './small-world.fixture.ts';

/** A month of 100 euros, and 50 euros of usage. */
function usedMonth(): SmallWorld {
  const subscribed = plan({ amount_cents: 10_000, charges: [euroCharge] });
  const small = new SmallWorld('2024-01-01T00:00:00Z', subscribed, { taxRate: 20 });
  small.subscribe();
  small.to('2024-01-10T00:00:00Z');
  small.use(50);
  return small;
}

const tenEuros = coupon('ten', { amount_cents: 1000, amount_currency: 'EUR' });
const halfOfUnits = coupon('half', {
  coupon_type: 'percentage',
  frequency: 'forever',
  percentage_rate: '50',
  applies_to: { billable_metric_codes: ['units'] },
});

describe('an invoice', () => {
  it('applies a coupon for a metric before an earlier one for everything', () => {
    const small = usedMonth();
    small.apply(tenEuros);
    small.apply(halfOfUnits);
    small.to('2024-02-01T00:00:00Z');
    const { invoice } = small;
    assert.equal(invoice.feesCents, 15_000n);
    assert.deepEqual(
      invoice.credits.map((credit) => credit.type === 'coupon' && `${credit.coupon.code} ${credit.amountCents}`),
      ['half 2500', 'ten 1000'],
    );
    // 20 % of 150 − 35 euros.
    assert.equal(invoice.taxesCents, 2300n);
    assert.equal(invoice.totalCents, 13_800n);
  });

  it('spreads a coupon over its fees by what is left of them', () => {
    const small = usedMonth();
    small.apply(tenEuros);
    small.apply(halfOfUnits);
    small.to('2024-02-01T00:00:00Z');
    // Ten euros over 100 and 25 euros: 8 and 2.
    assert.deepEqual(
      small.invoice.fees.map((fee) => `${fee.type} ${fee.coupons}`),
      ['subscription 800', 'charge 2700'],
    );
  });

  it('uses a coupon once up to its amount', () => {
    const small = usedMonth();
    small.apply(coupon('more', { amount_cents: 20_000, amount_currency: 'EUR' }));
    small.to('2024-02-01T00:00:00Z');
    assert.equal(small.invoice.couponsCents, 15_000n);
    assert.equal(small.invoice.totalCents, 0n);
    small.to('2024-03-01T00:00:00Z');
    assert.equal(small.invoice.couponsCents, 5000n);
    small.to('2024-04-01T00:00:00Z');
    assert.equal(small.invoice.couponsCents, 0n);
  });

  it('takes no second coupon for the same metric', () => {
    const small = usedMonth();
    assert.equal(small.apply(halfOfUnits), 200);
    assert.equal(small.apply({ ...halfOfUnits, code: 'other' }), 405);
  });
});
