import { statementEntryTypes, type StatementEntryType } from '@tollgate/contracts';

/** A final or voided invoice of a customer; days are `YYYY-MM-DD` in its time zone, amounts cents. */
export interface StatementInvoice {
  id: string;
  number: string;
  issuedOn: string;
  dueOn: string;
  /** To be paid: after credits and prepaid credits. */
  totalCents: bigint;
  /** The part that credit notes paid. */
  creditedCents: bigint;
  voidedOn: string | null;
  /** When a dispute about it was lost, which ends its claim. */
  lostOn: string | null;
  /** Whether it counts as paid, with or without payments. */
  isPaid: boolean;
}

/** A payment that succeeded. */
export interface StatementPayment {
  id: string;
  invoiceId: string;
  paidOn: string;
  reference: string | null;
  cents: bigint;
}

/** A final credit note. */
export interface StatementNote {
  id: string;
  number: string;
  invoiceId: string;
  issuedOn: string;
  creditCents: bigint;
  refundCents: bigint;
  offsetCents: bigint;
  /** The part of its credit that these invoices took, and the rest of it now. */
  usedCents: bigint;
  balanceCents: bigint;
  /** The day of its void, else of the last change of its credit. */
  changedOn: string;
}

export interface StatementSources {
  invoices: readonly StatementInvoice[];
  payments: readonly StatementPayment[];
  notes: readonly StatementNote[];
}

/** A change of the balance of a customer. */
export interface Movement {
  type: StatementEntryType;
  day: string;
  /** The invoice or the credit note. */
  documentId: string;
  number: string;
  reference: string | null;
  /** Above 0: the customer owes more. */
  cents: bigint;
}

export interface StatementEntry extends Movement {
  /** The balance after it; below 0, the customer has credit. */
  balanceCents: bigint;
}

/** An invoice of which something is due at the end of a statement. */
export interface OpenItem {
  invoice: StatementInvoice;
  dueCents: bigint;
  /** At the end of the statement; 0 up to the due date. */
  daysOverdue: number;
}

export interface Statement {
  openingCents: bigint;
  closingCents: bigint;
  entries: StatementEntry[];
  openItems: OpenItem[];
  /** Credit of notes that no invoice has used. */
  availableCents: bigint;
}

/** Days of a statement, both included. */
export interface StatementPeriod {
  from: string;
  to: string;
}

/**
 * Computes the account of a customer in one currency. At present the closing balance is what its invoices have due, less
 * the credit that its notes have left.
 */
export function statementOf(sources: StatementSources, { from, to }: StatementPeriod): Statement {
  const movements = movementsOf(sources)
    .filter(({ day }) => day <= to)
    .sort(inOrder);
  const openingCents = sumOf(movements.filter(({ day }) => day < from));
  let balanceCents = openingCents;
  const entries = movements
    .filter(({ day }) => day >= from)
    .map((movement) => ({ ...movement, balanceCents: (balanceCents += movement.cents) }));
  const openItems = openItemsOf(sources, movements, to);
  const dueCents = openItems.reduce((sum, item) => sum + item.dueCents, 0n);
  return { openingCents, closingCents: balanceCents, entries, openItems, availableCents: dueCents - balanceCents };
}

/** Every change of the account. A refund leaves it, whatever a provider makes of it: money comes in by payments alone. */
function movementsOf({ invoices, payments, notes }: StatementSources): Movement[] {
  const paid = sumBy(payments, (payment) => [payment.invoiceId, payment.cents]);
  const offset = sumBy(notes, (note) => [note.invoiceId, note.offsetCents]);
  const numberOf = new Map(invoices.map(({ id, number }) => [id, number]));
  return [
    ...invoices.flatMap((invoice) =>
      movementsOfInvoice(invoice, invoice.totalCents - (paid.get(invoice.id) ?? 0n) - (offset.get(invoice.id) ?? 0n)),
    ),
    ...payments.map((payment): Movement => ({
      type: 'payment',
      day: payment.paidOn,
      documentId: payment.invoiceId,
      number: numberOf.get(payment.invoiceId) ?? '',
      reference: payment.reference,
      cents: -payment.cents,
    })),
    ...notes.flatMap(movementsOfNote),
  ];
}

