import type { Decimal } from '../decimal.js';
import type { Allowance } from './running-total.js';
import type { Movement, Usage } from './types.js';

/** The price of the transactions so far, and the remaining allowance for later ones. */
export interface TransactionsSoFar {
  readonly freeEvents: number;
  readonly freeAmount: Decimal;
  readonly total: Decimal;
}

/** Prices of single transactions (metering, section 5.6). */
export interface TransactionPrices {
  /** Before the first transaction. */
  readonly none: TransactionsSoFar;
  /** Adds one more transaction. */
  next(soFar: TransactionsSoFar, value: Decimal): TransactionsSoFar;
  /** The price of all. */
  total(usage: Usage): Decimal;
  /** The price of some transactions of one value. */
  equal(value: Decimal, count: number): Decimal;
}

/** Shares of the period by range, and the quantity after them. */
export interface RangeShares {
  /** Units × shares of the period, one for each range of the price. */
  readonly shares: readonly Decimal[];
  readonly total: Decimal;
  readonly highest: Decimal;
}

/** The usage that the prices of some properties take besides units. */
export interface UsageNeeds {
  /** The free part, which may be none; null: the model has no free usage. */
  readonly allowance: Allowance | null;
  /** Null: single events have no price of their own. */
  readonly transactions: TransactionPrices | null;
  /** Whether events state their prices. */
  readonly eventPrices: boolean;
  /**
   * Adds up the later changes of a prorated quantity by the ranges that they cross, so that their price follows from a
   * few sums. Null: the price does not depend on single changes.
   */
  readonly shares: ((earlier: readonly Movement[], later: readonly Movement[]) => RangeShares) | null;
}

/** Units are enough. */
export const unitsAlone: UsageNeeds = { allowance: null, transactions: null, eventPrices: false, shares: null };
