import { currencyExponent } from '@tollgate/rating';

/** Currencies that Stripe counts in hundredths, although their amounts have no digits after the point. */
const countedInHundredths: ReadonlySet<string> = new Set(['ISK', 'UGX']);
/** Stripe takes amounts of three digits after the point only in tens. */
const threeDigitStep = 10n;

/** Converts an amount in minor units into the amount that Stripe expects (webhooks, section 11.4). */
export const toStripeAmount = (amountCents: bigint, currency: string): number =>
  Number(countedInHundredths.has(currency.toUpperCase()) ? amountCents * 100n : amountCents);

/** Converts an amount of Stripe into minor units. */
export const fromStripeAmount = (amount: number, currency: string): bigint =>
  countedInHundredths.has(currency.toUpperCase()) ? BigInt(amount) / 100n : BigInt(amount);

/** Whether Stripe can take an amount: those of currencies like KWD end with a 0. */
export const isStripeAmount = (amountCents: bigint, currency: string): boolean =>
  currencyExponent(currency) !== 3 || amountCents % threeDigitStep === 0n;
