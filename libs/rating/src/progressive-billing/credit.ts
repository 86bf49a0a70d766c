import { Decimal, centsDecimal } from '../decimal.js';

/** A charge fee as far as the credit of a progressive invoice looks at it. */
export interface CreditableFee {
  readonly chargeId: string;
  /** Charge, filter and pricing group in one text: equal for fees of the same bucket. */
  readonly bucket: string;
  readonly amountCents: bigint;
  readonly preciseCouponsAmountCents: Decimal;
}

/** The latest progressive invoice of a period, and what was drawn from it already, in cents. */
export interface ProgressiveInvoice {
  readonly feesAmountCents: bigint;
  readonly couponsAmountCents: bigint;
  /** Progressive credits on live invoices, and credit parts of its notes that are available or consumed. */
  readonly drawnCents: bigint;
  readonly fees: readonly Pick<CreditableFee, 'chargeId' | 'bucket' | 'amountCents'>[];
}

export interface ProgressiveCredit<F> {
  readonly creditCents: bigint;
  /** Beyond the usage of the invoice; becomes a credit note on the progressive invoice. */
  readonly excessCents: bigint;
  /** The fees in the given order, with what the progressive invoice covered. */
  readonly fees: readonly F[];
}

/** Takes off a later invoice what a progressive invoice of the same period has billed (invoices, section 8; charges, section 7.5). */
export function progressiveBillingCredit<F extends CreditableFee>(
  progressive: ProgressiveInvoice,
  fees: readonly F[],
): ProgressiveCredit<F> {
  const left = progressive.feesAmountCents - progressive.couponsAmountCents - progressive.drawnCents;
  const charges = new Set(progressive.fees.map(({ chargeId }) => chargeId));
  const base = fees
    .filter(({ chargeId }) => charges.has(chargeId))
    .reduce((total, { amountCents }) => total + amountCents, 0n);
  const toCredit = left > 0n ? left : 0n;
  const creditCents = toCredit < base ? toCredit : base;
  return {
    creditCents,
    excessCents: toCredit - creditCents,
    fees: creditCents > 0n ? withShares(progressive, fees) : [...fees],
  };
}

function withShares<F extends CreditableFee>(progressive: ProgressiveInvoice, fees: readonly F[]): F[] {
  const billed = new Map<string, bigint>();
  for (const { bucket, amountCents } of progressive.fees) billed.set(bucket, (billed.get(bucket) ?? 0n) + amountCents);
  return fees.map((fee) => {
    const shares = fee.preciseCouponsAmountCents.plus(centsDecimal(billed.get(fee.bucket) ?? 0n));
    return { ...fee, preciseCouponsAmountCents: Decimal.min(shares, centsDecimal(fee.amountCents)) };
  });
}
