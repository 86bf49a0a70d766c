/** The kinds of journal entries, in their order within a day. */
export const journalEntryTypes = [
  'invoice',
  'credit_note',
  'refund',
  'settlement',
  'payment',
  'chargeback',
  'write_off',
  'credit_lapse',
  'invoice_void',
] as const;
export type JournalEntryType = (typeof journalEntryTypes)[number];

/** Accounts by their purpose; the settings of a file give their numbers. */
export type JournalAccount =
  'customer' | 'revenue' | 'tax' | 'prepaid_credits' | 'granted_credits' | 'bank' | 'payment_provider' | 'clearing';

/** A posting: above 0 a debit, below 0 a credit. */
export interface JournalLine {
  account: JournalAccount;
  /** Of a revenue or a tax: codes of its taxes, sorted and joined by `+`. Null without taxes, and for other accounts. */
  taxCode: string | null;
  /** The sum of these taxes in percent, as in `19`. */
  taxRate: string;
  /** In the currency of the books. */
  cents: bigint;
  /** In the currency of the document. */
  documentCents: bigint;
}

/** The effect of one event on the books; its lines add up to 0. */
export interface JournalEntry {
  type: JournalEntryType;
  /** The invoice, the credit note or the payment. */
  documentId: string;
  /** Of the invoice or the credit note. */
  number: string;
  invoiceNumber: string;
  customerId: string;
  /** `YYYY-MM-DD`, of the entry, and of the due date of an invoice. */
  day: string;
  dueDay: string | null;
  /** Words of the payer. */
  reference: string | null;
  /** Of the document. */
  currency: string;
  lines: JournalLine[];
}

/** Why a document has no entry. */
export interface JournalFault {
  type: JournalEntryType;
  documentId: string;
  number: string;
  code: 'no_exchange_rate' | 'does_not_add_up';
  detail: string;
}
