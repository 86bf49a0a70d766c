import { currencyExponent } from '@tollgate/rating';

/** An amount: as the interface gives it, and as people write it. */
export interface Money {
  /** In the smallest unit of the currency. */
  amount_cents: number;
  currency: string;
  /** The same amount in the main unit, such as `1,234.50 EUR`. */
  amount: string;
}

/** An amount of the interface. @param amountCents whole, in the smallest unit of the currency */
export const money = (amountCents: number, currency: string): Money => ({
  amount_cents: amountCents,
  currency,
  amount: amountText(amountCents, currency),
});

/** An amount that may be missing. */
export const moneyOrNull = (amountCents: number | null, currency: string): Money | null =>
  amountCents === null ? null : money(amountCents, currency);

/** The exact difference of two amounts of one currency: the second less the first. */
export const difference = (before: number, after: number, currency: string): Money => money(after - before, currency);

/** An amount in the main unit of its currency, with its code: digits alone, no rounding. */
export function amountText(amountCents: number, currency: string): string {
  const places = currencyExponent(currency);
  const digits = String(Math.abs(amountCents)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`;
  return `${amountCents < 0 ? '-' : ''}${whole}${fraction} ${currency}`;
}
