import { argumentOf, isUsed, type PricedUsage, type StoredTransactions } from '../explained-usage.js';
import { allowanceOf, type PercentageProperties } from './properties.js';

type PricedPercentage = PricedUsage<PercentageProperties>;

const rule = 'metering, section 5.6';

/** A percentage of the usage and an amount for each event, without the free part (metering, section 5.6). */
export function percentageSteps(priced: PricedPercentage): string {
  const { steps, prefix, usage } = priced;
  const plain = plainSteps(priced);
  if (!usage.transactions)
    return steps.add({ id: `${prefix}amount`, kind: 'percentage_price', rule, op: 'sum', args: plain });
  const args = transactionSteps(priced, usage.transactions);
  return steps.add({ id: `${prefix}amount`, kind: 'transactions_price', rule, op: 'sum', args });
}

/** The price without limits of single transactions: the share of the usage, and the amount of its events. */
function plainSteps(priced: PricedPercentage): string[] {
  const { steps, prefix, usage, units } = priced;
  const { rate, fixed_amount: fixed } = priced.properties;
  const free = usage.free ?? { units: '0', events: 0 };
  const add = (id: string, op: 'sub' | 'max' | 'mul', args: string[]) =>
    steps.add({ id: `${prefix}${id}`, kind: id, rule, op, args });
  const paid = add('paid_units', 'max', [add('units_beyond_free', 'sub', [units, free.units]), '0']);
  const share = add('units_percentage', 'mul', [paid, argumentOf(rate), '0.01']);
  const events = !isUsed(priced) || free.events >= usage.events_count ? 0 : usage.events_count - free.events;
  const fixedPart = add('events_fixed_amount', 'mul', [String(events), argumentOf(fixed)]);
  return [share, fixedPart];
}

/** The price of each transaction within its minimum and maximum. */
function transactionSteps(priced: PricedPercentage, transactions: StoredTransactions): string[] {
  if ('total' in transactions) return [transactions.total];
  if ('ones' in transactions) {
    const one = oneTransaction(priced, 'transaction', '1');
    const { steps, prefix } = priced;
    const args = [String(transactions.ones), one];
    return [steps.add({ id: `${prefix}transactions`, kind: 'equal_transactions', rule, op: 'mul', args })];
  }
  return paidValues(priced, transactions.values).map(([id, value]) => oneTransaction(priced, id, value));
}

/** The paid part of each transaction: events and a total are free, the total alone if both are. */
function paidValues(priced: PricedPercentage, values: string[]): [id: string, value: string][] {
  const { steps, prefix } = priced;
  const allowance = allowanceOf(priced.properties);
  let freeEvents = allowance.events;
  let freeAmount: string | null = allowance.total.gt(0) ? allowance.total.toFixed() : null;
  return values.flatMap((value, position): [string, string][] => {
    const id = `transaction_${position + 1}`;
    if (freeEvents <= 0 && freeAmount === null) return [[id, value]];
    freeEvents -= 1;
    if (freeAmount === null) return [];
    const left = freeAmount;
    const sub = (name: string, kind: string, args: string[]) =>
      steps.add({ id: `${prefix}${id}_${name}`, kind, rule, op: 'sub', args });
    if (steps.isBelow(value, left)) {
      freeAmount = sub('free_left', 'free_total_left', [left, value]);
      return [];
    }
    [freeAmount, freeEvents] = [null, 0];
    return [[id, sub('paid', 'paid_units', [value, left])]];
  });
}

function oneTransaction(priced: PricedPercentage, id: string, value: string): string {
  const { steps, prefix, properties } = priced;
  const add = (name: string, op: 'mul' | 'sum' | 'max' | 'min', args: string[]) =>
    steps.add({ id: `${prefix}${id}_${name}`, kind: `transaction_${name}`, rule, op, args });
  const share = add('percentage', 'mul', [value, argumentOf(properties.rate), '0.01']);
  const amount = add('amount', 'sum', [share, argumentOf(properties.fixed_amount)]);
  const [least, most] = [
    limitOf(properties.per_transaction_min_amount),
    limitOf(properties.per_transaction_max_amount),
  ];
  // The minimum wins over a smaller maximum.
  if (least !== null && steps.isBelow(amount, least)) return add('at_least', 'max', [amount, least]);
  return most === null ? amount : add('at_most', 'min', [amount, most]);
}

const limitOf = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text === '' ? null : argumentOf(text);
