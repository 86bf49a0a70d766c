import { Decimal as DecimalLibrary } from 'decimal.js';
import { currencyExponent } from './currencies.js';

/**
 * The decimal type of all amounts, units, rates and prices. 60 significant digits: a quotient has far more than the 20
 * digits that metering requires, and products of a price and a quantity stay exact. It never prints an exponent.
 */
export const Decimal = DecimalLibrary.clone({
  precision: 60,
  rounding: DecimalLibrary.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
export type Decimal = DecimalLibrary;

export const ZERO = new Decimal(0);
export const ONE = new Decimal(1);
const HUNDRED = new Decimal(100);

function atPlaces(x: Decimal, places: number, rounded: (scaled: Decimal) => Decimal): Decimal {
  const scale = new Decimal(10).pow(Math.abs(places));
  return places >= 0 ? rounded(x.times(scale)).div(scale) : rounded(x.div(scale)).times(scale);
}

/** Half away from zero at `places` decimals; negative places round to tens, hundreds (metering, conventions). */
export function roundHalfUp(x: Decimal, places = 0): Decimal {
  return atPlaces(x, places, (scaled) => scaled.toDecimalPlaces(0, Decimal.ROUND_HALF_UP));
}

/** Toward plus infinity at `places` decimals; places may be negative. */
export function ceilTo(x: Decimal, places = 0): Decimal {
  return atPlaces(x, places, (scaled) => scaled.ceil());
}

/** Toward minus infinity at `places` decimals; places may be negative. */
export function floorTo(x: Decimal, places = 0): Decimal {
  return atPlaces(x, places, (scaled) => scaled.floor());
}

/** Decimal text for JSON: at least one decimal, never an exponent ("3.0", "2.5"). */
export function decimalText(x: Decimal): string {
  if (x.isZero()) return '0.0';
  return x.isInteger() ? `${x.toFixed()}.0` : x.toFixed();
}

/** Maximum amount in cents, so that every JSON reader receives it exactly: 90 trillion in a currency of cents. */
export const MAX_CENTS = 9_007_199_254_740_991n;

/** An amount beyond `MAX_CENTS`: it is neither stored nor shown. */
export class AmountOutOfRange extends Error {
  override readonly name = 'AmountOutOfRange';

  constructor() {
    super(`an amount is beyond ${MAX_CENTS} cents`);
  }
}

/** Returns the amount within the limit. @throws AmountOutOfRange */
export function boundedCents(cents: bigint): bigint {
  if (cents > MAX_CENTS || cents < -MAX_CENTS) throw new AmountOutOfRange();
  return cents;
}

/** Nearest whole number of cents, halves away from zero. @throws AmountOutOfRange */
export function roundToCents(cents: Decimal): bigint {
  return boundedCents(BigInt(cents.toFixed(0, Decimal.ROUND_HALF_UP)));
}

/** Cents as an exact JSON number. @throws AmountOutOfRange */
export const centsNumber = (cents: bigint): number => Number(boundedCents(cents));

/** Cents of an amount in the main unit, rounded once to the currency (metering, section 5.12). */
export function toCents(amount: Decimal, currency: string): bigint {
  return roundToCents(amount.times(subunit(currency)));
}

/** Number of minor units in one main unit: 100 for EUR, 1 for JPY. */
export function subunit(currency: string): Decimal {
  return new Decimal(10).pow(currencyExponent(currency));
}

/** Cents as a decimal, for arithmetic. */
export function centsDecimal(cents: bigint): Decimal {
  return new Decimal(cents.toString());
}

/** Converts cents of one currency into cents of another, rounded once. @param rate units of `to` for one of `from` */
export function convertCents(cents: bigint, { from, to, rate }: { from: string; to: string; rate: string }): bigint {
  const digits = currencyExponent(to) - currencyExponent(from);
  return roundToCents(centsDecimal(cents).times(rate).times(new Decimal(10).pow(digits)));
}

/** x percent of an amount. */
export function percentOf(amount: Decimal, rate: Decimal): Decimal {
  return amount.times(rate).div(HUNDRED);
}

/** Sum of decimals; 0 for none. */
export function sumOf(values: Iterable<Decimal>): Decimal {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;

/** The number in a field's text, or null: only plain decimals count (metering, section 3.1). */
export function plainDecimal(text: string | null): Decimal | null {
  return text !== null && PLAIN_DECIMAL.test(text) ? new Decimal(text) : null;
}
