import { readVatNumber } from '@tollgate/catalog/reader';
import type { JournalEntryType } from '@tollgate/invoicing/reader';
import { datevColumns } from './datev-columns.js';
import type { AccountingFile, FileTerms } from './file-form.js';
import type { PostedEntry, PostedLine } from './posted-entries.js';
import { inWindows1252, windows1252 } from './windows-1252.js';

const currency = 'EUR';
/** The bounds of a batch, and of texts of a posting. */
const mostRows = 99_999;
const mostOfReference = 36;
const mostOfSecondReference = 12;
const mostOfText = 60;

/** A batch of postings for DATEV: version 13 in the format with a head of version 700, in Windows-1252. */
export const datevFile: AccountingFile = {
  currency,
  mostRows,
  mediaType: 'text/csv; charset=windows-1252',
  nameOf: ({ from, to }) => `EXTF_Buchungsstapel_${compact(from)}_${compact(to)}.csv`,
  head: (terms) => line(headOf(terms)) + line(datevColumns),
  rows: (posted) => rowsOf(posted).map(line),
  encode: windows1252,
};

const line = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;
const compact = (day: string): string => day.replaceAll('-', '');
/** Texts are on one line. */
const plain = (text: string): string => inWindows1252(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim());
const quoted = (text: string): string => `"${plain(text).replaceAll('"', '""')}"`;

function headOf({ settings, from, to, createdAt }: FileTerms): string[] {
  const at = createdAt.toISOString().replaceAll(/\D/g, '');
  return [
    ...[quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13', at, '', quoted('RE'), quoted(''), quoted('')],
    ...[String(settings.consultant), String(settings.client), compact(settings.fiscalYearStart)],
    ...[
      String(settings.accountLength),
      compact(from),
      compact(to),
      quoted(`Buchungen ${compact(from)}-${compact(to)}`),
      quoted(''),
    ],
    // Financial accounting, for all purposes, not fixed: its readers can still correct it.
    ...['1', '0', '0', quoted(currency), '', quoted(''), '', ''],
    ...[quoted(settings.chart ?? ''), '', '', quoted(''), quoted('')],
  ];
}

/**
 * Posts an entry: each row moves an amount between the first account and one of the others, so every row balances. An
 * entry about a document has the customer's account as its first one.
 */
function rowsOf(posted: PostedEntry): string[][] {
  const { lines, customerAccount, entry } = posted;
  const customer = lines.find(({ purpose }) => purpose === 'customer');
  const first = customer ?? (documents.has(entry.type) ? null : lines[0]);
  return lines.flatMap((other) => (other === first ? [] : [rowOf(first?.account ?? customerAccount, other, posted)]));
}

const documents: ReadonlySet<JournalEntryType> = new Set(['invoice', 'credit_note', 'invoice_void']);

function rowOf(account: string, other: PostedLine, posted: PostedEntry): string[] {
  const { entry } = posted;
  const row = new Map<(typeof datevColumns)[number], string>([
    ['Umsatz (ohne Soll/Haben-Kz)', amountOf(other.cents)],
    // The mark is that of the first account.
    ['Soll/Haben-Kennzeichen', quoted(other.cents < 0n ? 'S' : 'H')],
    ['WKZ Umsatz', quoted(currency)],
    ['Konto', account],
    ['Gegenkonto (ohne BU-Schlüssel)', other.account],
    ['BU-Schlüssel', quoted(other.taxKey ?? '')],
    ['Belegdatum', `${entry.day.slice(8)}${entry.day.slice(5, 7)}`],
    // Open items are matched by the number of the invoice.
    ['Belegfeld 1', quoted(referenceOf(entry.invoiceNumber).slice(0, mostOfReference))],
    ['Belegfeld 2', quoted(secondReferenceOf(posted))],
    ['Buchungstext', quoted(plain(textOf(posted)).slice(0, mostOfText))],
    ['EU-Land u. UStID (Bestimmung)', quoted(taxNumberOf(other, posted))],
    ['Festschreibung', '0'],
    ['Fälligkeit', entry.dueDay === null ? '' : dayMonthYear(entry.dueDay)],
  ]);
  return datevColumns.map((name) => row.get(name) ?? '');
}

const amountOf = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
};

const dayMonthYear = (day: string): string => `${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`;

/** References have letters, digits and some signs alone. */
const referenceOf = (number: string): string =>
  inWindows1252(number)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-zA-Z0-9$&%*+\-/]/g, '-');

/** The number of a credit note, where it fits. */
function secondReferenceOf({ entry: { number, invoiceNumber } }: PostedEntry): string {
  const reference = referenceOf(number);
  return number === invoiceNumber || reference.length > mostOfSecondReference ? '' : reference;
}

const words: Record<JournalEntryType, string> = {
  invoice: 'Rechnung',
  credit_note: 'Korrektur',
  refund: 'Erstattung',
  settlement: 'Ausgleich',
  payment: 'Zahlung',
  chargeback: 'Rückbelastung',
  write_off: 'Ausbuchung',
  credit_lapse: 'Guthaben verfallen',
  invoice_void: 'Storno',
};

const textOf = ({ entry: { type, number, currency: own }, customerName }: PostedEntry): string =>
  [words[type], number, ...(own === currency ? [] : [own]), customerName].join(' ');

/** Revenue without tax has the customer's number of the European Union, for the recapitulative statement. */
function taxNumberOf({ purpose, taxRate }: PostedLine, { customer }: PostedEntry): string {
  const number = readVatNumber(customer.tax_identification_number ?? '');
  return purpose === 'revenue' && Number(taxRate) === 0 && number ? `${number.prefix}${number.number}` : '';
}
