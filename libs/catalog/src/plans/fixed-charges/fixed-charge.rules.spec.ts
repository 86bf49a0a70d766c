import { describe, expect, it } from '@jest/globals';
import {
  checkFixedCharge,
  storableFixedChargeProperties,
  storableUnits,
  type CheckedFixedCharge,
} from './fixed-charge.rules.js';

const charge: CheckedFixedCharge = {
  model: 'standard',
  modelMissing: false,
  properties: { amount: '1' },
  payInAdvance: false,
  prorated: false,
  units: '1',
};
const openRange = { from_value: 0, to_value: null, per_unit_amount: '1', flat_amount: '0' };

function errorsOf(change: Partial<CheckedFixedCharge>): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  checkFixedCharge({ ...charge, ...change }, (field, ...codes) => {
    if (codes.length > 0) errors[field] = [...(errors[field] ?? []), ...codes];
  });
  return errors;
}

describe('a fixed charge', () => {
  it('accepts zero units and rejects negative ones', () => {
    expect([errorsOf({}), errorsOf({ units: '0' }), errorsOf({ units: '-0.1' })]).toEqual([
      {},
      {},
      { units: ['value_is_out_of_range'] },
    ]);
  });

  it('rejects volume in advance and prorated ranges in advance', () => {
    const volume = { model: 'volume' as const, properties: { volume_ranges: [openRange] } };
    const graduated = { model: 'graduated' as const, properties: { graduated_ranges: [openRange] } };
    expect([errorsOf(volume), errorsOf({ ...volume, payInAdvance: true })]).toEqual([
      {},
      { pay_in_advance: ['invalid_charge_model'] },
    ]);
    expect([
      errorsOf({ ...graduated, payInAdvance: true }),
      errorsOf({ ...graduated, payInAdvance: true, prorated: true }),
    ]).toEqual([{}, { prorated: ['invalid_charge_model'] }]);
  });

  it('requires a model and matching properties', () => {
    expect(errorsOf({ model: undefined, modelMissing: true, properties: {} })).toEqual({
      charge_model: ['value_is_mandatory'],
      properties: ['value_is_mandatory'],
    });
    expect(errorsOf({ properties: { amount: 'x' } })).toEqual({ properties: ['invalid_amount'] });
  });

  it('stores ten decimals of its units and no groups', () => {
    expect([storableUnits('1.23456789012'), storableUnits('10')]).toEqual(['1.2345678901', '10']);
    expect(storableFixedChargeProperties('standard', { amount: '1', pricing_group_keys: ['a'], other: 1 })).toEqual({
      amount: '1',
    });
  });
});
