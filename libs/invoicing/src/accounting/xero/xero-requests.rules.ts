import { sentEmail } from '@tollgate/contracts';
import { centsDecimal, currencyExponent, Decimal, roundHalfUp, subunit } from '@tollgate/rating';
import { LedgerRefusal } from '../ledger/accounting-system.js';
import type {
  LedgerAddress,
  LedgerContact,
  LedgerDocument,
  LedgerPayment,
  MappedLine,
} from '../ledger/ledger-document.js';

/** A call to Xero's Accounting API, without host and token. */
export interface XeroCall {
  method: 'GET' | 'POST' | 'PUT';
  /** With a leading slash and the query. */
  path: string;
  body: object | null;
}

/** Longest texts of Xero. */
const longest = { name: 255, text: 255, short: 50, addressLine: 500, description: 4000, reference: 255 };
/** Decimals of quantities and unit amounts (`unitdp`). */
const unitPlaces = 4;

const get = (path: string): XeroCall => ({ method: 'GET', path, body: null });
/** Xero compares texts of filters between double quotes. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const filtered = (resource: string, filter: string): XeroCall =>
  get(`/${resource}?where=${encodeURIComponent(filter)}`);

/**
 * The names of a contact, by preference: names are unique in Xero, so a second customer of a name has its external id
 * beside it. Xero drops names with angle brackets.
 */
export function contactNames({ name, firstName, lastName, externalId }: LedgerContact): [string, string] {
  const person = [firstName, lastName].filter((part) => part !== null).join(' ');
  const clean = (text: string) => text.replace(/[<>]/g, ' ').replace(/\s+/g, ' ').trim();
  const first = clean(name ?? person).slice(0, longest.name) || clean(externalId).slice(0, longest.name) || 'Customer';
  const suffix = ` (${clean(externalId).slice(0, 100)})`;
  return [first, `${first.slice(0, longest.name - suffix.length)}${suffix}`];
}

export const findContact = ({ number }: LedgerContact): XeroCall =>
  filtered('Contacts', `ContactNumber==${quoted(number)}`);

/** Searches contacts whose texts contain a name. */
export const searchContacts = (name: string): XeroCall =>
  get(`/Contacts?summaryOnly=true&searchTerm=${encodeURIComponent(name)}`);

/** Creates a contact, or changes the one with an id. Blank texts delete what Xero has. */
export function putContact(contact: LedgerContact, name: string, contactId: string | null): XeroCall {
  const text = (value: string | null, length: number) => (value ?? '').slice(0, length);
  const [email = ''] = (contact.email ?? '').split(',').map((part) => part.trim());
  const body = {
    ...(contactId === null ? {} : { ContactID: contactId }),
    ContactNumber: contact.number,
    Name: name,
    FirstName: text(contact.firstName, longest.text),
    LastName: text(contact.lastName, longest.text),
    EmailAddress: sentEmail(email).slice(0, longest.text),
    CompanyNumber: text(contact.legalNumber, longest.short),
    TaxNumber: text(contact.taxNumber, longest.short),
    Addresses: [
      xeroAddress('POBOX', contact.billing),
      ...(contact.shipping ? [xeroAddress('STREET', contact.shipping)] : []),
    ],
    Phones: [{ PhoneType: 'DEFAULT', PhoneNumber: text(contact.phone, longest.short) }],
  };
  return { method: contactId === null ? 'PUT' : 'POST', path: '/Contacts', body: { Contacts: [body] } };
}

export const readContact = (contactId: string): XeroCall => get(`/Contacts/${encodeURIComponent(contactId)}`);

const noAddress: LedgerAddress = { line1: null, line2: null, city: null, region: null, zipcode: null, country: null };

/** Deletes what a contact has beside its name, which its documents show. */
export const blankContact = (contactId: string): XeroCall =>
  changeContact(contactId, {
    FirstName: '',
    LastName: '',
    EmailAddress: '',
    CompanyNumber: '',
    TaxNumber: '',
    Addresses: [xeroAddress('POBOX', noAddress), xeroAddress('STREET', noAddress)],
    Phones: [{ PhoneType: 'DEFAULT', PhoneNumber: '' }],
  });

/** Xero keeps the documents of an archived contact, and shows it no more. */
export const archiveContact = (contactId: string): XeroCall => changeContact(contactId, { ContactStatus: 'ARCHIVED' });

const changeContact = (contactId: string, changes: object): XeroCall => ({
  method: 'POST',
  path: '/Contacts',
  body: { Contacts: [{ ContactID: contactId, ...changes }] },
});

const xeroAddress = (type: 'POBOX' | 'STREET', address: LedgerAddress) => ({
  AddressType: type,
  AddressLine1: (address.line1 ?? '').slice(0, longest.addressLine),
  AddressLine2: (address.line2 ?? '').slice(0, longest.addressLine),
  City: (address.city ?? '').slice(0, longest.text),
  Region: (address.region ?? '').slice(0, longest.text),
  PostalCode: (address.zipcode ?? '').slice(0, longest.short),
  Country: (address.country ?? '').slice(0, longest.short),
});

/** The parts in which invoices and credit notes differ. */
export const invoices = { resource: 'Invoices', type: 'ACCREC', number: 'InvoiceNumber', id: 'InvoiceID' } as const;
export const creditNotes = {
  resource: 'CreditNotes',
  type: 'ACCRECCREDIT',
  number: 'CreditNoteNumber',
  id: 'CreditNoteID',
} as const;
export type DocumentKind = typeof invoices | typeof creditNotes;

