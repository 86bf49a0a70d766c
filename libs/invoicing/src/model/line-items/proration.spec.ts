import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@tollgate/rating';
import { prorationOf } from './proration.js';

const part = (from: string, days: number, units: string, carried = false) => ({
  from,
  days,
  units: new Decimal(units),
  carried,
});

describe('the stored proration of a fee', () => {
  it('has the parts of the units as texts', () => {
    const proration = { units: new Decimal('11.2'), durationDays: 30, parts: [part('2023-09-16', 15, '7.50')] };
    expect(prorationOf({ proration })).toEqual({
      units: '11.2',
      duration_days: 30,
      parts: [{ from: '2023-09-16', days: 15, units: '7.5', carried: false }],
      further: null,
    });
  });

  it('has a sum instead of the parts beyond its bound', () => {
    const parts = Array.from({ length: 752 }, () => part('2023-09-16', 15, '2'));
    const stored = prorationOf({ proration: { units: new Decimal(752), durationDays: 30, parts } });
    // 2 parts of 2 units for 15 of 30 days: 4 units, prorated 2.
    expect(stored?.parts).toHaveLength(750);
    expect(stored?.further).toEqual({ count: 2, units: '4', prorated_units: '2' });
  });

  it('is absent without units, and on the difference to a minimum', () => {
    const proration = { units: new Decimal(1), durationDays: 30, parts: [part('2023-09-01', 30, '1', true)] };
    expect(prorationOf({ proration, isTrueUp: true })).toBeNull();
    expect(prorationOf({ proration: { ...proration, parts: [] } })).toBeNull();
    expect(prorationOf({})).toBeNull();
  });
});
