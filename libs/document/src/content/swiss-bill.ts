import type { BillingEntity, SingleInvoice } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import type { SwissBill } from '../tables/document-contents.js';
import { creditorReference } from './creditor-reference.js';
import { customerName, type Language } from './parties.js';
import { swissBillWords } from './swiss-bill-words.js';

type Issuer = Pick<
  BillingEntity,
  'bank_account_holder' | 'legal_name' | 'name' | 'address_line1' | 'address_line2' | 'zipcode' | 'city' | 'country'
>;
type Addressed = Pick<Issuer, 'address_line1' | 'address_line2' | 'zipcode' | 'city' | 'country'>;

const currencies: readonly string[] = ['CHF', 'EUR'];
/** Bounds of a bill: cents, and characters of its fields. */
const mostCents = 99_999_999_999;
const most = { name: 70, street: 70, zipcode: 16, town: 35, message: 140 };
const domestic: readonly string[] = ['CH', 'LI'];

/** Whether an account is in Switzerland or Liechtenstein. */
const isSwiss = (iban: string): boolean => /^(CH|LI)[A-Z\d]{19}$/.test(iban);

/** Whether the bank takes payments to an account with a numeric reference alone: its number is from 30000 to 31999. */
export const isQrIban = (iban: string): boolean => isSwiss(iban) && /^3[01]\d{3}$/.test(iban.slice(4, 9));

/**
 * Builds the payment part of a Swiss bill, with its code (Swiss Implementation Guidelines QR-bill, version 2.3).
 * @returns null for an account abroad, another currency, and where the code cannot have the issuer or the reference
 */
export function swissBillOf(
  invoice: SingleInvoice,
  issuer: Issuer,
  { iban, language }: { iban: string; language: Language },
): SwissBill | null {
  const { currency, total_due_amount_cents: cents, number } = invoice;
  if (!isSwiss(iban) || !currencies.includes(currency) || cents > mostCents) return null;
  const reference = referenceOf(number, iban);
  const creditor = partyOf(issuer.bank_account_holder || issuer.legal_name || issuer.name, issuer);
  if (reference === null || creditor === null) return null;
  const debtor = partyOf(customerName(invoice.customer), invoice.customer);
  const message = fitting(number, most.message);
  const amount = new Decimal(cents).div(100).toFixed(2);
  return {
    words: swissBillWords(language.formats.locale),
    payload: payloadOf([
      ...['SPC', '0200', '1', iban],
      ...fieldsOf(creditor),
      // The ultimate creditor is for future use.
      ...fieldsOf(null),
      ...[amount, currency],
      ...fieldsOf(debtor),
      ...[reference.type, reference.value, message, 'EPD'],
    ]),
    account: [grouped(iban, 4), ...linesOf(creditor)],
    debtor: debtor === null ? [] : linesOf(debtor),
    reference: reference.shown,
    message,
    currency,
    amount: amount.replace(/\B(?=(\d{3})+\.)/g, ' '),
  };
}

const payloadOf = (fields: readonly string[]): string => fields.join('\n');

/** A party of a bill, in its structured form. */
interface BillParty {
  name: string;
  street: string;
  zipcode: string;
  town: string;
  country: string;
}

/** Null without a place: a bill then leaves room to write it by hand. */
function partyOf(name: string, address: Addressed): BillParty | null {
  const street = [address.address_line1, address.address_line2].flatMap((line) => (line?.trim() ? [line] : []));
  const party = {
    name: fitting(name, most.name),
    street: fitting(street.join(', '), most.street),
    zipcode: fitting(address.zipcode, most.zipcode),
    town: fitting(address.city, most.town),
    country: address.country ?? '',
  };
  return party.name && party.zipcode && party.town && party.country ? party : null;
}

/** The house number is part of the street. */
const fieldsOf = (party: BillParty | null): string[] =>
  party === null
    ? Array<string>(7).fill('')
    : ['S', party.name, party.street, '', party.zipcode, party.town, party.country];

const linesOf = ({ name, street, zipcode, town, country }: BillParty): string[] => [
  name,
  ...(street === '' ? [] : [street]),
  `${domestic.includes(country) ? '' : `${country}-`}${zipcode} ${town}`,
];

interface Reference {
  type: 'QRR' | 'SCOR' | 'NON';
  value: string;
  /** In groups, as people read it; null without one. */
  shown: string | null;
}

/** Null where the bank expects a numeric reference, and the number of the invoice is too long for it. */
function referenceOf(number: string, iban: string): Reference | null {
  if (isQrIban(iban)) {
    const value = qrReference(number);
    return value === null ? null : { type: 'QRR', value, shown: shownQrReference(value) };
  }
  const value = creditorReference(number);
  return value === null ? { type: 'NON', value: '', shown: null } : { type: 'SCOR', value, shown: grouped(value, 4) };
}

const digitsOfReference = 26;

/**
 * Writes the number of an invoice as a numeric reference of 27 digits; the last one checks the others (modulo 10,
 * recursive). Letters count as the numbers from 10 on.
 * @returns null for a number without letters and digits, or with too many
 */
export function qrReference(number: string): string | null {
  const digits = number
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '')
    .replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10));
  if (digits === '' || digits.length > digitsOfReference) return null;
  const padded = digits.padStart(digitsOfReference, '0');
  return `${padded}${checkDigit(padded)}`;
}

const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

const checkDigit = (digits: string): number =>
  (10 - [...digits].reduce((carry, digit) => carries[(carry + Number(digit)) % 10] ?? 0, 0)) % 10;

/** Two digits, and groups of five. */
const shownQrReference = (value: string): string => `${value.slice(0, 2)} ${grouped(value.slice(2), 5)}`;

const grouped = (text: string, size: number): string => text.replaceAll(new RegExp(`.{${size}}(?=.)`, 'g'), '$& ');

/** Latin letters and signs, which codes can have. */
const isPermitted = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]$/u;

/** A text on one line with permitted characters, cut to a bound. Others lose their marks, or are left out. */
function fitting(text: string | null, bound: number): string {
  const permitted = [...(text ?? '').normalize('NFC')].map((character) => {
    if (isPermitted.test(character)) return character;
    if (/\s/u.test(character)) return ' ';
    return [...character.normalize('NFKD')].filter((part) => isPermitted.test(part)).join('');
  });
  const line = permitted.join('').replaceAll(/\s+/gu, ' ').trim();
  return line.slice(0, bound).trimEnd();
}
