import type { ChargeModelName } from '@tollgate/contracts';
import { chargeModelOf } from '@tollgate/rating';
import type { Properties } from '../../model/tables/charges.tables.js';

/** The default price of a charge (catalog, section 4). */
export const defaultProperties = (model: ChargeModelName): Properties => ({
  ...chargeModelOf(model).properties.defaults,
});

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const withoutEmptyTexts = (value: unknown) => (Array.isArray(value) ? value.filter((item) => item !== '') : value);

/** The submitted properties of the model; the new name replaces the old name of the pricing group keys. */
export function storableProperties(model: ChargeModelName, properties: Properties): Properties {
  const storable: Properties = {};
  for (const key of Object.keys(chargeModelOf(model).properties.schema.shape))
    if (properties[key] !== undefined) storable[key] = properties[key];
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
