import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { currencies, furtherCurrencies } from '@tollgate/contracts';
import { centsDecimal, currencyExponent, Decimal } from '@tollgate/rating';
import { LedgerRefusal } from '../ledger/accounting-system.js';
import type { LedgerContact, LedgerDocument, MappedLine } from '../ledger/ledger-document.js';
import {
  contactNames,
  creditNotes,
  findContact,
  findDocument,
  invoices,
  paymentReference,
  putContact,
  putDocument,
  putPayment,
} from './xero-requests.rules.js';

const address = { line1: '1 Way', line2: null, city: 'Berlin', region: null, zipcode: '10117', country: 'DE' };
const contact: LedgerContact = {
  number: '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b90',
  externalId: 'acme',
  name: 'Acme',
  firstName: null,
  lastName: null,
  email: 'a@acme.example, b@acme.example',
  phone: null,
  legalNumber: null,
  taxNumber: 'DE1',
  billing: address,
  shipping: null,
};
const line = (more: Partial<MappedLine> = {}): MappedLine => ({
  description: 'Seats',
  price: { units: new Decimal(3), unitAmount: new Decimal(5) },
  amountCents: 1_500n,
  taxCents: 300n,
  itemCode: null,
  accountCode: '200',
  taxType: 'OUTPUT2',
  ...more,
});
const document = (more: Partial<LedgerDocument> = {}): LedgerDocument => ({
  number: 'ACM-001',
  reference: null,
  date: '2024-03-01',
  dueDate: '2024-03-31',
  currency: 'EUR',
  totalCents: 1_800n,
  lines: [line()],
  rounding: { itemCode: null, accountCode: '260', taxType: 'NONE' },
  ...more,
});
const put = (more: Partial<LedgerDocument> = {}, restCents = 0n) => {
  const { body } = putDocument(invoices, { contactId: 'x', document: document(more), id: null }, restCents);
  return (body as { Invoices: { LineItems: Record<string, unknown>[] }[] }).Invoices[0];
};

describe('a contact for Xero (webhooks, section 20)', () => {
  it('has the customer id as number, the first e-mail, and blank texts for what is missing', () => {
    const { method, body } = putContact(contact, 'Acme', null);
    expect(method).toBe('PUT');
    expect(body).toMatchObject({
      Contacts: [{ ContactNumber: contact.number, Name: 'Acme', EmailAddress: 'a@acme.example', FirstName: '' }],
    });
    expect(putContact(contact, 'Acme', 'c1')).toMatchObject({
      method: 'POST',
      body: { Contacts: [{ ContactID: 'c1' }] },
    });
  });

  it('is named by its name, its person or its external id, without brackets', () => {
    expect(contactNames(contact)).toEqual(['Acme', 'Acme (acme)']);
    expect(contactNames({ ...contact, name: 'A <b> C' })[0]).toBe('A b C');
    expect(contactNames({ ...contact, name: null, firstName: 'Ann', lastName: 'Lee' })[0]).toBe('Ann Lee');
    expect(contactNames({ ...contact, name: null })[0]).toBe('acme');
    expect(contactNames({ ...contact, name: 'n'.repeat(300) }).map((name) => name.length)).toEqual([255, 255]);
  });
});

describe('filters', () => {
  it('quote texts', () => {
    expect(decodeURIComponent(findContact({ ...contact, number: 'a"b' }).path)).toBe(
      '/Contacts?where=ContactNumber=="a\\"b"',
    );
    expect(decodeURIComponent(findDocument(creditNotes, document()).path)).toBe(
      '/CreditNotes?where=Type=="ACCRECCREDIT" AND CreditNoteNumber=="ACM-001"',
    );
  });
});

