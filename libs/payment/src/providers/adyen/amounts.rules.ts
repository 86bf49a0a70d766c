/** Currencies that Adyen counts in hundredths, although their amounts have no digits after the point. */
const countedInHundredths: ReadonlySet<string> = new Set(['CLP', 'ISK']);
/** Currencies that Adyen counts in whole units, although their amounts have two digits after the point. */
const countedInUnits: ReadonlySet<string> = new Set(['CVE', 'IDR']);

/** An amount in Adyen's minor units. */
export interface AdyenAmount {
  currency: string;
  value: number;
}

/** Whether Adyen can take an amount: those of some currencies have no digits after the point. */
export const isAdyenAmount = (amountCents: bigint, currency: string): boolean =>
  !countedInUnits.has(currency.toUpperCase()) || amountCents % 100n === 0n;

/** Converts an amount in minor units into the amount that Adyen expects (webhooks, section 12). */
export function toAdyenAmount(amountCents: bigint, currency: string): AdyenAmount {
  const code = currency.toUpperCase();
  if (countedInHundredths.has(code)) return { currency: code, value: Number(amountCents * 100n) };
  return { currency: code, value: Number(countedInUnits.has(code) ? amountCents / 100n : amountCents) };
}

/** Converts an amount of Adyen into minor units. */
export function fromAdyenAmount({ currency, value }: AdyenAmount): bigint {
  const code = currency.toUpperCase();
  if (countedInHundredths.has(code)) return BigInt(value) / 100n;
  return countedInUnits.has(code) ? BigInt(value) * 100n : BigInt(value);
}
