import type { JournalEntryType } from '@tollgate/invoicing/reader';
import { currencyExponent, Decimal, subunit } from '@tollgate/rating';
import type { AccountingFile } from './file-form.js';
import type { PostedEntry, PostedLine } from './posted-entries.js';

const currency = 'EUR';

const columns = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
];

/** The French file of accounting entries (fichier des écritures comptables), with tabs, in UTF-8. */
export const fecFile: AccountingFile = {
  currency,
  mostRows: 1_000_000,
  mediaType: 'text/plain; charset=utf-8',
  nameOf: ({ settings, to }) => `${settings.siren}FEC${compact(to)}.txt`,
  head: () => line(columns),
  rows: (posted, number) => posted.lines.map((one) => line(cellsOf(one, posted, number))),
  encode: (text) => Buffer.from(text),
};

const line = (cells: readonly string[]): string => `${cells.join('\t')}\r\n`;
const compact = (day: string): string => day.replaceAll('-', '');
/** No cell has a tab, a line end or a quotation mark of its own. */
const cleaned = (text: string): string => text.replaceAll(/["|\s\p{Cc}]+/gu, ' ').trim();

function cellsOf(one: PostedLine, { entry, customer, customerName }: PostedEntry, number: number): string[] {
  const [code, label] = journals[entry.type];
  const isCustomer = one.purpose === 'customer';
  const isForeign = entry.currency !== currency;
  return [
    ...[code, label, String(number), compact(entry.day), one.account, labelOf(one)],
    isCustomer ? cleaned(customer.external_id) : '',
    isCustomer ? cleaned(customerName) : '',
    ...[cleaned(entry.number), compact(entry.day), cleaned(`${words[entry.type]} ${entry.number} ${customerName}`)],
    ...[amountOf(one.cents > 0n ? one.cents : 0n, currency), amountOf(one.cents < 0n ? -one.cents : 0n, currency)],
    // Entries match nothing here, and are final from their day on.
    ...['', '', compact(entry.day)],
    isForeign ? amountOf(one.documentCents, entry.currency) : '',
    isForeign ? entry.currency : '',
  ];
}

const amountOf = (cents: bigint, of: string): string =>
  new Decimal(cents.toString()).div(subunit(of)).toFixed(currencyExponent(of)).replace('.', ',');

const sales = ['VE', 'Ventes'] as const;
const bank = ['BQ', 'Banque'] as const;
const other = ['OD', 'Opérations diverses'] as const;

const journals: Record<JournalEntryType, readonly [code: string, label: string]> = {
  invoice: sales,
  credit_note: sales,
  invoice_void: sales,
  credit_lapse: other,
  refund: other,
  settlement: other,
  write_off: other,
  payment: bank,
  chargeback: bank,
};

const words: Record<JournalEntryType, string> = {
  invoice: 'Facture',
  credit_note: 'Avoir',
  refund: 'Remboursement',
  settlement: 'Solde',
  payment: 'Règlement',
  chargeback: 'Impayé',
  write_off: 'Perte',
  credit_lapse: 'Avoir expiré',
  invoice_void: 'Annulation',
};

function labelOf({ purpose, taxRate }: PostedLine): string {
  const rate = Number(taxRate) === 0 ? '' : ` ${taxRate.replace('.', ',')} %`;
  return {
    customer: 'Clients',
    revenue: `Ventes${rate}`,
    tax: `TVA collectée${rate}`,
    prepaid_credits: 'Clients, avances reçues',
    granted_credits: 'Crédits offerts',
    bank: 'Banque',
    payment_provider: 'Prestataire de paiement',
    clearing: "Compte d'attente",
  }[purpose];
}
