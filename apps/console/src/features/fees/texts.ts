import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { aggregationTexts } from '../../ui/aggregation-texts.js';

/**
 * The unit of a result: units, or an amount in the currency or the pricing unit of the price. `cents` are whole minor
 * units; `precise_cents` have a fraction.
 */
export type StepUnit = 'units' | 'price' | 'cents' | 'precise_cents';

/** The sentence of a kind of step. Its arguments and its subject are texts in the language of the page. */
export interface StepText {
  unit: StepUnit;
  sentence(args: readonly string[], of: string): MessageDescriptor;
}

const shown = (unit: StepUnit, sentence: StepText['sentence'] | MessageDescriptor): StepText => ({
  unit,
  sentence: typeof sentence === 'function' ? sentence : () => sentence,
});

const ofEvents = shown('units', msg`Units of the events`);

/** The steps that pages show, by their kinds; the others lead from one of these to the next. */
export const stepTexts: Record<string, StepText> = {
  ...Object.fromEntries(Object.keys(aggregationTexts).map((name) => [name, ofEvents])),
  rounded_units: shown('units', msg`Rounded as the metric says`),
  unit_days: shown('units', ([units = '', days = ''], of) =>
    of === '' ? msg`${units} units for ${days} days` : msg`${units} units from ${of} on: ${days} days`,
  ),
  share_of_period: shown('units', ([days = '', all = '']) => msg`${days} of ${all} days`),
  prorated_units: shown('units', ([, days = '']) => msg`Shared out over the ${days} days of the period`),
  weighted_units: shown('units', msg`Average over the time of the period`),
  fixed_units: shown('units', msg`Units`),
  billed_units: shown('units', msg`Units that were not billed before`),
  units_before: shown('units', msg`Units before the event`),
  range_units: shown('units', (_, of) => msg`Units in the range ${of}`),
  range_price: shown('price', (_, of) => msg`Price of the range ${of}`),
  ranges_price: shown('price', msg`Price of all ranges`),
  units_price: shown('price', msg`Price of the units`),
  change_price: shown('price', (_, of) => msg`Change within the range ${of}`),
  further_changes: shown('price', (_, of) => msg`Further changes within the range ${of}`),
  movements_price: shown('price', msg`Price of all changes`),
  paid_units: shown('units', msg`Units that are not free`),
  units_beyond_free: shown('units', ([, free = '']) => msg`${free} units are free`),
  packages: shown('units', msg`Started packages`),
  packages_price: shown('price', msg`Price of the packages`),
  units_percentage: shown('price', ([, rate = '']) => msg`${rate} % of the units`),
  events_fixed_amount: shown('price', ([events = '']) => msg`Amount for ${events} events`),
  percentage_price: shown('price', msg`Percentage and events together`),
  transaction_at_least: shown('price', msg`At least the minimum of a transaction`),
  transaction_at_most: shown('price', msg`At most the maximum of a transaction`),
  transactions_price: shown('price', msg`Price of all transactions`),
  events_price: shown('price', msg`Prices that the events state`),
  difference: shown('price', msg`With the event, less without it`),
  not_above_billed: shown('price', msg`It was billed before`),
  negative: shown('price', msg`Negative usage costs nothing`),
  minimum: shown('cents', msg`Minimum for the days of the period`),
  used: shown('cents', msg`Fees that count towards the minimum`),
  missing: shown('cents', msg`Missing to the minimum`),
  in_trial: shown('cents', msg`Free in the trial`),
  billed_days: shown('units', msg`Days that are billed`),
  paid_before: shown('cents', msg`Paid before for the same days`),
  round_to_pricing_unit: shown('units', msg`Rounded in hundredths of the pricing unit`),
  round_to_currency: shown('cents', ([, days]) =>
    days === undefined ? msg`Rounded to the currency` : msg`Share of the ${days} days of the period, rounded`,
  ),
  billed_first: shown('cents', msg`Billed first by an earlier invoice`),
  noted: shown('cents', msg`Returned by credit notes`),
  progressive_share: shown('cents', msg`Deducted, because it was billed before`),
  coupon_base: shown('precise_cents', msg`Amount before the coupon`),
  coupon_amount: shown('precise_cents', msg`Amount of the coupon`),
  coupon_share: shown('precise_cents', msg`Share of the coupon`),
  fee_discounts: shown('precise_cents', msg`All discounts`),
  rest: shown('cents', msg`Rest`),
  taxable: shown('cents', msg`After discounts`),
  tax_cents: shown('cents', (_, of) => msg`Tax ${of}`),
  engine_tax: shown('cents', (_, of) => msg`Tax ${of}, as the tax engine computed it`),
  taxes_cents: shown('cents', msg`Taxes`),
};
