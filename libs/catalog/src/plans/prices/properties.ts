import type { ChargeModelName } from '@tollgate/contracts';
import type { Properties } from '../../model/tables/charges.tables.js';

/** The properties of each model (catalog, section 4). */
const modelKeys: Record<ChargeModelName, readonly string[]> = {
  standard: ['amount'],
  graduated: ['graduated_ranges'],
  volume: ['volume_ranges'],
  package: ['amount', 'free_units', 'package_size'],
  percentage: [
    'rate',
    'fixed_amount',
    'free_units_per_events',
    'free_units_per_total_aggregation',
    'per_transaction_min_amount',
    'per_transaction_max_amount',
  ],
  graduated_percentage: ['graduated_percentage_ranges'],
  dynamic: [],
};

const openRange = { from_value: 0, to_value: null };

/** The default price of a charge (catalog, section 4). */
export function defaultProperties(model: ChargeModelName): Properties {
  switch (model) {
    case 'standard':
      return { amount: '0' };
    case 'graduated':
      return { graduated_ranges: [{ ...openRange, per_unit_amount: '0', flat_amount: '0' }] };
    case 'volume':
      return { volume_ranges: [{ ...openRange, per_unit_amount: '0', flat_amount: '0' }] };
    case 'package':
      return { package_size: 1, amount: '0', free_units: 0 };
    case 'percentage':
      return { rate: '0' };
    case 'graduated_percentage':
      return { graduated_percentage_ranges: [{ ...openRange, rate: '0', fixed_amount: '0', flat_amount: '0' }] };
    case 'dynamic':
      return {};
  }
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const withoutEmptyTexts = (value: unknown) => (Array.isArray(value) ? value.filter((item) => item !== '') : value);

/** The submitted properties of the model; the new name replaces the old name of the pricing group keys. */
export function storableProperties(model: ChargeModelName, properties: Properties): Properties {
  const storable: Properties = {};
  for (const key of modelKeys[model]) if (properties[key] !== undefined) storable[key] = properties[key];
  const groupKeys = [properties['pricing_group_keys'], properties['grouped_by']]
    .map(withoutEmptyTexts)
    .find((keys) => !isEmpty(keys));
  if (groupKeys !== undefined) storable['pricing_group_keys'] = groupKeys;
  if (!isEmpty(properties['presentation_group_keys']))
    storable['presentation_group_keys'] = properties['presentation_group_keys'];
  return storable;
}

/** The storable properties of a filter; a filter has no presentation of its own (catalog, section 5). */
export function storableFilterProperties(model: ChargeModelName, properties: Properties): Properties {
  const { presentation_group_keys: _, ...storable } = storableProperties(model, properties);
  return storable;
}

/** Properties in answers: the pricing group keys under both their names. */
export const presentProperties = (properties: Properties): Properties =>
  properties['pricing_group_keys'] === undefined
    ? properties
    : { ...properties, grouped_by: properties['pricing_group_keys'] };
