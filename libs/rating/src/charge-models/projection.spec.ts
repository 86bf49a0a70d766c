import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { pricingUnitFee } from './pricing-units.js';
import { elapsedRatio, projectUsage } from './projection.js';
import { priceUsage } from './price-usage.js';
import type { ChargeModelName, ChargeProperties } from './registry.js';

const at = (iso: string): number => new Date(iso).getTime();
const HALF = new Decimal('0.5');
const range = (from_value: number, to_value: number | null, per_unit_amount: string, flat_amount: string) => ({
  from_value,
  to_value,
  per_unit_amount,
  flat_amount,
});

function projected(
  model: ChargeModelName,
  properties: ChargeProperties,
  units: number,
  ratio = HALF,
  recurring = false,
): [string, number] {
  const usage = { units: new Decimal(units), eventsCount: units, runningTotal: [], eventValues: [] };
  const projection = projectUsage({ model, properties, currency: 'EUR' }, usage, ratio, recurring);
  return [projection.units.toFixed(), Number(projection.amountCents)];
}

describe('projections', () => {
  it('use the elapsed days, including today', () => {
    expect(
      elapsedRatio(
        at('2024-06-01T00:00:00Z'),
        at('2024-06-30T23:59:59.999Z'),
        at('2024-06-15T12:00:00Z'),
        'UTC',
      ).toFixed(),
    ).toBe('0.5');
    expect(
      elapsedRatio(
        at('2024-06-01T00:00:00Z'),
        at('2024-06-30T23:59:59.999Z'),
        at('2024-07-15T12:00:00Z'),
        'UTC',
      ).toFixed(),
    ).toBe('1');
  });

  it('apply the model to the projected units', () => {
    expect(projected('standard', { amount: '10' }, 4)).toEqual(['8', 8000]);
    expect(projected('package', { amount: '10', package_size: 3, free_units: 1 }, 4)).toEqual(['8', 3000]);
    expect(projected('volume', { volume_ranges: [range(0, 5, '2', '0'), range(6, null, '1', '1')] }, 4)).toEqual([
      '8',
      900,
    ]);
    const graduated = { graduated_ranges: [range(0, 5, '2', '10'), range(6, null, '1', '1')] };
    expect(projected('graduated', graduated, 4)).toEqual(['8', 2400]);
    expect(projected('graduated', graduated, 0)).toEqual(['0', 0]);
  });

  it('scale the amount of the other models, without free units for the percentage model', () => {
    expect(projected('percentage', { rate: '10', fixed_amount: '1', free_units_per_events: 2 }, 4)).toEqual(['8', 480]);
  });

  it('leave recurring metrics unchanged', () => {
    expect(projected('standard', { amount: '10' }, 4, HALF, true)).toEqual(['4', 4000]);
    expect(projected('standard', { amount: '10' }, 4, new Decimal(0))).toEqual(['0', 0]);
    expect(projected('standard', { amount: '10' }, -4)).toEqual(['0', 0]);
  });
});

describe('pricing units', () => {
  it('are rounded before conversion', () => {
    const price = priceUsage(
      { model: 'standard', properties: { amount: '1' }, currency: 'EUR' },
      { units: new Decimal(300), eventsCount: 1 },
    );
    const fee = pricingUnitFee(price, HALF, 'EUR');
    expect([fee.amountCents, fee.pricingUnit.amountCents]).toEqual([15000n, 30000n]);
    expect(fee.preciseUnitAmount.toFixed()).toBe('0.5');
  });
});
