import type { AccountingFault, EmbeddedCustomer } from '@tollgate/contracts';
import type { JournalAccount, JournalEntry, JournalLine } from '@tollgate/invoicing/reader';
import type { AccountingSettings, TaxAccounts } from './accounting-settings.js';

/** A posting on an account of the books: above 0 a debit, below 0 a credit. */
export interface PostedLine {
  account: string;
  purpose: JournalAccount;
  /** In the currency of the books. */
  cents: bigint;
  documentCents: bigint;
  /** The tax of a revenue that the program computes from its account is in it. */
  taxRate: string;
  taxCode: string | null;
  taxKey: string | null;
}

/** A journal entry with numbers of accounts. */
export interface PostedEntry {
  entry: JournalEntry;
  customer: EmbeddedCustomer;
  customerName: string;
  customerAccount: string;
  lines: PostedLine[];
}

/** A number of an account is missing. */
class NoAccount extends Error {
  override readonly name = 'NoAccount';

  constructor(
    readonly code: AccountingFault['code'],
    message: string,
  ) {
    super(message);
  }
}

/** Gives an entry the accounts of its postings, or says what is missing. */
export function postEntry(
  entry: JournalEntry,
  customer: EmbeddedCustomer,
  settings: AccountingSettings,
): PostedEntry | AccountingFault {
  try {
    const customerAccount = accountOfCustomer(customer, settings);
    return {
      entry,
      customer,
      customerName: nameOf(customer),
      customerAccount,
      lines: linesOf(entry, customerAccount, settings),
    };
  } catch (error) {
    if (!(error instanceof NoAccount)) throw error;
    return {
      entry_type: entry.type,
      svc_document_id: entry.documentId,
      number: entry.number,
      code: error.code,
      detail: error.message,
    };
  }
}

const nameOf = ({ name, legal_name: legal, firstname, lastname, external_id: id }: EmbeddedCustomer): string =>
  [name, legal, [firstname, lastname].filter(Boolean).join(' '), id].find((text) => text?.trim())?.trim() ?? '';

/**
 * The account of a customer: that of its metadata, else the one that its running number gives, else the common one. The
 * French file names the customer beside the common account.
 */
function accountOfCustomer(
  customer: EmbeddedCustomer,
  { format, customers, accountLength }: AccountingSettings,
): string {
  if (format === 'fec') return customers.account ?? '';
  const own = customer.metadata.find(({ key }) => key === customers.metadataKey)?.value.trim();
  if (own) {
    if (!new RegExp(`^\\d{1,${accountLength + 1}}$`).test(own))
      throw new NoAccount('no_account', `customer account ${own}`);
    return own;
  }
  if (customers.first === null) return customers.account ?? '';
  const number = customers.first + customer.sequential_id - 1;
  if (String(number).length > accountLength + 1)
    throw new NoAccount('customer_account_is_out_of_range', String(number));
  return String(number);
}

/** Taxes whose account the program knows are part of their revenue; only a batch for DATEV can have those. */
function linesOf(entry: JournalEntry, customerAccount: string, settings: AccountingSettings): PostedLine[] {
  const posted: PostedLine[] = [];
  for (const line of entry.lines) {
    const isTaxed = line.account === 'revenue' || line.account === 'tax';
    const tax = isTaxed ? accountsOfTax(line, settings) : null;
    const account = tax ? accountOfTaxed(line, tax, settings) : accountFor(line.account, customerAccount, settings);
    const same = posted.find((other) => other.account === account && other.taxCode === line.taxCode);
    if (same && tax && tax.tax === null) {
      same.cents += line.cents;
      same.documentCents += line.documentCents;
      continue;
    }
    posted.push({
      account,
      purpose: line.account,
      cents: line.cents,
      documentCents: line.documentCents,
      taxRate: line.taxRate,
      taxCode: line.taxCode,
      taxKey: line.account === 'revenue' ? (tax?.key ?? null) : null,
    });
  }
  const moved = posted.filter(({ cents }) => cents !== 0n);
  const large = moved.find(({ cents }) => cents >= mostCents || -cents >= mostCents);
  if (large) throw new NoAccount('amount_is_out_of_range', `${large.cents} cents`);
  return moved;
}

/** Programs accept amounts with ten digits before the point. */
const mostCents = 10n ** 12n;

/** The accounts of a tax by its code, else by its rate. */
function accountsOfTax({ taxCode, taxRate }: JournalLine, { taxes }: AccountingSettings): TaxAccounts {
  const own = taxes.find(({ code }) => code !== null && code === taxCode) ?? taxes.find(({ rate }) => rate === taxRate);
  if (!own) throw new NoAccount('no_account', `taxes: ${taxCode ?? 'no tax'} (${taxRate} %)`);
  return own;
}

function accountOfTaxed({ account, taxCode }: JournalLine, tax: TaxAccounts, { format }: AccountingSettings): string {
  if (account === 'revenue') return tax.revenue;
  if (tax.tax !== null) return tax.tax;
  if (format === 'datev') return tax.revenue;
  throw new NoAccount('no_account', `tax_account of ${taxCode ?? 'no tax'}`);
}

function accountFor(purpose: JournalAccount, customerAccount: string, settings: AccountingSettings): string {
  if (purpose === 'customer') return customerAccount;
  const [number, field] = {
    bank: [settings.bank, 'bank_account'],
    payment_provider: [settings.paymentProvider, 'payment_provider_account'],
    clearing: [settings.clearing, 'clearing_account'],
    prepaid_credits: [settings.prepaidCredits, 'prepaid_credits_account'],
    granted_credits: [settings.grantedCredits, 'granted_credits_account'],
    revenue: [null, 'taxes'],
    tax: [null, 'taxes'],
  }[purpose] as [string | null, string];
  if (number === null) throw new NoAccount('no_account', field);
  return number;
}
