// Differences between the books of the rater and those of the service.
import { any } from './fee-figures.ts';
import type { Books, InvoiceFigures } from './figures.ts';

/** A figure that differs. */
export interface Difference {
  where: string;
  expected: unknown;
  actual: unknown;
}

export interface InvoiceDifferences {
  /** The invoice, or the answer. */
  invoice: string;
  differences: Difference[];
}

const key = (invoice: InvoiceFigures) =>
  `${invoice.customer} ${invoice.periods.map((p) => `${p.subscription} ${p.reason} ${p.charges_to ?? p.to}`).join(', ')}`;
const eventsOf = (invoice: InvoiceFigures) =>
  invoice.periods.some(({ reason }) => reason === 'in_advance_charge') ? Object.keys(invoice.fees) : [];
const exactKey = (invoice: InvoiceFigures) =>
  JSON.stringify([invoice.customer, invoice.periods, invoice.issuing_date, eventsOf(invoice)]);
const nearKey = (invoice: InvoiceFigures) =>
  `${invoice.customer} ${invoice.periods.map((p) => `${p.subscription} ${p.reason}`).join(', ')}`;

type Pair = [expected: InvoiceFigures, actual: InvoiceFigures];

/** Pairs invoices with equal keys. @returns the others of both sides */
function pairUp(
  expected: InvoiceFigures[],
  actual: InvoiceFigures[],
  keyOf: (invoice: InvoiceFigures) => string,
  pairs: Pair[],
): [InvoiceFigures[], InvoiceFigures[]] {
  const unmatched: InvoiceFigures[] = [];
  const free = [...actual];
  for (const one of expected) {
    const match = free.find((other) => keyOf(other) === keyOf(one));
    if (match) {
      free.splice(free.indexOf(match), 1);
      pairs.push([one, match]);
    } else unmatched.push(one);
  }
  return [unmatched, free];
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';

/** Leaves at which two values differ. */
export function leaves(expected: unknown, actual: unknown, where = ''): Difference[] {
  if (isObject(expected) && isObject(actual)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return keys.flatMap((name) => leaves(expected[name], actual[name], where ? `${where}.${name}` : name));
  }
  if (expected === any || JSON.stringify(expected) === JSON.stringify(actual)) return [];
  return [{ where, expected: expected ?? null, actual: actual ?? null }];
}

const draftOnly = ({ customer, status, periods, issuing_date }: InvoiceFigures) => ({
  customer,
  status,
  issuing_date,
  periods,
});

/** @returns the differences between the rater's books and the service's */
export function compareBooks(expected: Books, actual: Books): InvoiceDifferences[] {
  const uninvoicedFees = leaves(expected.uninvoicedFees, actual.uninvoicedFees);
  const wallets = leaves(expected.wallets, actual.wallets);
  const notes = leaves(expected.creditNotes, actual.creditNotes);
  return [
    ...compareInvoices(expected.invoices, actual.invoices),
    ...(notes.length > 0 ? [{ invoice: 'none: credit notes', differences: notes }] : []),
    ...(wallets.length > 0 ? [{ invoice: 'none: wallets', differences: wallets }] : []),
    ...(uninvoicedFees.length > 0 ? [{ invoice: 'none: fees without one', differences: uninvoicedFees }] : []),
  ];
}

function compareInvoices(expected: InvoiceFigures[], actual: InvoiceFigures[]): InvoiceDifferences[] {
  const pairs: Pair[] = [];
  let [missing, extra] = pairUp(expected, actual, (invoice) => JSON.stringify(invoice), pairs);
  [missing, extra] = pairUp(missing, extra, exactKey, pairs);
  [missing, extra] = pairUp(missing, extra, key, pairs);
  [missing, extra] = pairUp(missing, extra, nearKey, pairs);
  const differingInvoices: InvoiceDifferences[] = [];
  for (const [expectedMatch, actualMatch] of pairs) {
    const drafts = expectedMatch.status === 'draft' && actualMatch.status === 'draft';
    const differences = drafts
      ? leaves(draftOnly(expectedMatch), draftOnly(actualMatch))
      : leaves(expectedMatch, actualMatch);
    if (differences.length > 0) differingInvoices.push({ invoice: key(expectedMatch), differences });
  }
  for (const one of missing)
    differingInvoices.push({
      invoice: key(one),
      differences: [{ where: 'the whole invoice', expected: one, actual: 'none' }],
    });
  for (const one of extra)
    differingInvoices.push({
      invoice: key(one),
      differences: [{ where: 'the whole invoice', expected: 'none', actual: one }],
    });
  return differingInvoices;
}
