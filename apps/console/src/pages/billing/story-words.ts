import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

/** The unit of a result: units, an amount in the currency or the pricing unit of the price, or minor units. */
export type StepUnit = 'units' | 'price' | 'cents';

/** The sentence of a kind of step. Its arguments and its subject are texts in the language of the page. */
export interface StepWords {
  unit: StepUnit;
  words(args: readonly string[], of: string): MessageDescriptor;
}

const told = (unit: StepUnit, words: StepWords['words'] | MessageDescriptor): StepWords => ({
  unit,
  words: typeof words === 'function' ? words : () => words,
});

const ofEvents = told('units', msg`Units of the events`);

/** The steps that a story has, by their kinds; the others lead from one of these to the next. */
export const stepWords: Record<string, StepWords> = {
  count_agg: ofEvents,
  sum_agg: ofEvents,
  max_agg: ofEvents,
  latest_agg: ofEvents,
  unique_count_agg: ofEvents,
  rounded_units: told('units', msg`Rounded as the metric says`),
  unit_days: told('units', ([units = '', days = ''], of) =>
    of === '' ? msg`${units} units for ${days} days` : msg`${units} units from ${of} on: ${days} days`,
  ),
  share_of_period: told('units', ([days = '', all = '']) => msg`${days} of ${all} days`),
  prorated_units: told('units', ([, days = '']) => msg`Shared out over the ${days} days of the period`),
  weighted_units: told('units', msg`Average over the time of the period`),
  fixed_units: told('units', msg`Units`),
  billed_units: told('units', msg`Units that were not billed before`),
  units_before: told('units', msg`Units before the event`),
  range_units: told('units', (_, of) => msg`Units in the range ${of}`),
  range_price: told('price', (_, of) => msg`Price of the range ${of}`),
  ranges_price: told('price', msg`Price of all ranges`),
  units_price: told('price', msg`Price of the units`),
  change_price: told('price', (_, of) => msg`Change within the range ${of}`),
  further_changes: told('price', (_, of) => msg`Further changes within the range ${of}`),
  movements_price: told('price', msg`Price of all changes`),
  paid_units: told('units', msg`Units that are not free`),
  units_beyond_free: told('units', ([, free = '']) => msg`${free} units are free`),
  packages: told('units', msg`Started packages`),
  packages_price: told('price', msg`Price of the packages`),
  units_percentage: told('price', ([, rate = '']) => msg`${rate} % of the units`),
  events_fixed_amount: told('price', ([events = '']) => msg`Amount for ${events} events`),
  percentage_price: told('price', msg`Percentage and events together`),
  transaction_at_least: told('price', msg`At least the minimum of a transaction`),
  transaction_at_most: told('price', msg`At most the maximum of a transaction`),
  transactions_price: told('price', msg`Price of all transactions`),
  events_price: told('price', msg`Prices that the events state`),
  difference: told('price', msg`With the event, less without it`),
  not_above_billed: told('price', msg`It was billed before`),
  negative: told('price', msg`Negative usage costs nothing`),
  minimum: told('cents', msg`Minimum for the days of the period`),
  used: told('cents', msg`Fees that count towards the minimum`),
  missing: told('cents', msg`Missing to the minimum`),
  in_trial: told('cents', msg`Free in the trial`),
  billed_days: told('units', msg`Days that are billed`),
  paid_before: told('cents', msg`Paid before for the same days`),
  round_to_pricing_unit: told('units', msg`Rounded in hundredths of the pricing unit`),
  round_to_currency: told('cents', ([, days]) =>
    days === undefined ? msg`Rounded to the currency` : msg`Share of the ${days} days of the period, rounded`,
  ),
  rest: told('cents', msg`Rest`),
  taxable: told('cents', msg`After discounts`),
  tax_cents: told('cents', (_, of) => msg`Tax ${of}`),
  engine_tax: told('cents', (_, of) => msg`Tax ${of}, as the tax engine computed it`),
  taxes_cents: told('cents', msg`Taxes`),
};
