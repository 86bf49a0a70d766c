import { describe, expect, it } from '@jest/globals';
import type { ChargeFilterView } from '@tollgate/catalog/reader';
import { Decimal } from '@tollgate/rating';
import type { RatedBucket } from '../../model/rated-charges/rated-charge.js';
import { chargeOf } from '../../rating/in-advance-rating/in-advance-charge.fixture.js';
import { forecastCharge } from './forecast-amounts.rules.js';
import { eventsOfPart, usageShares } from './usage-shares.rules.js';

const eu = { id: 'eu', values: { region: ['eu'] }, properties: { amount: '2' } } as unknown as ChargeFilterView;
const charge = chargeOf('sum_agg', 'standard', { amount: '1' }, { filters: [eu] });
const bucket = (filter: ChargeFilterView | null, units: number, eventsCount: number, region: string | null = null) =>
  ({
    filter,
    groupedBy: region === null ? {} : { region },
    aggregation: {
      currentUsageUnits: new Decimal(units),
      eventsCount,
      eventsPriceCents: new Decimal(units * 3),
    },
  }) as unknown as RatedBucket;
const used = (...parts: RatedBucket[]) => [{ charge, parts }];

describe('the shares of parts', () => {
  it('are those of both periods together, the largest first', () => {
    const [shared] = usageShares({ charges: [charge] }, [
      used(bucket(eu, 10, 1), bucket(null, 20, 4)),
      used(bucket(null, 10, 2)),
    ]);
    expect(shared?.parts.map(({ part, share }) => [part.filter?.id ?? null, share.toNumber()])).toEqual([
      [null, 0.75],
      ['eu', 0.25],
    ]);
    const [first] = shared?.parts ?? [];
    expect(first && eventsOfPart(charge, first, new Decimal(40))).toEqual({
      units: new Decimal(30),
      eventsCount: 6,
      eventsPriceCents: new Decimal(90),
    });
  });

  it('are one of events without properties where nothing was used', () => {
    const other = { ...charge, id: '33333333-3333-7333-8333-333333333333' };
    const shared = usageShares({ charges: [charge, other] }, [[]]);
    expect(shared.map(({ parts }) => parts.map(({ part, share }) => [part.filter, share.toNumber()]))).toEqual([
      [[null, 0.5]],
      [[null, 0.5]],
    ]);
  });

  it('are bounded to the largest parts', () => {
    const many = Array.from({ length: 150 }, (_, place) => bucket(null, place + 1, 1, `r${place}`));
    const [shared] = usageShares({ charges: [charge] }, [used(...many)]);
    expect([shared?.parts.length, shared?.leavesOut]).toEqual([100, true]);
    const total = shared?.parts.reduce((sum, { share }) => sum.plus(share), new Decimal(0));
    expect(total?.toDecimalPlaces(9).toNumber()).toBe(1);
  });
});

it('prices each bound, and sorts the amounts', () => {
  const ranges = [
    { from_value: 0, to_value: 10, per_unit_amount: '5', flat_amount: '0' },
    { from_value: 11, to_value: null, per_unit_amount: '1', flat_amount: '0' },
  ];
  const volume = chargeOf('sum_agg', 'volume', { volume_ranges: ranges });
  const [shared] = usageShares({ charges: [volume] }, []);
  if (!shared) throw new Error('a charge is missing');
  const [low, expected, high] = [10, 12, 14].map((units) => new Decimal(units)) as [Decimal, Decimal, Decimal];
  const forecast = forecastCharge(shared, { low, expected, high, isMeasured: true }, 'EUR');
  expect(forecast.units).toEqual({ low, expected, high });
  expect(forecast.amountCents).toEqual({ low: 1200n, expected: 1200n, high: 5000n });
});