describe('a document for Xero', () => {
  it('has units and unit amount where Xero computes the same amount of them', () => {
    expect(put()?.LineItems).toEqual([
      {
        Description: 'Seats',
        Quantity: 3,
        UnitAmount: 5,
        LineAmount: 15,
        AccountCode: '200',
        TaxType: 'OUTPUT2',
        TaxAmount: 3,
      },
    ]);
  });

  it('has one unit, and the price in words, where Xero has too few decimals', () => {
    const price = { units: new Decimal('1.23456'), unitAmount: new Decimal('0.5') };
    expect(put({ lines: [line({ price, amountCents: 62n, itemCode: 'SAAS' })] })?.LineItems[0]).toMatchObject({
      Description: 'Seats, 1.23456 x 0.5',
      Quantity: 1,
      UnitAmount: 0.62,
      ItemCode: 'SAAS',
    });
  });

  it('has a further line for a rest', () => {
    expect(put({}, -2n)?.LineItems[1]).toEqual({
      Description: 'Rounding',
      Quantity: 1,
      UnitAmount: -0.02,
      LineAmount: -0.02,
      AccountCode: '260',
      TaxType: 'NONE',
      TaxAmount: 0,
    });
  });

  it('is in main units of currencies without decimals, and refused for finer ones', () => {
    const yen = put({ currency: 'JPY', lines: [line({ price: null, amountCents: 1_500n, taxCents: 150n })] });
    expect(yen?.LineItems[0]).toMatchObject({ LineAmount: 1_500, TaxAmount: 150 });
    expect(() => put({ currency: 'KWD' })).toThrow(LedgerRefusal);
  });

  it('has amounts that Xero accepts, whatever the units', () => {
    const places = (value: unknown) => (String(value).split('.')[1] ?? '').length;
    const decimal = fc.tuple(fc.bigInt(0n, 10_000_000n), fc.integer({ min: 0, max: 8 }));
    fc.assert(
      fc.property(decimal, decimal, fc.bigInt(-1_000_000n, 10_000_000n), ([units, one], [unit, other], cents) => {
        const scaled = (value: bigint, digits: number) => centsDecimal(value).div(new Decimal(10).pow(digits));
        const price = { units: scaled(units, one), unitAmount: scaled(unit, other) };
        const [item] = put({ lines: [line({ price, amountCents: cents })] })?.LineItems ?? [];
        expect(places(item?.['Quantity'])).toBeLessThanOrEqual(4);
        expect(places(item?.['UnitAmount'])).toBeLessThanOrEqual(4);
        const product = new Decimal(String(item?.['Quantity'])).times(String(item?.['UnitAmount']));
        expect(product.minus(String(item?.['LineAmount'])).abs().lte('0.005')).toBe(true);
        expect(item?.['LineAmount']).toBe(Number(cents) / 100);
      }),
    );
  });
});

describe('a payment for Xero', () => {
  const payment = {
    key: 'p1',
    reference: 'wire 7',
    date: '2024-03-02',
    currency: 'EUR',
    amountCents: 500n,
    accountCode: '090',
  };

  it('has a reference that ends with its key', () => {
    expect(paymentReference(payment)).toBe('wire 7 (p1)');
    expect(paymentReference({ ...payment, reference: '  ' })).toBe('p1');
    expect(paymentReference({ ...payment, reference: 'x'.repeat(400) })).toHaveLength(255);
  });

  it('pays an invoice, or a credit note back', () => {
    expect(putPayment(invoices, 'i1', payment).body).toMatchObject({
      Payments: [{ Invoice: { InvoiceID: 'i1' }, Account: { Code: '090' }, Amount: 5, Date: '2024-03-02' }],
    });
    expect(putPayment(creditNotes, 'n1', payment).body).toMatchObject({
      Payments: [{ CreditNote: { CreditNoteID: 'n1' } }],
    });
  });
});

it('an amount in every currency of the interface is exact in Xero, or refused', () => {
  for (const currency of [...currencies, ...furtherCurrencies]) {
    const made = () => put({ currency, lines: [line({ price: null, amountCents: 1_234n, taxCents: 0n })] });
    const exponent = currencyExponent(currency);
    if (exponent > 2) expect(made).toThrow(LedgerRefusal);
    else expect(made()?.LineItems[0]).toMatchObject({ LineAmount: 1234 / 10 ** exponent });
  }
});
