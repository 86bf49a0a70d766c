import type { BillingEntity, SingleInvoice } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import type { Entry, PaymentPart, SwissBill } from '../tables/document-contents.js';
import type { BillingFacts } from './billing-facts.js';
import { creditorReference } from './creditor-reference.js';
import type { Language } from './parties.js';
import { isQrIban, swissBillOf } from './swiss-bill.js';

/** Builds how to pay an invoice; null where nothing is due or its issuer says nothing (webhooks, section 8.1). */
export function paymentPartOf(
  invoice: SingleInvoice,
  issuer: BillingEntity,
  { language, facts }: { language: Language; facts: BillingFacts },
): PaymentPart | null {
  const terms = termsOf(invoice, issuer);
  const iban = facts.charged.has(invoice.customer.svc_id) ? null : issuer.bank_account_iban;
  if (!isToPay(invoice)) return null;
  if (terms === null && iban === null) return null;
  const bill = iban === null ? null : swissBillOf(invoice, issuer, { iban, language });
  const code = iban === null || (bill && isDomestic(invoice)) ? null : transferOf(invoice, issuer, iban);
  return {
    title: language.labels.howToPay,
    terms,
    account: iban === null ? [] : invoiceAccount(invoice, issuer, { iban, language, bill }),
    code: code === null ? null : { content: code, caption: `${language.labels.scanToPay} (SEPA)` },
    ...(bill === null ? {} : { swissBill: bill }),
  };
}

/** Customers whose banks read the code of a Swiss bill need no other one. */
const isDomestic = ({ customer: { country } }: SingleInvoice): boolean => country === 'CH' || country === 'LI';

/** The rows of an account for an invoice. A transfer has the reference of its bill, and no other structured one. */
function invoiceAccount(
  invoice: SingleInvoice,
  issuer: BillingEntity,
  { iban, language, bill }: { iban: string; language: Language; bill: SwissBill | null },
): Entry[] {
  const transfer = transferOfInvoice(invoice);
  const reference = bill?.reference ?? null;
  if (reference === null && !isQrIban(iban)) return accountOf(transfer, issuer, { iban, language });
  const account = accountOf({ ...transfer, structured: null }, issuer, { iban, language });
  if (reference === null) return account;
  const kind = reference.startsWith('RF') ? 'ISO 11649' : 'QR';
  return [...account, { label: `${language.labels.transferReference} (${kind})`, value: reference }];
}

/** Transfers in pounds name sort code and account number, which an IBAN of the country has in it. */
function britishEntries(iban: string): Entry[] {
  const [, sortCode, account] = /^GB\d{2}[A-Z]{4}(\d{6})(\d{8})$/.exec(iban) ?? [];
  if (!sortCode || !account) return [];
  return [
    { label: 'Sort code', value: sortCode.replaceAll(/.{2}(?=.)/g, '$&-') },
    { label: 'Account number', value: account },
  ];
}

type Payable = Pick<SingleInvoice, 'self_billed' | 'total_due_amount_cents'>;

/** Whether the customer owes something by the invoice; it pays itself what it bills. */
export const isToPay = ({ self_billed: selfBilled, total_due_amount_cents: cents }: Payable): boolean =>
  !selfBilled && cents > 0;

/** The issuer's terms of payment, for paper and e-invoice alike; null where nothing is to pay. */
export const termsOf = (invoice: Payable, { payment_terms: terms }: Pick<BillingEntity, 'payment_terms'>) =>
  isToPay(invoice) ? terms : null;

const holderOf = ({ bank_account_holder: holder, legal_name: legalName, name }: BillingEntity): string =>
  holder || legalName || name;

/** The references and the currency of a transfer. */
export interface Transfer {
  reference: string;
  /** The reference of a single invoice that banks check, for transfers in euro, where all of them know it. */
  structured: string | null;
  currency: string;
}

/** The transfer that pays an invoice. */
export const transferOfInvoice = ({ number, currency }: Pick<SingleInvoice, 'number' | 'currency'>): Transfer => ({
  reference: number,
  structured: currency === 'EUR' ? creditorReference(number) : null,
  currency,
});

/** The rows of an account for a transfer, with its reference. */
export function accountOf(
  { reference, structured, currency }: Transfer,
  issuer: BillingEntity,
  { iban, language: { labels } }: { iban: string; language: Language },
): Entry[] {
  const bic = issuer.bank_account_bic;
  return [
    { label: labels.accountHolder, value: holderOf(issuer) },
    { label: 'IBAN', value: iban.replaceAll(/.{4}(?=.)/g, '$& ') },
    ...(bic === null ? [] : [{ label: 'BIC', value: bic }]),
    ...(currency === 'GBP' ? britishEntries(iban) : []),
    { label: labels.transferReference, value: reference },
    ...structuredEntry(structured, labels.transferReference),
  ];
}

const structuredEntry = (structured: string | null, label: string): Entry[] =>
  structured === null ? [] : [{ label: `${label} (ISO 11649)`, value: structured.replaceAll(/.{4}(?=.)/g, '$& ') }];

/** Bounds of a transfer in a code (EPC069-12): characters of the name, bytes in all, and cents. */
const mostName = 70;
const mostBytes = 331;
const mostCents = 99_999_999_999;

/** Countries whose banks take part in SEPA, and read the code (list of the European Payments Council, 2025). */
const sepaCountries = new Set(
  [
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT',
    // Overseas parts of France, the Åland Islands and the Vatican have codes of their own.
    'RO RS SE SI SK SM VA AX BL GF GP MF MQ PM RE YT',
  ].flatMap((codes) => codes.split(' ')),
);

/** The content of a code for a SEPA credit transfer (EPC069-12, version 2); null where there can be none. */
function transferOf(invoice: SingleInvoice, issuer: BillingEntity, iban: string): string | null {
  const { currency, total_due_amount_cents: cents, number } = invoice;
  const { country } = invoice.customer;
  if (currency !== 'EUR' || cents > mostCents || isQrIban(iban) || (country && !sepaCountries.has(country)))
    return null;
  const [utf8, purpose, structured] = ['1', '', creditorReference(number)];
  const lines = [
    ...['BCD', '002', utf8, 'SCT'],
    issuer.bank_account_bic ?? '',
    [...onOneLine(holderOf(issuer))].slice(0, mostName).join(''),
    iban,
    `EUR${new Decimal(cents).div(100).toFixed(2)}`,
    purpose,
    // A transfer has a structured reference, or else a text.
    ...(structured === null ? ['', onOneLine(number)] : [structured]),
  ];
  const content = lines.join('\n');
  return Buffer.byteLength(content) > mostBytes ? null : content;
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
