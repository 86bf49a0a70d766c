import { currencyExponent } from '@tollgate/rating';
import type { ProviderError } from '../model/payments/payments.tables.js';

/** How a provider counts the amounts of a currency. */
export interface CurrencyUnits {
  /** Digits after the point of which the provider's amounts consist. */
  decimals: number;
  /** The provider takes multiples of this alone, in its own units. */
  step: bigint;
}

/** The published currencies of a provider. It takes no other one. */
export interface ProviderCurrencies {
  /** Its name in messages. */
  provider: string;
  units: ReadonlyMap<string, CurrencyUnits>;
}

/** Currencies with the same units, their codes separated by blanks. */
interface UnitGroup {
  decimals: number;
  step?: bigint;
  codes: string;
}

/** Makes the table of a provider from groups of currencies. */
export const publishedCurrencies = (provider: string, groups: UnitGroup[]): ProviderCurrencies => ({
  provider,
  units: new Map(
    groups.flatMap(({ decimals, step = 1n, codes }) =>
      codes
        .trim()
        .split(/\s+/)
        .map((code): [string, CurrencyUnits] => [code, { decimals, step }]),
    ),
  ),
});

/**
 * Finds why a provider cannot take an amount exactly, neither in a payment nor in a refund; null if it can.
 * @param amountCents in minor units of ISO 4217 (webhooks, section 11.4)
 */
export function amountFault(
  { provider, units }: ProviderCurrencies,
  amountCents: bigint,
  currency: string,
): ProviderError | null {
  const code = currency.toUpperCase();
  const found = units.get(code);
  if (!found) return { message: `${provider} does not take ${code}.`, error_code: 'currency_not_supported' };
  const amount = converted(amountCents, found.decimals - currencyExponent(code));
  if (amount === null || amount % found.step !== 0n)
    return {
      message: `${provider} takes amounts in ${code} only in steps of ${stepText(found)}.`,
      error_code: 'invalid_charge_amount',
    };
  return amount > BigInt(Number.MAX_SAFE_INTEGER)
    ? { message: `${provider} takes no amount as large as this one.`, error_code: 'invalid_charge_amount' }
    : null;
}

/** The smallest amount for people: `10` for JPY, `0.010` for KWD at Stripe. */
function stepText({ decimals, step }: CurrencyUnits): string {
  const digits = step.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * Converts an amount in minor units of ISO 4217 into the units of a provider.
 * @throws RangeError where `amountFault` finds a reason: callers refuse such amounts first
 */
export function toProviderAmount(published: ProviderCurrencies, amountCents: bigint, currency: string): number {
  const fault = amountFault(published, amountCents, currency);
  if (fault) throw new RangeError(fault.message);
  const code = currency.toUpperCase();
  const { decimals } = published.units.get(code) as CurrencyUnits;
  return Number(converted(amountCents, decimals - currencyExponent(code)));
}

/**
 * Converts an amount of a provider into minor units of ISO 4217. One in a currency beyond the provider's list has the
 * digits of ISO 4217; digits that minor units do not have are cut.
 */
export function fromProviderAmount({ units }: ProviderCurrencies, amount: number | bigint, currency: string): bigint {
  const code = currency.toUpperCase();
  const exponent = currencyExponent(code);
  const difference = exponent - (units.get(code)?.decimals ?? exponent);
  return difference >= 0 ? BigInt(amount) * 10n ** BigInt(difference) : BigInt(amount) / 10n ** BigInt(-difference);
}

/** The amount with more or fewer digits; null if it has digits that would be lost. */
function converted(amount: bigint, moreDigits: number): bigint | null {
  if (moreDigits >= 0) return amount * 10n ** BigInt(moreDigits);
  const divisor = 10n ** BigInt(-moreDigits);
  return amount % divisor === 0n ? amount / divisor : null;
}
