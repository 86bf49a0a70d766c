import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { priceUsage } from '../charge-models/price-usage.js';
import { fixedChargeDelta, fixedChargeUnits, paidByOldPlan, proratedFixedChargeUnits } from './units.js';
import type { UnitChange } from './units.js';

const at = (iso: string): number => new Date(iso).getTime();
const change = (units: number, iso: string): UnitChange => ({ units: new Decimal(units), effectiveAt: at(iso) });
const MARCH = { from: at('2024-03-01T00:00:00Z'), to: at('2024-03-31T23:59:59.999Z'), durationDays: 31, timezone: 'UTC' };
const APRIL = { from: at('2024-04-01T00:00:00Z'), to: at('2024-04-30T23:59:59.999Z'), durationDays: 30, timezone: 'UTC' };

describe('units of a fixed charge', () => {
  it('are those set last', () => {
    const log = [change(10, '2024-03-01T00:00:01Z'), change(15, '2024-03-16T00:00:00Z')];
    expect([fixedChargeUnits(log, MARCH), fixedChargeUnits(log, APRIL), fixedChargeUnits([], MARCH)].map(String)).toEqual(['15', '15', '0']);
  });

  it('planned for later give way to a change made after them', () => {
    const log = [change(10, '2024-03-01T00:00:01Z'), change(20, '2024-04-01T00:00:00.999Z'), change(5, '2024-03-10T00:00:00Z')];
    expect([fixedChargeUnits(log, MARCH), fixedChargeUnits(log, APRIL)].map(String)).toEqual(['5', '5']);
    expect(proratedFixedChargeUnits(log, APRIL).toFixed()).toBe('5');
  });

  it('prorated count each for its days', () => {
    const log = [change(10, '2024-03-01T00:00:01Z'), change(15, '2024-03-16T10:00:00Z')];
    expect(proratedFixedChargeUnits(log, MARCH).toFixed()).toBe('12.580645');
  });

  it('after an upgrade are paid less what the old plan was paid', () => {
    const units = proratedFixedChargeUnits([change(10, '2024-03-16T10:00:01Z')], { ...MARCH, from: at('2024-03-16T10:00:00Z') });
    const { amount } = priceUsage({ model: 'standard', properties: { amount: '20' }, currency: 'EUR' }, { units, fullUnits: new Decimal(10), eventsCount: 0 });
    const fee = amount.times(100).toDecimalPlaces(0);
    expect([fee, paidByOldPlan(new Decimal(10000), 16, 31)].map(String)).toEqual(['10323', '5161']);
  });

  it('in advance are only ever added to', () => {
    expect([fixedChargeDelta(new Decimal(15), new Decimal(10)), fixedChargeDelta(new Decimal(5), new Decimal(10))].map(String)).toEqual(['5', '0']);
  });
});
