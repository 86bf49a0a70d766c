import { centsDecimal, floorTo, roundHalfUp, subunit, toCents } from '../decimal.js';
import type { Decimal } from '../decimal.js';

/** Credits and their value in money. */
export interface CreditAmount {
  /** Credits, 5 decimals. */
  readonly creditAmount: Decimal;
  /** Main unit. */
  readonly amount: Decimal;
  readonly amountCents: bigint;
}

const DECIMALS = 5;

/** Credits that are bought or granted: always worth a whole number of cents (wallets, section 1). */
export function inboundCredits(credits: Decimal, rate: Decimal, currency: string): CreditAmount {
  return creditsOfCents(toCents(floorTo(credits, DECIMALS).times(rate), currency), rate, currency);
}

/** Voided credits: deducted exactly, their money rounded (wallets, section 1). */
export function voidedCredits(credits: Decimal, rate: Decimal, currency: string): CreditAmount {
  const creditAmount = floorTo(credits, DECIMALS);
  const amountCents = toCents(creditAmount.times(rate), currency);
  return { creditAmount, amount: centsDecimal(amountCents).div(subunit(currency)), amountCents };
}

/** The credits for a number of cents: an invoice's deduction, and top-up limits (wallets, section 1). */
export function creditsOfCents(amountCents: bigint, rate: Decimal, currency: string): CreditAmount {
  const amount = centsDecimal(amountCents).div(subunit(currency));
  return { creditAmount: roundHalfUp(amount.div(rate), DECIMALS), amount, amountCents };
}
