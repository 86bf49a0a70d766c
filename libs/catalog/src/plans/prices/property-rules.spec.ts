import { describe, expect, it } from '@jest/globals';
import { chargeModels, type ChargeModelName } from '@tollgate/contracts';
import { defaultProperties } from './properties.js';
import { propertyErrors } from './property-rules.js';

const errors = (model: ChargeModelName, properties: Record<string, unknown>) =>
  propertyErrors(model, properties, 'sum_agg');
const range = { from_value: 0, to_value: null, per_unit_amount: '1', flat_amount: '0' };

describe('properties of a charge (catalog, section 4.2)', () => {
  it.each(chargeModels)('accept the default of %s', (model) =>
    expect(errors(model, defaultProperties(model))).toEqual([]),
  );

  it.each(['0', '10', '0.000001', '5.', '.5', '00.10'])('accept %j as an amount', (amount) =>
    expect(errors('standard', { amount })).toEqual([]),
  );
  it.each([10, null, undefined, '', ' 1', '-1', '+1', 'foo', '1e3', 'Infinity', 'NaN', '1,5', {}, ['1']])(
    'reject %j as an amount',
    (amount) => expect(errors('standard', { amount })).toEqual(['invalid_amount']),
  );

  it('package', () => {
    expect(errors('package', { amount: '1', free_units: 0, package_size: 1 })).toEqual([]);
    expect(errors('package', {})).toEqual(['invalid_amount', 'invalid_free_units', 'invalid_package_size']);
    expect(errors('package', { amount: '1', free_units: -1, package_size: 0 })).toEqual([
      'invalid_free_units',
      'invalid_package_size',
    ]);
    expect(errors('package', { amount: '1', free_units: '1', package_size: 1.5 })).toEqual([
      'invalid_free_units',
      'invalid_package_size',
    ]);
  });

  it('percentage', () => {
    const all = {
      rate: '1.5',
      fixed_amount: '2',
      free_units_per_events: 3,
      free_units_per_total_aggregation: '50',
      per_transaction_min_amount: '1',
      per_transaction_max_amount: '1.0',
    };
    expect(errors('percentage', all)).toEqual([]);
    expect(errors('percentage', { rate: '1', fixed_amount: null, free_units_per_events: null })).toEqual([]);
    expect(
      errors('percentage', {
        rate: 1,
        fixed_amount: '',
        free_units_per_events: 0,
        free_units_per_total_aggregation: '-1',
      }),
    ).toEqual([
      'invalid_rate',
      'invalid_fixed_amount',
      'invalid_free_units_per_events',
      'invalid_free_units_per_total_aggregation',
    ]);
    expect(errors('percentage', { ...all, per_transaction_min_amount: '-1', per_transaction_max_amount: 'x' })).toEqual(
      ['invalid_amount', 'invalid_amount'],
    );
    expect(errors('percentage', { ...all, per_transaction_min_amount: '10', per_transaction_max_amount: '9' })).toEqual(
      ['per_transaction_max_lower_than_per_transaction_min'],
    );
    expect(propertyErrors('percentage', { rate: '1' }, 'latest_agg')).toEqual(['invalid_value']);
  });

  it('ranges', () => {
    expect(errors('graduated', {})).toEqual(['missing_graduated_ranges']);
    expect(errors('volume', { volume_ranges: [] })).toEqual(['missing_volume_ranges']);
    expect(errors('graduated_percentage', { graduated_percentage_ranges: 'none' })).toEqual([
      'missing_graduated_percentage_ranges',
    ]);
    expect(
      errors('graduated', { graduated_ranges: [{ ...range, flat_amount: 1, per_unit_amount: '-1', to_value: 5 }] }),
    ).toEqual(['invalid_amount', 'invalid_amount', 'invalid_graduated_ranges']);
    expect(
      errors('volume', {
        volume_ranges: [
          { ...range, to_value: 10 },
          { ...range, from_value: 10 },
        ],
      }),
    ).toEqual(['invalid_volume_ranges']);
    expect(errors('graduated_percentage', { graduated_percentage_ranges: [{ ...range, rate: 'x' }] })).toEqual([
      'invalid_rate',
    ]);
    expect(
      propertyErrors('graduated_percentage', { graduated_percentage_ranges: [{ ...range, rate: '1' }] }, 'latest_agg'),
    ).toEqual(['invalid_value']);
  });

  it('pricing group keys', () => {
    expect(errors('dynamic', { pricing_group_keys: ['a', 'b'] })).toEqual([]);
    for (const keys of ['a', { a: 1 }, [1], [null], ['']])
      expect(errors('dynamic', { pricing_group_keys: keys })).toEqual(['invalid_type']);
  });

  it('presentation group keys', () => {
    const of = (presentation_group_keys: unknown) => errors('dynamic', { presentation_group_keys });
    expect(of([{ value: 'a' }, { value: 'b', options: { display_in_invoice: true } }])).toEqual([]);
    for (const keys of ['a', ['a'], [{}], [{ value: '' }], [{ value: 1 }], [{ value: 'a', options: {} }]])
      expect(of(keys)).toEqual(['invalid_type']);
    expect(of([{ value: 'a', options: { display_in_invoice: 'yes' } }])).toEqual(['invalid_type']);
    expect(of([{ value: 'a', options: { display_in_invoice: true, more: 1 } }])).toEqual(['invalid_type']);
    expect(of([{ value: 'a' }, { value: 'b' }, { value: 'c' }])).toEqual(['too_many_keys']);
    expect(of([{ value: 'a' }, { value: 'a' }])).toEqual(['value_is_duplicated']);
  });
});
