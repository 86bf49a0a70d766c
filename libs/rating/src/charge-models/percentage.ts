import { Decimal, ONE, ZERO, decimalText, percentOf } from '../decimal.js';
import { allowanceOf, freeUsage } from './free-units.js';
import { decimalOf, perUnit, statedUnits } from './quotient.js';
import type { ChargeProperties, ModelResult, Usage } from './types.js';

interface Transaction {
  readonly rate: Decimal;
  readonly fixedAmount: Decimal;
  readonly min: Decimal | null;
  readonly max: Decimal | null;
}

function transactionOf(properties: ChargeProperties): Transaction {
  const limit = (text: string | null | undefined): Decimal | null =>
    text === null || text === undefined || text === '' ? null : new Decimal(text);
  return {
    rate: decimalOf(properties.rate),
    fixedAmount: decimalOf(properties.fixed_amount),
    min: limit(properties.per_transaction_min_amount),
    max: limit(properties.per_transaction_max_amount),
  };
}

/** The price of the transactions so far, and the remaining allowance for later ones. */
export interface TransactionsSoFar {
  readonly freeEvents: number;
  readonly freeAmount: Decimal;
  readonly total: Decimal;
}

/** Before the first transaction. */
export function noTransactions(properties: ChargeProperties): TransactionsSoFar {
  const { events: freeEvents, total: freeAmount } = allowanceOf(properties);
  return { freeEvents, freeAmount, total: ZERO };
}

/** Whether transactions have a minimum or a maximum, so that each is priced separately. */
export function pricesTransactions(properties: ChargeProperties): boolean {
  const { min, max } = transactionOf(properties);
  return min !== null || max !== null;
}

/** Adds one more transaction (metering, section 5.6). With both allowances set, only the free total counts. */
export function nextTransaction(
  properties: ChargeProperties,
  { freeEvents, freeAmount, total }: TransactionsSoFar,
  value: Decimal,
): TransactionsSoFar {
  const priced = (paid: Decimal): Decimal => total.plus(clamped(transactionOf(properties), paid));
  if (freeEvents <= 0 && !freeAmount.gt(0)) return { freeEvents, freeAmount, total: priced(value) };
  if (!freeAmount.gt(0)) return { freeEvents: freeEvents - 1, freeAmount, total };
  if (freeAmount.gt(value)) return { freeEvents: freeEvents - 1, freeAmount: freeAmount.minus(value), total };
  return { freeEvents: 0, freeAmount: ZERO, total: priced(value.minus(freeAmount)) };
}

/** Price of one transaction: percentage and fixed amount, limited to the minimum and the maximum. */
export function transactionAmount(properties: ChargeProperties, value: Decimal): Decimal {
  return clamped(transactionOf(properties), value);
}

function clamped({ rate, fixedAmount, min, max }: Transaction, value: Decimal): Decimal {
  const amount = percentOf(value, rate).plus(fixedAmount);
  if (min && amount.lt(min)) return min;
  return max && amount.gt(max) ? max : amount;
}

/**
 * Sum over the single events (metering, section 5.6, with a minimum or maximum per transaction). With both allowances
 * set, only the free total counts.
 */
export function transactionsTotal(properties: ChargeProperties, usage: Usage): Decimal {
  if (typeof usage.eventValues === 'object' && 'transactionsTotal' in usage.eventValues)
    return usage.eventValues.transactionsTotal;
  const transaction = transactionOf(properties);
  const same = usage.eventValues === 'one_per_unit';
  const values = usage.eventValues === undefined || usage.eventValues === 'one_per_unit' ? [] : usage.eventValues;
  const count = same ? usage.eventsCount : values.length;
  let { events: freeEvents, total: freeAmount } = allowanceOf(properties);
  let sum = ZERO;
  for (let i = 0; i < count; i++) {
    let value = values[i] ?? ONE;
    if (freeEvents > 0 || freeAmount.gt(0)) {
      freeEvents -= 1;
      if (!freeAmount.gt(0)) continue;
      if (freeAmount.gt(value)) {
        freeAmount = freeAmount.minus(value);
        continue;
      }
      value = value.minus(freeAmount);
      freeAmount = ZERO;
      freeEvents = 0;
    } else if (same) {
      // The allowance is used up and all further events are equal.
      return sum.plus(clamped(transaction, ONE).times(count - i));
    }
    sum = sum.plus(clamped(transaction, value));
  }
  return sum;
}

/** A share of the usage plus a fixed amount per event, without the free part (metering, section 5.6). */
export function percentage(properties: ChargeProperties, usage: Usage): ModelResult {
  const { units, eventsCount } = usage;
  const { rate, fixedAmount, min, max } = transactionOf(properties);
  const free = freeUsage(properties, usage);
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
