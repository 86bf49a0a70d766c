import { centsDecimal, percentOf, roundToCents, sumOf, type Decimal } from '@tollgate/rating';
import { allocate, largestAt } from './allocation.rules.js';
import type { BookedItem, BookedLine, UnitPrice } from './ledger-document.js';

/** A fee of an invoice, or the credited part of one; amounts in cents. */
export interface FeeToBook {
  item: BookedItem;
  description: string;
  /** Null for a part of a fee. */
  price: UnitPrice | null;
  /** Before deductions and taxes. */
  amountCents: bigint;
  /** Its share of progressive invoices. */
  progressiveCents: Decimal;
  /** Its share of coupons. */
  couponsCents: Decimal;
  /** After deductions. */
  taxCents: bigint;
  /** Percent, of all its taxes. */
  taxRate: Decimal;
  taxCode: string | null;
}

/** The amounts of a document beside its fees, in cents; deductions are positive. */
export interface DocumentAmounts {
  progressiveCents: bigint;
  couponsCents: bigint;
  creditNotesCents: bigint;
  prepaidCents: bigint;
  taxesCents: bigint;
  totalCents: bigint;
}

/** The lines do not add up to the total of their document. */
export class LinesDoNotAddUp extends Error {
  override readonly name = 'LinesDoNotAddUp';
}

/**
 * The lines of a document (webhooks, section 20). Their amounts and taxes add up to its total exactly. Coupons, usage
 * that is billed already, credit notes and prepaid credits are negative lines. A deduction before taxes has a line for
 * each kind of tax that it reduces, with the tax that it saves. A rest of rounding of taxes goes to the line with the
 * largest tax.
 * @throws LinesDoNotAddUp if more than a rest of rounding is missing
 */
export function bookedLines(fees: readonly FeeToBook[], amounts: DocumentAmounts): BookedLine[] {
  const lines: BookedLine[] = fees.map((fee) => ({ ...lineOf(fee), taxCents: taxBeforeDeductions(fee) }));
  lines.push(...deductedBeforeTaxes(fees, lines, amounts));
  lines.push(
    ...[
      deduction('credit_note', 'Credit notes', amounts.creditNotesCents),
      deduction('prepaid_credit', 'Prepaid credits', amounts.prepaidCents),
    ].filter((line) => line.amountCents !== 0n),
  );
  placeTaxRest(lines, amounts.taxesCents, fees);
  const rest = amounts.totalCents - lines.reduce((sum, line) => sum + line.amountCents + line.taxCents, 0n);
  refuseLarge(rest, fees);
  if (rest !== 0n) lines.push(roundingLine(rest));
  const billed = lines.filter((line) => line.amountCents !== 0n || line.taxCents !== 0n);
  return billed.length > 0 ? billed : lines.slice(0, 1);
}

/** A line of a rest without tax. @param cents may be negative */
export const roundingLine = (cents: bigint): BookedLine => ({
  item: { type: 'rounding', code: null },
  description: 'Rounding',
  price: null,
  amountCents: cents,
  taxCents: 0n,
  taxCode: null,
});

/** Each fee and each tax of it may lose a part of a cent. @throws LinesDoNotAddUp beyond that */
function refuseLarge(rest: bigint, fees: readonly FeeToBook[]): void {
  if ((rest < 0n ? -rest : rest) > 2n * BigInt(fees.length) + 2n)
    throw new LinesDoNotAddUp(`the lines lack ${rest} cents`);
}

const lineOf = ({ item, description, price, amountCents, taxCode }: FeeToBook) => ({
  item,
  description,
  price,
  amountCents,
  taxCode,
});

const isReduced = ({ progressiveCents, couponsCents }: FeeToBook): boolean =>
  !progressiveCents.isZero() || !couponsCents.isZero();

/** The tax that a fee would have without deductions; those have the difference. */
const taxBeforeDeductions = (fee: FeeToBook): bigint =>
  isReduced(fee) && fee.taxCode !== null
    ? roundToCents(percentOf(centsDecimal(fee.amountCents), fee.taxRate))
    : fee.taxCents;

const deduction = (
  type: 'coupon' | 'progressive_billing_credit' | 'credit_note' | 'prepaid_credit',
  description: string,
  cents: bigint,
): BookedLine => ({
  item: { type, code: null },
  description,
  price: null,
  amountCents: -cents,
  taxCents: 0n,
  taxCode: null,
});

/** Also moves a tax that no deduction can have to the largest line of its kind. */
function deductedBeforeTaxes(
  fees: readonly FeeToBook[],
  lines: BookedLine[],
  { progressiveCents, couponsCents }: DocumentAmounts,
): BookedLine[] {
  const codes = [...new Set(fees.map((fee) => fee.taxCode))];
  const of = (code: string | null) => fees.filter((fee) => fee.taxCode === code);
  const share = (key: 'progressiveCents' | 'couponsCents') =>
    codes.map((code) => sumOf(of(code).map((fee) => fee[key])));
  const progressive = allocate(progressiveCents, share('progressiveCents'));
  const coupons = allocate(couponsCents, share('couponsCents'));
  return codes.flatMap((code, at) => {
    const saved = fees.reduce(
      (sum, fee, position) => (fee.taxCode === code ? sum + (lines[position]?.taxCents ?? 0n) - fee.taxCents : sum),
      0n,
    );
    const own = [
      deduction('progressive_billing_credit', 'Usage already billed', progressive[at] ?? 0n),
      deduction('coupon', 'Coupons', coupons[at] ?? 0n),
    ].filter((line) => line.amountCents !== 0n);
    if (own.length === 0 && saved !== 0n) moveTax(lines, code, -saved);
    const taxes = allocate(
      saved,
      own.map((line) => centsDecimal(-line.amountCents)),
    );
    return own.map((line, position) => ({ ...line, taxCode: code, taxCents: -(taxes[position] ?? 0n) }));
  });
}

function moveTax(lines: BookedLine[], code: string | null, cents: bigint): void {
  const at = largestAt(lines.map((line) => (line.taxCode === code ? line.amountCents : 0n)));
  const line = lines[at];
  if (line) line.taxCents += cents;
}

/** The taxes of a document are rounded for themselves (invoices, section 4.4). */
function placeTaxRest(lines: BookedLine[], taxesCents: bigint, fees: readonly FeeToBook[]): void {
  const rest = taxesCents - lines.reduce((sum, line) => sum + line.taxCents, 0n);
  if (rest === 0n) return;
  refuseLarge(rest, fees);
  const line = lines[largestAt(lines.map((each) => each.taxCents))];
  if (line && line.taxCents !== 0n) line.taxCents += rest;
}
