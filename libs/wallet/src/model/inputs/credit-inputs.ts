import type { FieldErrors } from '@tollgate/contracts';
import { creditsOfCents, Decimal, inboundCredits, plainDecimal } from '@tollgate/rating';

/** Upper bound of credits, exclusive (wallets, section 3.4). */
const limit = new Decimal(10).pow(25);
const longestText = 100;

/**
 * Reads credits from a request: text with a decimal number from 0 on (wallets, section 1).
 * @returns null when absent, undefined when invalid
 */
export function readCredits(raw: unknown): Decimal | null | undefined {
  if (raw === undefined || raw === null) return null;
  if (typeof raw !== 'string' || raw.length > longestText) return undefined;
  const credits = plainDecimal(raw);
  return credits && !credits.isNegative() && credits.lt(limit) ? credits : undefined;
}

/** Reads the credits of one request field; adds an error when they are invalid. */
export function creditsIn(
  field: `${'paid' | 'granted' | 'voided'}_credits`,
  raw: unknown,
  errors: FieldErrors,
): Decimal {
  const credits = readCredits(raw);
  if (credits === undefined) errors[field] = [`invalid_${field}`, 'invalid_amount'];
  return credits ?? new Decimal(0);
}

/** Limits of a paid top-up, in cents; null means no limit. */
export interface TopUpLimits {
  paid_top_up_min_amount_cents: bigint | null;
  paid_top_up_max_amount_cents: bigint | null;
}

/** Price of credits. */
export interface CreditPrice {
  rate_amount: string;
  currency: string;
}

/** Values credits that a wallet receives, in whole cents (wallets, section 1). @throws AmountOutOfRange */
export const inbound = (credits: Decimal, { rate_amount: rate, currency }: CreditPrice) =>
  inboundCredits(credits, new Decimal(rate), currency);

/** Converts cents of a wallet into credits (wallets, section 1). */
export const creditsFor = (cents: bigint, { rate_amount: rate, currency }: CreditPrice) =>
  creditsOfCents(cents, new Decimal(rate), currency);

/** Checks a sale against the limits, both inclusive; null means that it is within them. */
export function limitFault(cents: bigint, limits: TopUpLimits): 'amount_below_minimum' | 'amount_above_maximum' | null {
  const { paid_top_up_min_amount_cents: minimum, paid_top_up_max_amount_cents: maximum } = limits;
  if (minimum !== null && cents < minimum) return 'amount_below_minimum';
  if (maximum !== null && cents > maximum) return 'amount_above_maximum';
  return null;
}
