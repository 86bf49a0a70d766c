import { convertCents } from '@tollgate/rating';
import { largestAt } from '../ledger/allocation.rules.js';
import { bookedLines, type DocumentAmounts, type FeeToBook } from '../ledger/booked-lines.rules.js';
import type { BookedLine } from '../ledger/ledger-document.js';
import type { JournalAccount, JournalLine } from './journal-entry.js';

/** The amounts of an invoice, in cents; deductions are positive. */
export interface InvoiceAmounts extends DocumentAmounts {
  /** The granted part of the prepaid credits. */
  grantedCents: bigint;
}

/** Units of the currency of the books for one of the document's; null where both are the same. */
export type Conversion = { from: string; to: string; rate: string } | null;

/**
 * The lines of an issued invoice: its customer owes the total before credit notes paid a part of it. Revenue is that
 * after coupons and billed usage, a line for each kind of tax. Sold credits, and those that pay, change the account of
 * prepaid credits (webhooks, amendments). @throws LinesDoNotAddUp
 */
export function linesOfInvoice(fees: readonly FeeToBook[], amounts: InvoiceAmounts, to: Conversion): JournalLine[] {
  const { creditNotesCents, prepaidCents, grantedCents, totalCents } = amounts;
  const owedCents = totalCents + creditNotesCents;
  const sold = bookedLines(fees, {
    ...amounts,
    creditNotesCents: 0n,
    prepaidCents: 0n,
    totalCents: owedCents + prepaidCents,
  });
  const lines = [
    lineOf('customer', owedCents),
    lineOf('prepaid_credits', prepaidCents - grantedCents),
    lineOf('granted_credits', grantedCents),
    ...soldLines(sold, ratesOf(fees)),
  ];
  return converted(merged(lines), to);
}

/** The lines of a credit note, on its whole total: credit, refund and offset. @throws LinesDoNotAddUp */
export function linesOfNote(parts: readonly FeeToBook[], amounts: DocumentAmounts, to: Conversion): JournalLine[] {
  const lines = [lineOf('customer', amounts.totalCents), ...soldLines(bookedLines(parts, amounts), ratesOf(parts))];
  return converted(merged(negated(lines)), to);
}

/** The lines of an amount between two accounts. */
export const transferLines = (debit: JournalAccount, credit: JournalAccount, cents: bigint, to: Conversion) =>
  converted(merged([lineOf(debit, cents), lineOf(credit, -cents)]), to);

/**
 * The lines of a void take back what the invoice, its notes and their lapsed credit left in the books. Prepaid credits go
 * back to their account, or to the customer where a note replaces their return (wallets, section 3.8).
 */
export function linesOfVoid(
  earlier: readonly (readonly JournalLine[])[],
  { credited }: { credited: boolean },
): JournalLine[] {
  const returned: readonly JournalAccount[] = ['prepaid_credits', 'granted_credits'];
  return merged(
    negated(earlier.flat()).map((line) =>
      credited && returned.includes(line.account) ? { ...line, account: 'customer' } : line,
    ),
  );
}

const lineOf = (account: JournalAccount, cents: bigint): JournalLine => ({
  account,
  taxCode: null,
  taxRate: '0',
  cents,
  documentCents: cents,
});

const ratesOf = (fees: readonly FeeToBook[]) =>
  new Map(fees.map(({ taxCode, taxRate }) => [taxCode, taxRate.toFixed()]));

/** Credits of revenue, taxes and sold credits. A rest of rounding goes to the largest revenue. */
function soldLines(booked: readonly BookedLine[], rates: ReadonlyMap<string | null, string>): JournalLine[] {
  const lines: JournalLine[] = [];
  let restCents = 0n;
  for (const { item, amountCents, taxCents, taxCode } of booked) {
    const taxRate = rates.get(taxCode) ?? '0';
    if (item.type === 'rounding') restCents += amountCents;
    else if (item.type === 'prepaid_credit') lines.push(lineOf('prepaid_credits', -amountCents));
    else lines.push({ ...lineOf('revenue', -amountCents), taxCode, taxRate });
    lines.push({ ...lineOf('tax', -taxCents), taxCode, taxRate });
  }
  const sold = merged(lines);
  if (restCents === 0n) return sold;
  const revenues = sold.filter(({ account }) => account === 'revenue');
  const largest = revenues[largestAt(revenues.map(({ cents }) => cents))] ?? lineOf('revenue', 0n);
  return [...sold, { ...largest, cents: -restCents, documentCents: -restCents }];
}

const negated = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.map((line) => ({ ...line, cents: -line.cents, documentCents: -line.documentCents }));

/** Adds up the lines of an account and its taxes; leaves out those of 0. */
function merged(lines: readonly JournalLine[]): JournalLine[] {
  const sums = new Map<string, JournalLine>();
  for (const line of lines) {
    const key = JSON.stringify([line.account, line.taxCode]);
    const sum = sums.get(key);
    sums.set(key, {
      ...line,
      cents: line.cents + (sum?.cents ?? 0n),
      documentCents: line.documentCents + (sum?.documentCents ?? 0n),
    });
  }
  return [...sums.values()].filter(({ cents, documentCents }) => cents !== 0n || documentCents !== 0n);
}

/** Converts each line; the rest of rounding goes to the largest line that is not the customer's. */
function converted(lines: JournalLine[], to: Conversion): JournalLine[] {
  if (to === null) return lines;
  const own = lines.map((line) => ({ ...line, cents: convertCents(line.documentCents, to) }));
  const rest = own.reduce((sum, line) => sum + line.cents, 0n);
  const others = own.map((line) => (line.account === 'customer' ? 0n : line.cents));
  const largest = own[largestAt(others)];
  if (largest) largest.cents -= rest;
  return own;
}
