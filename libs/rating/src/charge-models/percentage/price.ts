import { Decimal, ZERO, decimalText, percentOf } from '../../decimal.js';
import { freeUsage } from '../free-usage.js';
import { perUnit, statedUnits } from '../quotient.js';
import { allowanceOf, type PercentageProperties } from './properties.js';
import { transactionOf, transactionsTotal } from './transactions.js';
import type { ModelResult, Usage } from '../types.js';

/** A share of the usage plus a fixed amount per event, without the free part (metering, section 5.6). */
export function percentagePrice(properties: PercentageProperties, usage: Usage): ModelResult {
  const { units, eventsCount } = usage;
  const { rate, fixedAmount, min, max } = transactionOf(properties);
  const free = freeUsage(allowanceOf(properties), usage);
  const percentagePart = free.units.gt(units) ? ZERO : percentOf(units.minus(free.units), rate);
  const fixedPart = units.isZero() || free.events >= eventsCount ? ZERO : fixedAmount.times(eventsCount - free.events);
  const plain = percentagePart.plus(fixedPart);
  const amount = min || max ? transactionsTotal(properties, usage) : plain;
  const freeEvents = Math.min(free.events, eventsCount);
  const paidEvents = eventsCount - freeEvents;
  return {
    amount,
    unitAmount: perUnit(amount, statedUnits(usage)),
    amountDetails: {
      units: decimalText(units),
      free_units: decimalText(free.units),
      free_events: freeEvents,
      paid_units: decimalText(Decimal.max(units.minus(free.units), ZERO)),
      rate: decimalText(rate),
      per_unit_total_amount: decimalText(percentagePart),
      paid_events: paidEvents,
      fixed_fee_unit_amount: decimalText(paidEvents > 0 ? fixedAmount : ZERO),
      fixed_fee_total_amount: decimalText(fixedPart),
      min_max_adjustment_total_amount: decimalText(amount.minus(plain)),
    },
  };
}
