import { describe, expect, it } from '@jest/globals';
import { NotFound, ValidationFailed } from '@tollgate/platform';
import { fixedChargeView, planView } from '../subscriptions/rows.fixture.js';
import { areUnitsOnly, immediateIds, requestedUnits, unitsOf } from './unit-overrides.js';

const [seats, support] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
const plan = planView({ fixedCharges: [fixedChargeView(seats), fixedChargeView(support)] });

describe('overrides of units alone (subscriptions, section 3.6)', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['units of a fixed charge', { fixed_charges: [{ id: seats, units: 5 }] }, true],
    ['units at once', { fixed_charges: [{ id: seats, units: 5, apply_units_immediately: true }] }, true],
    [
      'units of two',
      {
        fixed_charges: [
          { id: seats, units: 5 },
          { id: support, units: 1 },
        ],
      },
      true,
    ],
    ['another amount', { fixed_charges: [{ id: seats, units: 5 }], amount_cents: 1 }, false],
    ['another name of a fixed charge', { fixed_charges: [{ id: seats, units: 5, invoice_display_name: 'S' }] }, false],
    ['no fixed charge', { fixed_charges: [] }, false],
    ['only an amount', { amount_cents: 1 }, false],
  ])('are %s: %j', (_, overrides, unitsOnly) => {
    expect(areUnitsOnly(plan, overrides)).toBe(unitsOnly);
  });

  it('need a plan without overrides', () => {
    const overrides = { fixed_charges: [{ id: seats, units: 5 }] };
    expect(areUnitsOnly({ ...plan, parentId: 'parent' }, overrides)).toBe(false);
  });

  it('name fixed charges of the plan', () => {
    const units = (...list: object[]) => requestedUnits(plan, { fixed_charges: list });
    expect(units({ id: seats.toUpperCase(), units: '5' })).toMatchObject([
      { charge: { id: seats }, units: '5', immediately: false },
    ]);
    expect(units({ id: seats })).toEqual([]);
    expect(() => units({ id: '018f0000-0000-7000-8000-000000000003', units: 5 })).toThrow(NotFound);
    expect(requestedUnits(plan, {})).toEqual([]);
  });

  it('know which units count at once', () => {
    const overrides = {
      fixed_charges: [
        { id: seats.toUpperCase(), units: 1, apply_units_immediately: true },
        { id: support, units: 1, apply_units_immediately: false },
      ],
    };
    expect(immediateIds(overrides)).toEqual(new Set([seats]));
  });
});

describe('the units of a fixed charge', () => {
  const charge = fixedChargeView(seats);

  it('are decimals from 0 on', () => {
    expect(unitsOf(charge, { units: '2.5' }).units).toBe('2.5');
    expect(unitsOf(charge, { units: 0, apply_units_immediately: true })).toMatchObject({
      units: '0',
      immediately: true,
    });
  });

  it.each([{ units: -1 }, { units: 'many' }, { units: '' }, {}])('are refused as %j', (raw) => {
    expect(() => unitsOf(charge, raw)).toThrow(ValidationFailed);
  });
});
