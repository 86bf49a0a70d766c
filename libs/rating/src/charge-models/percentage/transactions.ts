import { Decimal, ONE, ZERO, percentOf } from '../../decimal.js';
import { decimalOf } from '../quotient.js';
import { allowanceOf, type PercentageProperties } from './properties.js';
import type { Usage } from '../types.js';
import type { TransactionPrices, TransactionsSoFar } from '../usage-needs.js';

/** The price of a single transaction. */
export interface Transaction {
  readonly rate: Decimal;
  readonly fixedAmount: Decimal;
  readonly min: Decimal | null;
  readonly max: Decimal | null;
}

/** Reads it from the properties. */
export function transactionOf(properties: PercentageProperties): Transaction {
  const limit = (text: string | null | undefined): Decimal | null =>
    text === null || text === undefined || text === '' ? null : new Decimal(text);
  return {
    rate: decimalOf(properties.rate),
    fixedAmount: decimalOf(properties.fixed_amount),
    min: limit(properties.per_transaction_min_amount),
    max: limit(properties.per_transaction_max_amount),
  };
}

/** Prices of transactions with a minimum or a maximum, so that each is priced separately; null without these. */
export function transactionPrices(properties: PercentageProperties): TransactionPrices | null {
  const transaction = transactionOf(properties);
  if (transaction.min === null && transaction.max === null) return null;
  const { events: freeEvents, total: freeAmount } = allowanceOf(properties);
  return {
    none: { freeEvents, freeAmount, total: ZERO },
    next: (soFar, value) => nextTransaction(transaction, soFar, value),
    total: (usage) => transactionsTotal(properties, usage),
    equal: (value, count) => equalTransactions(properties, value, count),
  };
}

/** Adds one more transaction (metering, section 5.6). With both allowances set, only the free total counts. */
function nextTransaction(
  transaction: Transaction,
  { freeEvents, freeAmount, total }: TransactionsSoFar,
  value: Decimal,
): TransactionsSoFar {
  const priced = (paid: Decimal): Decimal => total.plus(clamped(transaction, paid));
  if (freeEvents <= 0 && !freeAmount.gt(0)) return { freeEvents, freeAmount, total: priced(value) };
  if (!freeAmount.gt(0)) return { freeEvents: freeEvents - 1, freeAmount, total };
  if (freeAmount.gt(value)) return { freeEvents: freeEvents - 1, freeAmount: freeAmount.minus(value), total };
  return { freeEvents: 0, freeAmount: ZERO, total: priced(value.minus(freeAmount)) };
}

/** The price of some transactions of one value, however many there are. */
function equalTransactions(properties: PercentageProperties, value: Decimal, count: number): Decimal {
  const transaction = transactionOf(properties);
  const { events: freeEvents, total: freeAmount } = allowanceOf(properties);
  const price = clamped(transaction, value);
  if (!freeAmount.gt(0)) return price.times(Math.max(count - Math.max(freeEvents, 0), 0));
  if (!value.gt(0)) return ZERO;
  // The transactions that leave a part of the allowance, and then the one that uses it up.
  const free = freeAmount.div(value).ceil().minus(1);
  if (free.gte(count)) return ZERO;
  const first = clamped(transaction, value.minus(freeAmount.minus(value.times(free))));
  return first.plus(price.times(new Decimal(count).minus(free).minus(1)));
}

/** Price of one transaction: percentage and fixed amount, limited to the minimum and the maximum. */
export function transactionAmount(properties: PercentageProperties, value: Decimal): Decimal {
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
export function transactionsTotal(properties: PercentageProperties, usage: Usage): Decimal {
  if (typeof usage.eventValues === 'object' && 'transactionsTotal' in usage.eventValues)
    return usage.eventValues.transactionsTotal;
  const transaction = transactionOf(properties);
  if (usage.eventValues === 'one_per_unit') return equalTransactions(properties, ONE, usage.eventsCount);
  let { events: freeEvents, total: freeAmount } = allowanceOf(properties);
  let sum = ZERO;
  for (const each of usage.eventValues ?? []) {
    let value = each;
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
    }
    sum = sum.plus(clamped(transaction, value));
  }
  return sum;
}
