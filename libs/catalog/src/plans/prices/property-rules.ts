import type { AggregationTypeName, ChargeModelName } from '@tollgate/contracts';
import { chargeModelOf, Codes, findAggregation } from '@tollgate/rating';
import type { Properties } from '../../model/tables/charges.tables.js';

const isPresent = (value: unknown) => value !== null && value !== undefined;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('\u0000');
const isObject = (value: unknown): value is Properties =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Checks the properties of a charge or a charge filter: returns the codes that answers report under `properties`
 * (catalog, section 4.2; metering, section 5.1).
 * @param aggregationType null: a fixed charge, which has no metric
 */
export function propertyErrors(
  model: ChargeModelName,
  properties: Properties,
  aggregationType: AggregationTypeName | null,
): string[] {
  const codes = new Codes();
  const { rules, properties: declared } = chargeModelOf(model);
  const isRefused = rules.prices === 'percentages' && findAggregation(aggregationType)?.prices.percentages === false;
  codes.require(!isRefused, 'billable_metric', 'invalid_value');
  declared.check(properties, codes);
  checkPricingGroupKeys(properties['pricing_group_keys'], codes);
  checkPresentationGroupKeys(properties['presentation_group_keys'], codes);
  return codes.all();
}

function checkPricingGroupKeys(keys: unknown, codes: Codes): void {
  if (!isPresent(keys)) return;
  codes.require(Array.isArray(keys) && keys.every(isText), 'pricing_group_keys', 'invalid_type');
}

const isPresentationKey = (key: unknown): key is { value: string } =>
  isObject(key) &&
  isText(key['value']) &&
  Object.keys(key).every((name) => name === 'value' || name === 'options') &&
  (!isPresent(key['options']) || isPresentationOptions(key['options']));

const isPresentationOptions = (options: unknown) =>
  isObject(options) &&
  Object.keys(options).join() === 'display_in_invoice' &&
  typeof options['display_in_invoice'] === 'boolean';

function checkPresentationGroupKeys(keys: unknown, codes: Codes): void {
  if (!isPresent(keys)) return;
  if (!Array.isArray(keys) || !keys.every(isPresentationKey))
    return codes.add('presentation_group_keys', 'invalid_type');
  codes.require(keys.length <= 2, 'presentation_group_keys', 'too_many_keys');
  codes.require(
    new Set(keys.map(({ value }) => value)).size === keys.length,
    'presentation_group_keys',
    'value_is_duplicated',
  );
}
