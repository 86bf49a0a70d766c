import { describe, expect, it } from '@jest/globals';
import { Decimal, sumOf } from '../decimal.js';
import { recurringRevenue, type SubscriptionFees } from './recurring-revenue.js';

const fees = (input: Partial<SubscriptionFees>): SubscriptionFees => ({
  interval: 'quarterly',
  payInAdvance: false,
  issuingDate: '2024-04-01',
  minutes: 90 * 1440 + 23 * 60 + 59,
  count: 1,
  amountCents: new Decimal(9000),
  ...input,
});
const shown = (...input: Partial<SubscriptionFees>[]) =>
  [...recurringRevenue(input.map(fees))].map(([month, cents]) => [month, cents.toDecimalPlaces(6).toNumber()]);
const total = (input: Partial<SubscriptionFees>) =>
  sumOf([...recurringRevenue([fees(input)]).values()]).toDecimalPlaces(6);

describe('recurring revenue', () => {
  it('of a quarter in arrears lies in the preceding months', () => {
    expect(shown({})).toEqual([
      ['2024-02', 2978.85515],
      ['2024-03', 3010.572425],
      ['2024-04', 3010.572425],
    ]);
  });

  it('of a month lies in the month, of weeks by their mean', () => {
    expect(shown({ interval: 'monthly', minutes: 0 })).toEqual([['2024-04', 9000]]);
    expect(
      shown(
        { interval: 'weekly', count: 3, amountCents: new Decimal(3000) },
        { interval: 'weekly', issuingDate: '2024-04-15', count: 1, amountCents: new Decimal(500) },
      ),
    ).toEqual([['2024-04', 3788.75]]);
  });

  it('in advance extends forwards, also across the end of the year', () => {
    // 365 days: 11.99 months, of which December has 17 of 31 days.
    const revenue = shown({
      interval: 'yearly',
      payInAdvance: true,
      issuingDate: '2023-12-15',
      minutes: 365 * 1440 - 1,
      amountCents: new Decimal(12000),
    });
    const share = 12000 / ((365 * 1440 - 1) / 1440 / 30.44);
    expect(revenue).toHaveLength(12);
    expect(revenue[0]).toEqual(['2023-12', expect.closeTo((share * 17) / 31, 3)]);
    expect(revenue[1]).toEqual(['2024-01', expect.closeTo(share, 3)]);
    expect(revenue[11]).toEqual(['2024-11', expect.closeTo(12000 - share * (10 + 17 / 31), 3)]);
  });

  it('of half a year in advance puts the rest into each of the last four months', () => {
    const minutes = 182 * 1440 - 1;
    const share = 6000 / (minutes / 1440 / 30.44);
    const revenue = shown({
      interval: 'semiannual',
      payInAdvance: true,
      issuingDate: '2024-01-01',
      minutes,
      amountCents: new Decimal(6000),
    });
    expect(revenue.map(([, cents]) => cents)).toEqual(
      [share, share, 4, 3, 2, 1].map((cents, index) =>
        expect.closeTo(index < 2 ? cents : 6000 - share * (5 - cents + 1), 3),
      ),
    );
  });

  it('equals all of the fees, except for half a year in advance', () => {
    for (const interval of ['monthly', 'quarterly', 'yearly'] as const)
      for (const payInAdvance of [false, true])
        for (const issuingDate of ['2024-02-29', '2023-11-01', '2024-12-31'])
          for (const days of interval === 'quarterly' ? [45, 91, 92] : [65, 200, 366])
            expect([
              interval,
              payInAdvance,
              issuingDate,
              days,
              total({ interval, payInAdvance, issuingDate, minutes: days * 1440 - 1 }),
            ]).toEqual([interval, payInAdvance, issuingDate, days, new Decimal(9000)]);
  });

  it('of a fee without a period lies in its month', () => {
    expect(shown({ minutes: 0 })).toEqual([['2024-04', 9000]]);
  });
});