export const findDocument = ({ resource, number, type }: DocumentKind, document: LedgerDocument): XeroCall =>
  filtered(resource, `Type==${quoted(type)} AND ${number}==${quoted(document.number)}`);

export const readDocument = ({ resource }: DocumentKind, id: string): XeroCall =>
  get(`/${resource}/${encodeURIComponent(id)}?unitdp=${unitPlaces}`);

/**
 * Creates a document, or replaces the contents of the one with an id.
 * @param restCents a further line without tax; 0 for none
 * @throws LedgerRefusal `currency_not_supported`, as Xero has two decimals at most
 */
export function putDocument(
  kind: DocumentKind,
  { contactId, document, id }: { contactId: string; document: LedgerDocument; id: string | null },
  restCents = 0n,
): XeroCall {
  const { number, date, dueDate, currency, reference, rounding } = document;
  refuseFineCurrency(currency);
  const rest: MappedLine[] =
    restCents === 0n || !rounding
      ? []
      : [{ ...rounding, description: 'Rounding', price: null, amountCents: restCents, taxCents: 0n }];
  const body = {
    ...(id === null ? {} : { [kind.id]: id }),
    Type: kind.type,
    Status: 'AUTHORISED',
    Contact: { ContactID: contactId },
    [kind.number]: number.slice(0, longest.text),
    ...(reference ? { Reference: reference.slice(0, longest.reference) } : {}),
    Date: date,
    ...(dueDate === null ? {} : { DueDate: dueDate }),
    CurrencyCode: currency,
    LineAmountTypes: 'Exclusive',
    LineItems: [...document.lines, ...rest].map((line) => lineItem(line, currency)),
  };
  const path = id === null ? `/${kind.resource}` : `/${kind.resource}/${encodeURIComponent(id)}`;
  return {
    method: id === null ? 'PUT' : 'POST',
    path: `${path}?unitdp=${unitPlaces}`,
    body: { [kind.resource]: [body] },
  };
}

function refuseFineCurrency(currency: string): void {
  if (currencyExponent(currency) > 2)
    throw new LedgerRefusal('currency_not_supported', `Xero has two decimals, fewer than ${currency}.`);
}

/** An amount in the main unit, as a JSON number. */
const mainUnit = (cents: bigint, currency: string): number => centsDecimal(cents).div(subunit(currency)).toNumber();

function lineItem(line: MappedLine, currency: string): object {
  const { description, price, amountCents, taxCents, itemCode, accountCode, taxType } = line;
  const amount = mainUnit(amountCents, currency);
  const exact = price !== null && isExact(price, amountCents, currency);
  const remark = price === null || exact ? '' : `, ${price.units.toFixed()} x ${price.unitAmount.toFixed()}`;
  return {
    Description: `${(description || '-').slice(0, longest.description - remark.length)}${remark}`,
    Quantity: exact ? price.units.toNumber() : 1,
    UnitAmount: exact ? price.unitAmount.toNumber() : amount,
    LineAmount: amount,
    ...(itemCode === null ? {} : { ItemCode: itemCode }),
    ...(accountCode === null ? {} : { AccountCode: accountCode }),
    TaxType: taxType,
    TaxAmount: mainUnit(taxCents, currency),
  };
}

/** Whether Xero computes the same amount of units and unit amount, with the decimals that it has. */
function isExact(
  { units, unitAmount }: { units: Decimal; unitAmount: Decimal },
  amountCents: bigint,
  currency: string,
): boolean {
  const fits = (value: Decimal) => value.decimalPlaces() <= unitPlaces && value.precision(true) <= 15;
  if (!fits(units) || !fits(unitAmount)) return false;
  return roundHalfUp(units.times(unitAmount), 2).eq(centsDecimal(amountCents).div(subunit(currency)));
}

/** Voids an invoice without payments. */
export const voidInvoice = (id: string): XeroCall => ({
  method: 'POST',
  path: `/Invoices/${encodeURIComponent(id)}`,
  body: { Invoices: [{ InvoiceID: id, Status: 'VOIDED' }] },
});

/** The reference of a payment ends with the key by which it is found again. */
export function paymentReference({ key, reference }: LedgerPayment): string {
  const words = (reference ?? '').trim().slice(0, longest.reference - key.length - 3);
  return words === '' ? key : `${words} (${key})`;
}

/** Pays an invoice, or pays a credit note back. */
export function putPayment(
  kind: DocumentKind,
  documentId: string,
  { date, currency, amountCents, accountCode, ...named }: LedgerPayment,
): XeroCall {
  refuseFineCurrency(currency);
  const document = kind.resource === 'Invoices' ? 'Invoice' : 'CreditNote';
  const payment = {
    [document]: { [kind.id]: documentId },
    Account: { Code: accountCode },
    Date: date,
    Amount: mainUnit(amountCents, currency),
    Reference: paymentReference({ date, currency, amountCents, accountCode, ...named }),
  };
  return { method: 'PUT', path: '/Payments', body: { Payments: [payment] } };
}

/** Applies a credit note to its invoice. */
export const putAllocation = (
  noteId: string,
  {
    invoiceId,
    amountCents,
    currency,
    date,
  }: { invoiceId: string; amountCents: bigint; currency: string; date: string },
): XeroCall => ({
  method: 'PUT',
  path: `/CreditNotes/${encodeURIComponent(noteId)}/Allocations`,
  body: { Allocations: [{ Invoice: { InvoiceID: invoiceId }, Amount: mainUnit(amountCents, currency), Date: date }] },
});
