import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../decimal.js';
import { priceUsage } from '../charge-models/price-usage.js';
import {
  fixedChargeDelta,
  fixedChargeUnits,
  paidByOldPlan,
  proratedFixedChargeUnits,
  remainingDays,
  startedDays,
} from './units.js';
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
    expect([fee, paidByOldPlan(new Decimal(10000), 16, 31)].map(String)).toEqual(['10323', '5161']);
  });

  it('in advance only ever increase', () => {
    expect(
      [fixedChargeDelta(new Decimal(15), new Decimal(10)), fixedChargeDelta(new Decimal(5), new Decimal(10))].map(
        String,
      ),
    ).toEqual(['5', '0']);
  });

  it('added within a period count from today, after an upgrade for the days begun', () => {
    expect([
      remainingDays(MARCH.to, at('2024-03-16T10:00:00Z')),
      remainingDays(MARCH.to, MARCH.to),
      remainingDays(MARCH.to, APRIL.from),
    ]).toEqual([16, 1, 0]);
    expect([
      startedDays(at('2024-03-16T10:00:00Z'), MARCH.to),
      startedDays(MARCH.from, MARCH.to),
      startedDays(APRIL.from, MARCH.to),
    ]).toEqual([16, 31, 0]);
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
