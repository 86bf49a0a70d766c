import { Decimal, ZERO, centsDecimal, roundHalfUp, roundToCents } from '../decimal.js';

/** A charge fee as far as the credit of progressive invoices looks at it. */
export interface CreditableFee {
  /** Charge, filter and pricing group in one text: equal for fees of the same bucket. Empty where none of them is meant. */
  readonly bucket: string;
  readonly amountCents: bigint;
  /** What was taken off it, in cents: nothing before this credit. */
  readonly preciseCouponsAmountCents: Decimal;
}

/** A fee of a progressive invoice, in cents. */
export interface ProgressiveFee {
  readonly id: string;
  readonly bucket: string;
  readonly amountCents: bigint;
  /** What progressive invoices before had billed of it; null where that was not kept. */
  readonly creditedCents: bigint | null;
  /** Items of its credit notes that count, before coupons and taxes. */
  readonly notedCents: Decimal;
  /** What its notes left for others: those that count no more have used it up too. */
  readonly remainingCents: Decimal;
}

/** What a progressive fee has billed beyond the usage, as an item of a credit note: cents before coupons and taxes, 5 decimals. */
export interface ProgressiveRemainder {
  readonly feeId: string;
  readonly amountCents: Decimal;
}

/** A fee with what progressive invoices have billed of it. */
export type ProgressivelyCredited<F> = F & { readonly progressiveCreditCents: bigint };

export interface ProgressiveCredit<F> {
  /** The sum of what is credited on the fees. */
  readonly creditCents: bigint;
  /** The fees in the given order; their shares hold the credit. */
  readonly fees: readonly ProgressivelyCredited<F>[];
  /** What no fee of the invoice covers; becomes credit notes on the progressive invoices. */
  readonly remainders: readonly ProgressiveRemainder[];
}

const PRECISION = 5;
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const notBelowZero = (cents: bigint): bigint => (cents > 0n ? cents : 0n);

/** A progressive fee with what it billed first, and what notes left of that. */
interface BilledFee extends ProgressiveFee {
  readonly ownCents: bigint;
  readonly leftCents: bigint;
  /** Less than this is not given back: notes have left a fraction of a cent of it. */
  readonly leastCents: bigint;
}

/**
 * Takes off a later invoice, fee by fee and gross of coupons, what the progressive invoices of its period have billed (charges,
 * section 7.5; invoices, section 8). Each repeats the usage of its predecessor and credits it, so that a bucket has been
 * billed the sum of what each invoice billed first: the amount of the latest one, where no other has a credit note.
 * @param progressive fees of these invoices, oldest first
 * @param fees of the invoice, before anything is taken off
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
  };
}

/** What each fee billed first. Where that was not kept, it credited all that those before it had billed. */
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

/** Items of notes are shares of the whole fee, what it credited included (invoices, section 6.2): this is what they take of its own. */
function notedOfOwn({ amountCents, notedCents }: ProgressiveFee, ownCents: bigint): Decimal {
  if (amountCents <= 0n) return ZERO;
  return notedCents.times(centsDecimal(ownCents)).div(centsDecimal(amountCents));
}

/** Items have 5 decimals: what is within a hundredth of a cent is meant to be whole. */
const isWhole = (cents: Decimal): boolean => cents.minus(roundHalfUp(cents)).abs().lte('0.01');

/** What is left goes back on the latest invoice first, on none more than it billed first. */
function remaindersOf(billed: readonly BilledFee[], left: ReadonlyMap<string, bigint>): ProgressiveRemainder[] {
  const rest = new Map(left);
  const remainders: ProgressiveRemainder[] = [];
  for (const { id, bucket, amountCents, ownCents, leftCents, leastCents, remainingCents } of [...billed].reverse()) {
    const taken = smaller(leftCents, rest.get(bucket) ?? 0n);
    rest.set(bucket, (rest.get(bucket) ?? 0n) - taken);
    if (taken < leastCents) continue;
    const item = roundHalfUp(centsDecimal(taken).times(centsDecimal(amountCents)).div(centsDecimal(ownCents)), PRECISION);
    const within = Decimal.min(item, Decimal.max(remainingCents, ZERO));
    if (within.gt(0)) remainders.push({ feeId: id, amountCents: within });
  }
  return remainders;
}
