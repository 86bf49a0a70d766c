import { describe, expect, it } from '@jest/globals';
import encodeQr from 'qr';
import decodeQr from 'qr/decode.js';
import type { BillingEntity, InvoicedCustomer, SingleInvoice } from '@tollgate/contracts';
import { customer, facts, fee, invoice, issuer } from './documents.fixture.js';
import { buildInvoiceContent } from './invoice-content.js';
import { isQrIban, qrReference } from './swiss-bill.js';

const qrIban = 'CH4431999123000889012';
const plainIban = 'CH5800791123000889012';
const seller = {
  bank_account_iban: plainIban,
  legal_name: 'Max Muster & Söhne',
  address_line1: 'Musterstrasse 123',
  zipcode: '8000',
  city: 'Seldwyla',
  country: 'CH',
} satisfies Partial<BillingEntity>;
const buyer = {
  name: 'Simon Muster',
  address_line1: 'Musterstrasse 1',
  zipcode: '8000',
  city: 'Seldwyla',
  country: 'CH',
} satisfies Partial<InvoicedCustomer>;

const paymentOf = (
  changes: Partial<SingleInvoice> = {},
  settings: Partial<BillingEntity> = {},
  by: Partial<InvoicedCustomer> = {},
) => {
  const bought = { currency: 'CHF', customer: customer({ ...buyer, ...by }), ...changes };
  return buildInvoiceContent(
    invoice([fee({ amount_cents: 194_975 })], bought),
    issuer({ ...seller, ...settings }),
    facts(),
  ).payment;
};
const billOf = (...input: Parameters<typeof paymentOf>) => paymentOf(...input)?.swissBill ?? null;
const linesOf = (...input: Parameters<typeof paymentOf>) => billOf(...input)?.payload.split('\n') ?? [];

describe('the code of a Swiss bill', () => {
  it('has each field on its line, with the numeric reference of an account for these', () => {
    expect(linesOf({ number: '21-0000-0000-0313947143000901' }, { bank_account_iban: qrIban })).toEqual([
      ...['SPC', '0200', '1', qrIban],
      ...['S', 'Max Muster & Söhne', 'Musterstrasse 123', '', '8000', 'Seldwyla', 'CH'],
      ...['', '', '', '', '', '', ''],
      ...['1949.75', 'CHF'],
      ...['S', 'Simon Muster', 'Musterstrasse 1', '', '8000', 'Seldwyla', 'CH'],
      ...['QRR', '210000000003139471430009017', '21-0000-0000-0313947143000901', 'EPD'],
    ]);
  });

  it('has a creditor reference for another account, or none for a number that is too long', () => {
    expect(linesOf({ number: '539007547034' }).slice(-4)).toEqual(['SCOR', 'RF18539007547034', '539007547034', 'EPD']);
    const long = 'INV-2026-0000-0000-0000-0001';
    expect(linesOf({ number: long }).slice(-4)).toEqual(['NON', '', long, 'EPD']);
    expect(billOf({ number: `${long}-1` }, { bank_account_iban: qrIban })).toBeNull();
  });

  it('leaves the payer out where the place is unknown', () => {
    for (const by of [{ zipcode: null }, { city: ' ' }, { country: null }]) {
      expect(linesOf({}, {}, by).slice(20, 27)).toEqual(['', '', '', '', '', '', '']);
      expect(billOf({}, {}, by)?.debtor).toEqual([]);
    }
  });

  it('cuts long fields, and has Latin letters alone, on one line', () => {
    const by = {
      name: `Ł\n${'x'.repeat(80)}`,
      address_line1: '東京 1',
      address_line2: 'Hof “B”',
      city: 'y'.repeat(40),
    };
    const [, name, street, , , town] = linesOf({}, {}, by).slice(20, 27);
    expect([name, street, town]).toEqual([`Ł ${'x'.repeat(68)}`, '1, Hof B', 'y'.repeat(35)]);
    expect(linesOf({ number: 'N'.repeat(200) }).at(-2)).toHaveLength(140);
  });

  it('is read back from its drawing with the cross in the middle', () => {
    const { payload = '' } = billOf({}, { bank_account_iban: qrIban }, { name: 'Zoë Žižek'.repeat(7) }) ?? {};
    const scale = 8;
    const modules = encodeQr(payload, 'raw', { ecc: 'medium', encoding: 'byte', border: 4 });
    const side = modules.length * scale;
    const data = new Uint8Array(side * side * 4).fill(255);
    const paint = (x: number, y: number, light: boolean) =>
      data.fill(light ? 255 : 0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    const radius = ((modules.length - 8) * scale * 7) / 46 / 2;
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const inCross = Math.abs(x - side / 2) < radius && Math.abs(y - side / 2) < radius;
        paint(x, y, inCross || !modules[Math.floor(y / scale)]?.[Math.floor(x / scale)]);
      }
    expect(modules.length - 8).toBeLessThanOrEqual(117);
    expect(decodeQr({ width: side, height: side, data })).toBe(payload);
  });

  it('is there for francs and euro on an account in the country alone', () => {
    expect(billOf({ currency: 'EUR' })?.currency).toBe('EUR');
    expect(billOf({ currency: 'USD' })).toBeNull();
    expect(billOf({}, { bank_account_iban: 'DE89370400440532013000' })).toBeNull();
    expect(billOf({}, { city: null })).toBeNull();
    expect(billOf({ total_due_amount_cents: 100_000_000_000 })).toBeNull();
    expect(billOf({}, { bank_account_iban: 'LI21088100002324013AA' })).not.toBeNull();
  });
});

