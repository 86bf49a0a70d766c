import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../decimal.js';
import { priceUsage } from '../charge-models/price-usage.js';
import { daysLeft, fixedChargeDelta, fixedChargeUnits, paidByOldPlans, proratedFixedChargeUnits } from './units.js';
import type { UnitChange } from './units.js';

const at = (iso: string): number => new Date(iso).getTime();
const change = (units: number, iso: string): UnitChange => ({ units: new Decimal(units), effectiveAt: at(iso) });
const MARCH = {
  from: at('2024-03-01T00:00:00Z'),
  to: at('2024-03-31T23:59:59.999Z'),
  durationDays: 31,
  timezone: 'UTC',
};
const APRIL = {
  from: at('2024-04-01T00:00:00Z'),
  to: at('2024-04-30T23:59:59.999Z'),
  durationDays: 30,
  timezone: 'UTC',
};

describe('units of a fixed charge', () => {
  it('are those of the last change', () => {
    const history = [change(10, '2024-03-01T00:00:01Z'), change(15, '2024-03-16T00:00:00Z')];
    expect(
      [fixedChargeUnits(history, MARCH), fixedChargeUnits(history, APRIL), fixedChargeUnits([], MARCH)].map(String),
    ).toEqual(['15', '15', '0']);
  });

  it('planned for later are superseded by a change made after them', () => {
    const history = [
      change(10, '2024-03-01T00:00:01Z'),
      change(20, '2024-04-01T00:00:00.999Z'),
      change(5, '2024-03-10T00:00:00Z'),
    ];
    expect([fixedChargeUnits(history, MARCH), fixedChargeUnits(history, APRIL)].map(String)).toEqual(['5', '5']);
    expect(proratedFixedChargeUnits(history, APRIL).toFixed()).toBe('5');
  });

  it('prorated count each for its days', () => {
    const history = [change(10, '2024-03-01T00:00:01Z'), change(15, '2024-03-16T10:00:00Z')];
    expect(proratedFixedChargeUnits(history, MARCH).toFixed()).toBe('12.580645');
  });

  it('after an upgrade are reduced by the payment for the old plan', () => {
    const units = proratedFixedChargeUnits([change(10, '2024-03-16T10:00:01Z')], {
      ...MARCH,
      from: at('2024-03-16T10:00:00Z'),
    });
    const { amount } = priceUsage(
      { model: 'standard', properties: { amount: '20' }, currency: 'EUR' },
      { units, fullUnits: new Decimal(10), eventsCount: 0 },
    );
    const fee = amount.times(100).toDecimalPlaces(0);
    expect([fee, paidByOldPlans([{ amountCents: new Decimal(10000), days: 16, paidDays: 31 }])].map(String)).toEqual([
      '10323',
      '5161',
    ]);
  });

  it('in advance only ever increase', () => {
    expect(
      [fixedChargeDelta(new Decimal(15), new Decimal(10)), fixedChargeDelta(new Decimal(5), new Decimal(10))].map(
        String,
      ),
    ).toEqual(['5', '0']);
  });

  it('added within a period count for the local days from today', () => {
    expect([
      daysLeft(at('2024-03-16T10:00:00Z'), MARCH),
      daysLeft(MARCH.from, MARCH),
      daysLeft(MARCH.to, MARCH),
      daysLeft(APRIL.from, MARCH),
    ]).toEqual([16, 31, 1, 0]);
    const november = {
      from: at('2025-11-01T04:00:00Z'),
      to: at('2025-12-01T04:59:59.999Z'),
      durationDays: 30,
      timezone: 'America/New_York',
    };
    // Clocks go back on 2 November.
    expect([
      daysLeft(november.from, november),
      daysLeft(at('2025-11-02T03:59:59.999Z'), november),
      daysLeft(at('2025-11-16T05:00:00Z'), november),
      // A move to the west: the local day before, of the same period.
      daysLeft(november.from - 1, { ...november, from: november.from - 3_600_000 }),
    ]).toEqual([30, 30, 15, 30]);
  });

  it('planned for a period take effect with it, also after a move', () => {
    const planned = { ...change(12, '2024-04-01T00:00:00.999Z'), planned: true };
    const history = [change(10, '2024-03-01T00:00:01Z'), planned];
    const west = { ...MARCH, to: at('2024-04-01T03:59:59.999Z'), timezone: 'America/New_York' };
    const east = { ...APRIL, from: at('2024-03-31T15:00:00Z'), timezone: 'Asia/Tokyo' };
    expect([fixedChargeUnits(history, west), fixedChargeUnits(history, east)].map(String)).toEqual(['10', '12']);
    expect([proratedFixedChargeUnits(history, west), proratedFixedChargeUnits(history, east)].map(String)).toEqual([
      '10',
      '12',
    ]);
  });

  it('end the day before an upgrade', () => {
    const ended = { ...MARCH, to: at('2024-03-16T10:00:00Z'), endedByUpgrade: true };
    expect(proratedFixedChargeUnits([change(31, '2024-03-01T00:00:01Z')], ended).toFixed()).toBe('15');
    expect(
      proratedFixedChargeUnits(
        [change(31, '2024-03-01T00:00:01Z'), change(62, '2024-03-16T08:00:00Z')],
        ended,
      ).toFixed(),
    ).toBe('15');
  });

  it('prorated stay between the minimum and the maximum of the period, apart from rounding', () => {
    const changes = fc.array(fc.record({ units: fc.nat(1_000), minute: fc.nat(31 * 24 * 60 - 1) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(changes, (made) => {
        const history = [...made]
          .sort((a, b) => a.minute - b.minute)
          .map(({ units, minute }) => ({ units: new Decimal(units), effectiveAt: MARCH.from + minute * 60_000 }));
        const carried = { units: history[0]?.units ?? new Decimal(0), effectiveAt: MARCH.from - 1 };
        const units = proratedFixedChargeUnits([carried, ...history], MARCH);
        const all = history.map((change) => change.units.toNumber());
        expect(units.gte(Math.min(...all) - 1e-5) && units.lte(Math.max(...all) + 1e-5)).toBe(true);
      }),
    );
  });
});
