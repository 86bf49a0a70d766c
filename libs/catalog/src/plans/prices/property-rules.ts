import type { AggregationTypeName, ChargeModelName } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import type { Properties } from '../../model/tables/charges.tables.js';
import { boundsFit, rangesOf, type RangeBounds } from './ranges.js';

const amountPattern = /^(\d+\.?\d*|\.\d+)$/;
const isAmount = (value: unknown): value is string => typeof value === 'string' && amountPattern.test(value);
const isWholeNumber = (value: unknown, minimum: number) => Number.isSafeInteger(value) && (value as number) >= minimum;
const isPresent = (value: unknown) => value !== null && value !== undefined;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('\u0000');
const isObject = (value: unknown): value is Properties =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Collects codes by property, in the order of the checks; answers report them as one list. */
class Codes {
  private readonly byProperty = new Map<string, string[]>();

  add(property: string, code: string): void {
    this.byProperty.set(property, [...(this.byProperty.get(property) ?? []), code]);
  }

  require(met: boolean, property: string, code: string): void {
    if (!met) this.add(property, code);
  }

  all(): string[] {
    return [...this.byProperty.values()].flat();
  }
}

/**
 * Checks the properties of a charge or a charge filter: returns the codes that answers report under `properties`
 * (catalog, section 4.2; metering, section 5.1).
 */
export function propertyErrors(
  model: ChargeModelName,
  properties: Properties,
  aggregationType: AggregationTypeName,
): string[] {
  const codes = new Codes();
  checkModel(model, properties, aggregationType, codes);
  checkPricingGroupKeys(properties['pricing_group_keys'], codes);
  checkPresentationGroupKeys(properties['presentation_group_keys'], codes);
  return codes.all();
}

function checkModel(
  model: ChargeModelName,
  properties: Properties,
  aggregationType: AggregationTypeName,
  codes: Codes,
): void {
  switch (model) {
    case 'standard':
      return codes.require(isAmount(properties['amount']), 'amount', 'invalid_amount');
    case 'package':
      return checkPackage(properties, codes);
    case 'percentage':
      codes.require(aggregationType !== 'latest_agg', 'billable_metric', 'invalid_value');
      return checkPercentage(properties, codes);
    case 'graduated':
      return checkRanges(properties, 'graduated_ranges', 'shared', codes, checkUnitPrice);
    case 'volume':
      return checkRanges(properties, 'volume_ranges', 'separate', codes, checkUnitPrice);
    case 'graduated_percentage':
      codes.require(aggregationType !== 'latest_agg', 'billable_metric', 'invalid_value');
      return checkRanges(properties, 'graduated_percentage_ranges', 'shared', codes, checkRangeRate);
    case 'dynamic':
      return;
  }
}

function checkPackage(properties: Properties, codes: Codes): void {
  codes.require(isAmount(properties['amount']), 'amount', 'invalid_amount');
  codes.require(isWholeNumber(properties['free_units'], 0), 'free_units', 'invalid_free_units');
  codes.require(isWholeNumber(properties['package_size'], 1), 'package_size', 'invalid_package_size');
}

function checkPercentage(properties: Properties, codes: Codes): void {
  const optionalAmount = (property: string, code: string) =>
    codes.require(!isPresent(properties[property]) || isAmount(properties[property]), property, code);
  const {
    free_units_per_events: freeEvents,
    per_transaction_min_amount: minimum,
    per_transaction_max_amount: maximum,
  } = properties;

  codes.require(isAmount(properties['rate']), 'rate', 'invalid_rate');
  optionalAmount('fixed_amount', 'invalid_fixed_amount');
  codes.require(
    !isPresent(freeEvents) || isWholeNumber(freeEvents, 1),
    'free_units_per_events',
    'invalid_free_units_per_events',
  );
  optionalAmount('free_units_per_total_aggregation', 'invalid_free_units_per_total_aggregation');
  optionalAmount('per_transaction_min_amount', 'invalid_amount');
  optionalAmount('per_transaction_max_amount', 'invalid_amount');
  if (isAmount(minimum) && isAmount(maximum) && new Decimal(minimum).greaterThan(maximum)) {
    codes.add('per_transaction_max_amount', 'per_transaction_max_lower_than_per_transaction_min');
  }
}

function checkRanges(
  properties: Properties,
  property: string,
  bounds: RangeBounds,
  codes: Codes,
  checkPrice: (range: Properties, codes: Codes) => void,
): void {
  const ranges = rangesOf(properties[property]);
  if (ranges.length === 0) return codes.add(property, `missing_${property}`);
  for (const range of ranges) checkPrice(range, codes);
  codes.require(boundsFit(ranges, bounds), property, `invalid_${property}`);
}

function checkUnitPrice(range: Properties, codes: Codes): void {
  codes.require(isAmount(range['per_unit_amount']), 'per_unit_amount', 'invalid_amount');
  codes.require(isAmount(range['flat_amount']), 'flat_amount', 'invalid_amount');
}

function checkRangeRate(range: Properties, codes: Codes): void {
  codes.require(isAmount(range['rate']), 'rate', 'invalid_rate');
  codes.require(isAmount(range['flat_amount']), 'flat_amount', 'invalid_amount');
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
