import { Decimal, ZERO, centsDecimal, roundHalfUp, roundToCents } from '../decimal.js';

/** The fields of a charge fee that the credit for progressive invoices uses. */
export interface CreditableFee {
  /**
   * Charge, filter and pricing group in one text: equal for fees of the same bucket. Empty for a fee without a bucket.
   */
  readonly bucket: string;
  readonly amountCents: bigint;
  /** Deductions from the fee, in cents: none before this credit. */
  readonly preciseCouponsAmountCents: Decimal;
}

/** A fee of a progressive invoice, in cents. */
export interface ProgressiveFee {
  readonly id: string;
  readonly bucket: string;
  readonly amountCents: bigint;
  /** The amount billed by earlier progressive invoices; null if it was not stored. */
  readonly creditedCents: bigint | null;
  /** Items of its valid credit notes, before coupons and taxes. */
  readonly notedCents: Decimal;
  /** The remainder for further notes: notes that no longer count have used it up too. */
  readonly remainingCents: Decimal;
}

/**
 * The part of a progressive fee that exceeds the usage, as a credit note item: cents before coupons and taxes, 5
 * decimals.
 */
export interface ProgressiveRemainder {
  readonly feeId: string;
  readonly amountCents: Decimal;
}

/** A fee with the amount that progressive invoices have billed. */
export type ProgressivelyCredited<F> = F & { readonly progressiveCreditCents: bigint };

/** A fee of a progressive invoice that billed something first, and the fees that it may credit. */
export interface ProgressiveUse {
  readonly feeId: string;
  /** The whole fee, in cents. */
  readonly amountCents: bigint;
  /** The amount billed by earlier progressive invoices. */
  readonly creditedCents: bigint;
  /** Items of its valid credit notes, before coupons and taxes. */
  readonly notedCents: Decimal;
  /** Positions of the fees of its bucket, at least one. */
  readonly targets: readonly number[];
}

export interface ProgressiveCredit<F> {
  /** The total credit on the fees. */
  readonly creditCents: bigint;
  /** The fees in input order; their shares include the credit. */
  readonly fees: readonly ProgressivelyCredited<F>[];
  /** The credit that no fee covers; becomes credit notes on the progressive invoices. */
  readonly remainders: readonly ProgressiveRemainder[];
  /** The sources of the credit, oldest first: each gives its rest to its fees in order, before a later one does. */
  readonly uses: readonly ProgressiveUse[];
}

const PRECISION = 5;
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const notBelowZero = (cents: bigint): bigint => (cents > 0n ? cents : 0n);

/** A progressive fee with the amount that it billed first, and the remainder after notes. */
interface BilledFee extends ProgressiveFee {
  readonly ownCents: bigint;
  readonly leftCents: bigint;
  /** Smaller amounts are not returned: notes have left a fraction of a cent. */
  readonly leastCents: bigint;
}

/**
 * Credits a later invoice, fee by fee and gross of coupons, for the progressive invoices of its period (charges,
 * section 7.5; invoices, section 8). Each progressive invoice repeats the usage of its predecessor and credits it. So
 * the billed amount of a bucket is the sum of each invoice's own part. Without credit notes on the others, that is the
 * amount of the latest.
 * @param progressive fees of these invoices, oldest first
 * @param fees of the invoice, before any deduction
 */
export function progressiveBillingCredit<F extends CreditableFee>(
  progressive: readonly ProgressiveFee[],
  fees: readonly F[],
): ProgressiveCredit<F> {
  const billed = billedFees(progressive);
  const left = new Map<string, bigint>();
  for (const { bucket, leftCents } of billed) left.set(bucket, (left.get(bucket) ?? 0n) + leftCents);
  const credited = fees.map((fee) => {
    const most = left.get(fee.bucket) ?? 0n;
    const progressiveCreditCents = smaller(notBelowZero(fee.amountCents), most);
    left.set(fee.bucket, most - progressiveCreditCents);
    const preciseCouponsAmountCents = fee.preciseCouponsAmountCents.plus(centsDecimal(progressiveCreditCents));
    return { ...fee, preciseCouponsAmountCents, progressiveCreditCents };
  });
  return {
    creditCents: credited.reduce((total, { progressiveCreditCents }) => total + progressiveCreditCents, 0n),
    fees: credited,
    remainders: remaindersOf(billed, left),
    uses: usesOf(billed, fees),
  };
}

/** The fees that billed something first, and have fees of their bucket on the invoice. */
function usesOf(billed: readonly BilledFee[], fees: readonly CreditableFee[]): ProgressiveUse[] {
  const targets = new Map<string, number[]>();
  for (const { bucket } of billed) targets.set(bucket, []);
  for (const [position, { bucket }] of fees.entries()) targets.get(bucket)?.push(position);
  return billed.flatMap(({ id, bucket, amountCents, ownCents, notedCents }) => {
    const own = targets.get(bucket) ?? [];
    if (own.length === 0 || ownCents === 0n) return [];
    return [{ feeId: id, amountCents, creditedCents: amountCents - ownCents, notedCents, targets: own }];
  });
}

/** The amount that each fee billed first. If it was not stored, the fee credited everything billed before it. */
function billedFees(progressive: readonly ProgressiveFee[]): BilledFee[] {
  const before = new Map<string, bigint>();
  return progressive.map((fee) => {
    const earlier = before.get(fee.bucket) ?? 0n;
    const credited = fee.creditedCents ?? smaller(notBelowZero(fee.amountCents), earlier);
    const ownCents = notBelowZero(fee.amountCents - credited);
    const noted = notedOfOwn(fee, ownCents);
    const leftCents = notBelowZero(ownCents - roundToCents(noted));
    const leastCents = isWhole(noted) ? 1n : 2n;
    before.set(fee.bucket, earlier + leftCents);
    return { ...fee, ownCents, leftCents, leastCents };
  });
}

/**
 * Note items are shares of the whole fee, including its credit (invoices, section 6.2): this is their share of its own
 * part.
 */
function notedOfOwn({ amountCents, notedCents }: ProgressiveFee, ownCents: bigint): Decimal {
  if (amountCents <= 0n) return ZERO;
  return notedCents.times(centsDecimal(ownCents)).div(centsDecimal(amountCents));
}

/** Items have 5 decimals: a value within a hundredth of a cent of a whole one counts as whole. */
const isWhole = (cents: Decimal): boolean => cents.minus(roundHalfUp(cents)).abs().lte('0.01');

/** Returns the rest on the latest invoice first, and at most its own part on each. */
function remaindersOf(billed: readonly BilledFee[], left: ReadonlyMap<string, bigint>): ProgressiveRemainder[] {
  const rest = new Map(left);
  const remainders: ProgressiveRemainder[] = [];
  for (const { id, bucket, amountCents, ownCents, leftCents, leastCents, remainingCents } of [...billed].reverse()) {
    const taken = smaller(leftCents, rest.get(bucket) ?? 0n);
    rest.set(bucket, (rest.get(bucket) ?? 0n) - taken);
    if (taken < leastCents) continue;
    const item = roundHalfUp(
      centsDecimal(taken).times(centsDecimal(amountCents)).div(centsDecimal(ownCents)),
      PRECISION,
    );
    const within = Decimal.min(item, Decimal.max(remainingCents, ZERO));
    if (within.gt(0)) remainders.push({ feeId: id, amountCents: within });
  }
  return remainders;
}
