import { percentOf, sumOf, type Decimal } from '@tollgate/rating';
import { exact, rounded, spread, totalOf, ZERO } from './amounts.js';
import type { Deduction, Hundredths, VatSubtotal, VatTreatment } from './model.js';

/** A line's amount with its part of the document's deductions, and its fee's tax if that was computed before. */
export interface TaxedAmount {
  amount: Hundredths;
  /** Hundredths, not rounded. */
  deducted: Decimal;
  /** Hundredths, before rounding; null for the rate on the base. */
  tax: Decimal | null;
  vat: VatTreatment;
}

interface VatGroup extends VatTreatment {
  amounts: TaxedAmount[];
}

const keyOf = ({ category, rate }: VatTreatment): string => `${category} ${rate.toFixed()}`;

/** By category and rate, highest rate first: the standard has one subtotal for each (BR-CO-18). */
function groupsOf(amounts: readonly TaxedAmount[]): VatGroup[] {
  const groups = new Map<string, VatGroup>();
  for (const amount of amounts) {
    const group = groups.get(keyOf(amount.vat)) ?? { ...amount.vat, amounts: [] };
    group.amounts.push(amount);
    groups.set(keyOf(amount.vat), { ...group, reason: joined(group, amount.vat) });
  }
  return [...groups.values()].sort((one, other) => other.rate.comparedTo(one.rate));
}

/** All texts of a category, once each; the code of the first. */
function joined({ reason }: VatTreatment, { reason: other }: VatTreatment): VatTreatment['reason'] {
  if (!reason || !other) return reason ?? other;
  if (reason.text.split('; ').includes(other.text)) return reason;
  return { code: reason.code, text: `${reason.text}; ${other.text}` };
}

/** The figures of a document that its parts must add up to, rounded already. */
export interface DocumentSums {
  deducted: Hundredths;
  tax: Hundredths;
  /** The smallest unit of its currency. */
  step: bigint;
  /** Deductions that were rounded each on its own. */
  roundedDeductions: number;
}

export interface Breakdown {
  deductions: Deduction[];
  vat: VatSubtotal[];
}

/**
 * Divides deductions and taxes among VAT rates (webhooks, section 9), so that bases and taxes add up to the document's
 * own sums. Each part is rounded once. A rest of rounding goes to the rate that lost most by it.
 * @throws CannotBeWritten if the parts do not fit the sums
 */
export function vatBreakdown(
  amounts: readonly TaxedAmount[],
  sums: DocumentSums,
  reason: Pick<Deduction, 'reason' | 'reasonCode'>,
): Breakdown {
  const groups = groupsOf(amounts);
  const deducted = groups.map((group) => sumOf(group.amounts.map((each) => each.deducted)));
  const parts = spread(sums.deducted, deducted, {
    what: 'deductions',
    step: sums.step,
    most: groups.length + sums.roundedDeductions,
  });
  const taxes = taxesOf(groups, sums);
  return {
    deductions: groups.flatMap(({ category, rate }, place) => {
      const amount = parts[place] as bigint;
      return amount === 0n ? [] : [{ ...reason, amount, vat: { category, rate } }];
    }),
    vat: groups.map(({ category, rate, reason: why, amounts: lines }, place) => ({
      category,
      rate,
      reason: why,
      base: totalOf(lines.map(({ amount }) => amount)) - (parts[place] as bigint),
      tax: taxes[place] as bigint,
    })),
  };
}

/** Only rates above 0 have a tax, and share the rest of rounding. */
function taxesOf(groups: readonly VatGroup[], { tax, step }: DocumentSums): Hundredths[] {
  const taxed = groups.filter(({ rate }) => rate.gt(0));
  const shares = spread(
    tax,
    taxed.map(({ amounts, rate }) => sumOf(amounts.map((each) => taxOf(each, rate)))),
    { what: 'taxes', step },
  );
  return groups.map((group) => shares[taxed.indexOf(group)] ?? 0n);
}

const taxOf = ({ amount, deducted, tax }: TaxedAmount, rate: Decimal): Decimal =>
  tax ?? (rate.isZero() ? ZERO : percentOf(exact(amount).minus(deducted), rate));

/** Parts of a sum, by the sizes that they have before rounding; nothing is left over. */
export const spreadRounded = (shares: readonly Decimal[], what: string): Hundredths[] =>
  spread(rounded(sumOf(shares)), shares, { what });