describe('how to pay by a Swiss bill', () => {
  it('names the reference of the bill once', () => {
    const references = (...input: Parameters<typeof paymentOf>) =>
      paymentOf(...input)
        ?.account.slice(2)
        .map(({ label, value }) => [label, value]);
    const number = '539007547034';
    const rf = ['Reference (ISO 11649)', 'RF18 5390 0754 7034'];
    expect(references({ number })).toEqual([['Reference', number], rf]);
    expect(references({ number, currency: 'EUR' })).toEqual([['Reference', number], rf]);
    for (const currency of ['CHF', 'EUR'])
      expect(references({ number: '1', currency }, { bank_account_iban: qrIban })).toEqual([
        ['Reference', '1'],
        ['Reference (QR)', `00 00000 00000 00000 00000 0001${qrReference('1')?.at(-1)}`],
      ]);
    expect(references({ currency: 'EUR' }, { bank_account_iban: qrIban, city: null })).toEqual([
      ['Reference', 'NIM-001'],
    ]);
  });

  it('keeps the SEPA code for customers abroad, unless the account takes no transfers from there', () => {
    const codeOf = (settings: Partial<BillingEntity>, country: string) =>
      paymentOf({ currency: 'EUR' }, settings, { country })?.code ?? null;
    expect(codeOf({}, 'CH')).toBeNull();
    expect(codeOf({}, 'DE')).not.toBeNull();
    expect(codeOf({ bank_account_iban: qrIban }, 'DE')).toBeNull();
  });

  it('shows parties, groups and amounts as the guidelines want, in four languages', () => {
    const german = { billing_configuration: { document_locale: 'de-CH' } as never, country: 'DE' };
    expect(billOf({ number: '539007547034' }, {}, german)).toMatchObject({
      words: { paymentPart: 'Zahlteil', receipt: 'Empfangsschein', separate: 'Vor der Einzahlung abzutrennen' },
      account: ['CH58 0079 1123 0008 8901 2', 'Max Muster & Söhne', 'Musterstrasse 123', '8000 Seldwyla'],
      debtor: ['Simon Muster', 'Musterstrasse 1', 'DE-8000 Seldwyla'],
      reference: 'RF18 5390 0754 7034',
      amount: '1 949.75',
    });
    const wordOf = (locale: string) =>
      billOf({}, {}, { billing_configuration: { document_locale: locale } as never })?.words.paymentPart;
    expect(['fr', 'it', 'en', 'es'].map(wordOf)).toEqual([
      'Section paiement',
      'Sezione pagamento',
      'Payment part',
      'Payment part',
    ]);
    expect(billOf({ total_due_amount_cents: 12_345_678_905 })?.amount).toBe('123 456 789.05');
    expect(billOf({ total_due_amount_cents: 5 })?.amount).toBe('0.05');
  });

  it('knows numeric references and accounts for these', () => {
    expect(qrReference('21000000000313947143000901')).toBe('210000000003139471430009017');
    expect(qrReference('NIM-001')).toBe(`${'231822001'.padStart(26, '0')}${qrReference('231822001')?.at(-1)}`);
    expect(qrReference('--')).toBeNull();
    expect([qrIban, plainIban, 'DE89370400440532013000'].map(isQrIban)).toEqual([true, false, false]);
  });
});
