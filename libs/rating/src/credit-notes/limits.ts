import { Decimal, ZERO, centsDecimal, percentOf, roundHalfUp, roundToCents, sumOf } from '../decimal.js';

/** A fee with its remainder after earlier credit notes, in cents. */
export interface RemainingFee {
  readonly remainingCents: Decimal;
  /** Percent. */
  readonly taxesRate: Decimal;
}

/** The fields of an invoice that limit credit notes, in cents. */
export interface CreditedInvoice {
  readonly feesAmountCents: bigint;
  readonly couponsAmountCents: bigint;
  readonly progressiveBillingCreditAmountCents: bigint;
  readonly fees: readonly RemainingFee[];
}

/** The creditable remainder of a finalized invoice, in cents (invoices, section 6.4). */
export function creditableCents(invoice: CreditedInvoice): bigint {
  const remaining = sumOf(invoice.fees.map(({ remainingCents }) => remainingCents));
  if (remaining.isZero() || invoice.feesAmountCents === 0n) return 0n;
  const discounts = centsDecimal(invoice.couponsAmountCents + invoice.progressiveBillingCreditAmountCents);
  const adjustment = discounts.div(centsDecimal(invoice.feesAmountCents)).times(remaining);
  const taxes = invoice.fees.map(({ remainingCents, taxesRate }) =>
    percentOf(remainingCents.minus(adjustment.times(remainingCents).div(remaining)), taxesRate),
  );
  return roundToCents(remaining.minus(adjustment).plus(roundHalfUp(sumOf(taxes))));
}

/** The refundable amount: paid and not refunded yet, as far as it is creditable (invoices, section 6.4). */
export function refundableCents(paidCents: bigint, refundedCents: bigint, creditable: bigint): bigint {
  const left = paidCents - refundedCents;
  const refundable = left < creditable ? left : creditable;
  return refundable > 0n ? refundable : 0n;
}

/** The amount that can be offset against the amount due, as far as it is creditable (invoices, section 6.4). */
export function offsettableCents(dueCents: bigint, creditable: bigint): bigint {
  const offsettable = dueCents < creditable ? dueCents : creditable;
  return offsettable > 0n ? offsettable : 0n;
}

/** A note with a balance, oldest first. */
export interface AvailableNote {
  readonly id: string;
  readonly balanceCents: bigint;
}

/** A fee to which credit notes apply, in cents. */
export interface CreditedFee {
  readonly amountCents: bigint;
  readonly preciseCouponsAmountCents: Decimal;
  readonly taxesAmountCents: bigint;
  readonly preciseCreditNotesAmountCents: Decimal;
}

export interface UsedNote {
  readonly id: string;
  readonly amountCents: bigint;
}

export interface NotesResult<F> {
  readonly used: readonly UsedNote[];
  readonly creditNotesAmountCents: bigint;
  readonly totalCents: bigint;
  readonly fees: readonly F[];
}

const SHARE_PLACES = 5;

function withShare<F extends CreditedFee>(fee: F, amount: Decimal, total: Decimal): F {
  const withTaxes = centsDecimal(fee.amountCents + fee.taxesAmountCents).minus(fee.preciseCouponsAmountCents);
  const share = roundHalfUp(amount.times(withTaxes.minus(fee.preciseCreditNotesAmountCents)).div(total), SHARE_PLACES);
  return {
    ...fee,
    preciseCreditNotesAmountCents: Decimal.max(
      Decimal.min(fee.preciseCreditNotesAmountCents.plus(share), withTaxes),
      ZERO,
    ),
  };
}

/** Applies credit notes to an invoice until nothing is due, and spreads them over its fees (invoices, section 6.6). */
export function applyCreditNotes<F extends CreditedFee>(
  notes: readonly AvailableNote[],
  fees: readonly F[],
  totalCents: bigint,
): NotesResult<F> {
  let [current, total] = [fees, totalCents];
  const used: UsedNote[] = [];
  for (const { id, balanceCents } of notes) {
    const amount = balanceCents < total ? balanceCents : total;
    if (amount <= 0n) continue;
    const remaining = total;
    current = current.map((fee) => withShare(fee, centsDecimal(amount), centsDecimal(remaining)));
    used.push({ id, amountCents: amount });
    total -= amount;
  }
  return { used, creditNotesAmountCents: totalCents - total, totalCents: total, fees: current };
}
