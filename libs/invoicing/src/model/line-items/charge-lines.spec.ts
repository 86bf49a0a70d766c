import { describe, expect, it } from '@jest/globals';
import type { CustomerView, SubscriptionView } from '@tollgate/subscription/reader';
import { chargeFee, Decimal } from '@tollgate/rating';
import { chargeOf, june } from '../../rating/in-advance-rating/in-advance-charge.fixture.js';
import type { RatedBucket, RatedCharge } from '../rated-charges/rated-charge.js';
import { closedChargeLines, trueUpParent, usedChargeLines } from './charge-lines.js';

const subscription = { id: 's', plan: { currency: 'EUR', taxes: [] } } as unknown as SubscriptionView;
const usage = {
  subscription,
  customer: { taxes: [] } as unknown as CustomerView,
  entityTaxes: [],
  shown: june,
  rated: { ...june, endedByUpgrade: false },
};
const eu = {
  id: 'f',
  parentId: null,
  retained: [],
  invoiceDisplayName: null,
  properties: {},
  values: { region: ['eu'] },
};

/** A part of a charge with used units of 1.00 each. */
function bucket(filter: RatedBucket['filter'], team: string, used: number, conversionRate?: Decimal): RatedBucket {
  const units = new Decimal(used);
  const aggregation = {
    units,
    currentUsageUnits: units,
    totalAggregatedUnits: units,
    eventsCount: used,
  } as RatedBucket['aggregation'];
  const price = { units, amount: units, unitAmount: new Decimal(1), amountDetails: {} };
  const fee = chargeFee(price, { currency: 'EUR', ...(conversionRate ? { conversionRate } : {}) });
  const reading = { at: 0, usage: { from: 0 }, durationDays: 30, endedByUpgrade: false };
  return { filter, groupedBy: { team }, aggregation, fee, presentation: [], reading };
}

const rated = (buckets: RatedBucket[], more: Partial<RatedCharge['charge']> = {}): RatedCharge => ({
  charge: chargeOf('sum_agg', 'standard', {}, { payInAdvance: false, minAmountCents: 1_000n, ...more }),
  buckets,
});

describe('the fees of a charge with a minimum (charges, section 2.6)', () => {
  it('fill up the minimum over all filters and groups, after the first fee without filter', () => {
    const lines = closedChargeLines(usage, rated([bucket(eu, 'a', 2), bucket(null, 'b', 3), bucket(null, 'c', 1)]));
    expect(lines.map((line) => [line.bucket?.groupedBy['team'], line.amountCents, line.isTrueUp ?? false])).toEqual([
      ['a', 200n, false],
      ['b', 300n, false],
      ['c', 100n, false],
      ['b', 400n, true],
    ]);
    expect(lines.map((line) => trueUpParent(lines, line))).toEqual([-1, -1, -1, 1]);
    expect(lines[3]).toMatchObject({ eventsCount: 0, from: june.from, to: june.to });
  });

  it('retain an empty parent for the true-up, and only then', () => {
    const unused = [bucket(eu, 'a', 2), bucket(null, 'b', 0)];
    expect(closedChargeLines(usage, rated(unused)).map(({ amountCents }) => amountCents)).toEqual([200n, 0n, 800n]);
    expect(
      closedChargeLines(usage, rated(unused, { minAmountCents: 200n })).map(({ amountCents }) => amountCents),
    ).toEqual([200n]);
    expect(usedChargeLines(usage, rated(unused)).map(({ amountCents }) => amountCents)).toEqual([200n]);
  });

  it('count a minimum in the pricing unit of the charge', () => {
    const pricingUnit = { id: 'u', code: 'cr', shortName: 'CR', conversionRate: '0.5' };
    const [used, trueUp] = closedChargeLines(usage, rated([bucket(null, 'a', 4, new Decimal('0.5'))], { pricingUnit }));
    expect([used?.amountCents, used?.pricingUnit?.amountCents]).toEqual([200n, 400n]);
    expect([trueUp?.amountCents, trueUp?.pricingUnit?.amountCents, trueUp?.preciseUnitAmount.toFixed()]).toEqual([
      300n,
      600n,
      '3',
    ]);
  });
});
