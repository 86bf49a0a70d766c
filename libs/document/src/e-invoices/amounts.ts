import { currencyExponent, Decimal, roundHalfUp, sumOf } from '@tollgate/rating';
import { CannotBeWritten } from './cannot-be-written.js';
import type { Hundredths } from './model.js';

export const ZERO = new Decimal(0);

/** Cents of a currency as hundredths of its main unit, not rounded: 1 yen is 100, 1 fils is 0.1. */
export const hundredthsOf = (cents: Decimal | number | string, currency: string): Decimal =>
  new Decimal(cents).times(new Decimal(10).pow(2 - currencyExponent(currency)));

export const rounded = (amount: Decimal): Hundredths => BigInt(roundHalfUp(amount).toFixed());

export const exact = (amount: Hundredths): Decimal => new Decimal(amount.toString());

export const totalOf = (amounts: Iterable<Hundredths>): Hundredths => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

export const absolute = (amount: Hundredths): Hundredths => (amount < 0n ? -amount : amount);

/**
 * Rounds shares so that their sum is a total that was rounded once. Shares that rounding changed most in the other
 * direction take the difference, one step each.
 * @param step the smallest unit of the shares: a yen is 100 hundredths
 * @param most the steps that the total may differ by; 1 for each share at least
 * @throws CannotBeWritten
 */
export function spread(
  total: Hundredths,
  shares: readonly Decimal[],
  { what, step = 1n, most = 0 }: { what: string; step?: bigint; most?: number },
): Hundredths[] {
  const unit = exact(step);
  const amounts = shares.map((share) => rounded(share.div(unit)) * step);
  const difference = total - totalOf(amounts);
  const [way, steps] = difference < 0n ? [-step, -difference / step] : [step, difference / step];
  if (difference % step !== 0n || steps > BigInt(Math.max(most, shares.length)) || (steps > 0n && shares.length === 0))
    throw new CannotBeWritten([`${what}: ${sumOf(shares).toFixed()} is not ${total}`]);
  const lost = (place: number) => (shares[place] as Decimal).minus(exact(amounts[place] as bigint)).times(exact(way));
  const order = shares.map((_, place) => place).sort((one, other) => lost(other).comparedTo(lost(one)) || one - other);
  for (let taken = 0; taken < Number(steps); taken++) {
    const place = order[taken % order.length] as number;
    amounts[place] = (amounts[place] as bigint) + way;
  }
  return amounts;
}

/** The smallest amount of a currency in hundredths: 100 for yen, 1 for euro, and 1 for dinar, whose fils are rounded. */
export const stepOf = (currency: string): bigint => 10n ** BigInt(Math.max(0, 2 - currencyExponent(currency)));

/** `12.50`, of 1250. */
export const amountText = (amount: Hundredths): string => exact(amount).div(100).toFixed(2);