/** Makes movements about an invoice or a credit note; none is before its issue. */
const movementsAbout =
  ({ id: documentId, number, issuedOn }: Pick<StatementNote, 'id' | 'number' | 'issuedOn'>) =>
  (type: StatementEntryType, day: string, cents: bigint): Movement => ({
    type,
    day: day < issuedOn ? issuedOn : day,
    documentId,
    number,
    reference: null,
    cents,
  });

/** @param restCents what neither payments nor offsets cover */
function movementsOfInvoice(invoice: StatementInvoice, restCents: bigint): Movement[] {
  const { issuedOn, voidedOn, lostOn, isPaid } = invoice;
  const movement = movementsAbout(invoice);
  const issued = movement('invoice', issuedOn, invoice.totalCents + invoice.creditedCents);
  if (restCents === 0n) return [issued];
  if (voidedOn !== null) return [issued, movement('invoice_void', voidedOn, -restCents)];
  if (lostOn !== null) return [issued, movement('write_off', lostOn, -restCents)];
  return isPaid ? [issued, movement('settlement', issuedOn, -restCents)] : [issued];
}

function movementsOfNote(note: StatementNote): Movement[] {
  const { issuedOn, creditCents, refundCents, offsetCents } = note;
  const movement = movementsAbout(note);
  const lapsedCents = creditCents - note.usedCents - note.balanceCents;
  return [
    movement('credit_note', issuedOn, -(creditCents + refundCents + offsetCents)),
    ...(refundCents === 0n ? [] : [movement('refund', issuedOn, refundCents)]),
    ...(lapsedCents === 0n ? [] : [movement('credit_adjustment', note.changedOn, lapsedCents)]),
  ];
}

/** The open invoices at the end of a period: the oldest due date first. @param movements up to that end */
function openItemsOf({ invoices, notes }: StatementSources, movements: readonly Movement[], to: string): OpenItem[] {
  const dueOf = sumBy(
    movements.filter(({ type }) => !ofNotes.has(type)),
    ({ documentId, cents }) => [documentId, cents],
  );
  const offset = sumBy(
    notes.filter(({ issuedOn }) => issuedOn <= to),
    (note) => [note.invoiceId, note.offsetCents],
  );
  return invoices
    .map((invoice) => ({
      invoice,
      dueCents:
        (dueOf.get(invoice.id) ?? invoice.creditedCents) - invoice.creditedCents - (offset.get(invoice.id) ?? 0n),
      daysOverdue: Math.max(0, daysBetween(invoice.dueOn, to)),
    }))
    .filter(({ invoice, dueCents }) => invoice.issuedOn <= to && dueCents !== 0n)
    .sort((one, other) => compare(one.invoice.dueOn, other.invoice.dueOn) || compare(one.invoice.id, other.invoice.id));
}

const ofNotes: ReadonlySet<StatementEntryType> = new Set(['credit_note', 'refund', 'credit_adjustment']);

/** Amounts due by days overdue, in cents. */
export interface Ageing {
  currentCents: bigint;
  upTo30Cents: bigint;
  upTo60Cents: bigint;
  upTo90Cents: bigint;
  over90Cents: bigint;
}

/** Adds up open items by how long they are overdue: not yet, 1 to 30 days, 31 to 60, 61 to 90, or more. */
export function ageingOf(items: readonly OpenItem[]): Ageing {
  const between = (least: number, most: number) =>
    items
      .filter(({ daysOverdue }) => daysOverdue >= least && daysOverdue <= most)
      .reduce((sum, { dueCents }) => sum + dueCents, 0n);
  return {
    currentCents: between(0, 0),
    upTo30Cents: between(1, 30),
    upTo60Cents: between(31, 60),
    upTo90Cents: between(61, 90),
    over90Cents: between(91, Infinity),
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const inOrder = (one: Movement, other: Movement): number =>
  compare(one.day, other.day) ||
  statementEntryTypes.indexOf(one.type) - statementEntryTypes.indexOf(other.type) ||
  compare(one.number, other.number) ||
  compare(one.documentId, other.documentId);

const sumOf = (movements: readonly Movement[]): bigint => movements.reduce((sum, { cents }) => sum + cents, 0n);

function sumBy<T>(rows: readonly T[], read: (row: T) => [key: string, cents: bigint]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const [key, cents] = read(row);
    sums.set(key, (sums.get(key) ?? 0n) + cents);
  }
  return sums;
}

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;
