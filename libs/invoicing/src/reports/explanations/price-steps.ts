import {
  currencyExponent,
  Decimal,
  graduatedRanges,
  percentageRanges,
  sharesBounds,
  touchedRanges,
  volumeRange,
} from '@tollgate/rating';
import { movementSteps } from './movement-steps.js';
import { percentageSteps } from './percentage-steps.js';
import { decimalOf, isZero, propertiesOf, rangeName, type PricedUsage } from './priced-usage.js';

/** The price of usage in the main unit, by its model (metering, section 5). @returns the reference of the amount */
export function priceSteps(priced: PricedUsage): string {
  switch (priced.price.charge_model) {
    case 'standard':
      return standardSteps(priced);
    case 'graduated':
      return priced.usage.movements ? movementSteps(priced, priced.usage.movements) : graduatedSteps(priced);
    case 'package':
      return packageSteps(priced);
    case 'percentage':
      return percentageSteps(priced);
    case 'volume':
      return volumeSteps(priced);
    case 'graduated_percentage':
      return graduatedPercentageSteps(priced);
    case 'dynamic':
      return dynamicSteps(priced);
    default:
      throw new Error(`no steps for ${priced.price.charge_model}`);
  }
}

function standardSteps(priced: PricedUsage): string {
  const { steps, prefix, units } = priced;
  const args = [units, decimalOf(propertiesOf(priced).amount)];
  return steps.add({ id: `${prefix}amount`, kind: 'units_price', rule: 'metering, section 5.2', op: 'mul', args });
}

const graduatedRule = 'metering, section 5.3';

function graduatedSteps(priced: PricedUsage): string {
  const { steps, prefix, units } = priced;
  const ranges = graduatedRanges(propertiesOf(priced));
  const shared = sharesBounds(ranges);
  const totals = touchedRanges(ranges, new Decimal(unitsText(priced))).map((range, position) => {
    const id = `${prefix}range_${position + 1}`;
    const of = rangeName(range);
    const common = { rule: graduatedRule, of };
    const reached =
      range.to_value === null
        ? units
        : steps.add({
            ...common,
            id: `${id}_reached`,
            kind: 'reached',
            op: 'min',
            args: [units, String(range.to_value)],
          });
    const before = shared ? [String(range.from_value)] : [String(range.from_value), '-1'];
    const within =
      range.from_value === 0
        ? reached
        : steps.add({ ...common, id: `${id}_units`, kind: 'range_units', op: 'sub', args: [reached, ...before] });
    return rangeTotal(priced, {
      id,
      ...common,
      within,
      price: [decimalOf(range.per_unit_amount)],
      flat: decimalOf(range.flat_amount),
    });
  });
  return steps.add({ id: `${prefix}amount`, kind: 'ranges_price', rule: graduatedRule, op: 'sum', args: totals });
}

interface PricedRange {
  id: string;
  rule: string;
  of: string;
  /** The units in the range. */
  within: string;
  /** Factors of a unit's price. */
  price: string[];
  flat: string;
}

function rangeTotal({ steps }: PricedUsage, { id, rule, of, within, price, flat }: PricedRange): string {
  const kind = 'range_price';
  if (isZero(flat)) return steps.add({ id, kind, rule, of, op: 'mul', args: [within, ...price] });
  const units = steps.add({ id: `${id}_price`, kind: 'units_price', rule, of, op: 'mul', args: [within, ...price] });
  return steps.add({ id, kind, rule, of, op: 'sum', args: [units, flat] });
}

function graduatedPercentageSteps(priced: PricedUsage): string {
  const { steps, prefix, units } = priced;
  const rule = 'metering, section 5.4';
  const quantity = new Decimal(unitsText(priced));
  const totals = touchedRanges(percentageRanges(propertiesOf(priced)), quantity).map((range, position) => {
    const id = `${prefix}range_${position + 1}`;
    const { from_value: from, to_value: to } = range;
    const of = rangeName(range);
    const sub = (args: string[]) => steps.add({ id: `${id}_units`, kind: 'range_units', rule, of, op: 'sub', args });
    const within =
      to !== null && quantity.gte(to)
        ? sub([String(to), String(Math.max(from, 1)), '-1'])
        : from === 0
          ? units
          : sub([units, String(from), '-1']);
    const price = [decimalOf(range.rate), '0.01'];
    return rangeTotal(priced, { id, rule, of, within, price, flat: decimalOf(range.flat_amount) });
  });
  return steps.add({ id: `${prefix}amount`, kind: 'ranges_price', rule, op: 'sum', args: totals });
}

/** The units whose range is looked up: those before the model, as text. */
const unitsText = ({ steps, units }: PricedUsage): string => {
  const { numerator, denominator } = steps.valueOf(units);
  return new Decimal(numerator.toString()).div(denominator.toString()).toFixed();
};

function packageSteps(priced: PricedUsage): string {
  const { steps, prefix, units } = priced;
  const rule = 'metering, section 5.5';
  const properties = propertiesOf(priced);
  const paid = steps.add({
    id: `${prefix}paid_units`,
    kind: 'paid_units',
    rule,
    op: 'sub',
    args: [units, decimalOf(properties.free_units)],
  });
  const started = steps.add({
    id: `${prefix}started_packages`,
    kind: 'started_packages',
    rule,
    op: 'ceil',
    args: [paid, String(properties.package_size ?? 1)],
    places: 0,
  });
  const billed = steps.add({ id: `${prefix}packages`, kind: 'packages', rule, op: 'max', args: [started, '0'] });
  const args = [billed, decimalOf(properties.amount)];
  return steps.add({ id: `${prefix}amount`, kind: 'packages_price', rule, op: 'mul', args });
}

function volumeSteps(priced: PricedUsage): string {
  const { steps, prefix, usage, units } = priced;
  const rule = 'metering, section 5.7';
  const range = volumeRange(propertiesOf(priced), new Decimal(usage.full_units ?? unitsText(priced)));
  const of = rangeName(range);
  const price = steps.add({
    id: `${prefix}units_price`,
    kind: 'units_price',
    rule,
    of,
    op: 'mul',
    args: [units, decimalOf(range.per_unit_amount)],
  });
  const args = [price, decimalOf(range.flat_amount)];
  return steps.add({ id: `${prefix}amount`, kind: 'range_price', rule, of, op: 'sum', args });
}

function dynamicSteps({ steps, prefix, usage, units, currency }: PricedUsage): string {
  const isUsed = steps.isBelow(units, '0') || steps.isBelow('0', units);
  const subunit = String(10 ** currencyExponent(currency));
  const args = [isUsed ? (usage.events_price_cents ?? '0') : '0', subunit];
  return steps.add({ id: `${prefix}amount`, kind: 'events_price', rule: 'metering, section 5.8', op: 'div', args });
}
