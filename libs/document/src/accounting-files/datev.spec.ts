import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EmbeddedCustomer } from '@tollgate/contracts';
import type { JournalEntry, JournalLine } from '@tollgate/invoicing/reader';
import { datevColumns } from './datev-columns.js';
import { datevFile } from './datev.js';
import { customer, entry, line, settings, vat } from './entries.fixture.js';
import { postEntry, type PostedEntry } from './posted-entries.js';
import { inWindows1252, windows1252 } from './windows-1252.js';

const posted = (of: JournalEntry, changes: object = {}, by: EmbeddedCustomer = customer()): PostedEntry => {
  const result = postEntry(of, by, settings('datev', changes));
  if ('code' in result) throw new Error(JSON.stringify(result));
  return result;
};
const cellsOf = (row: string): Record<string, string> => {
  const cells = row.trimEnd().split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  expect(cells).toHaveLength(125);
  return Object.fromEntries(datevColumns.map((name, place) => [name, cells[place] ?? '']));
};
const rowsOf = (...input: Parameters<typeof posted>) => datevFile.rows(posted(...input), 1).map(cellsOf);
const shown = (rows: Record<string, string>[]) =>
  rows.map((row) => [
    row['Umsatz (ohne Soll/Haben-Kz)'],
    row['Soll/Haben-Kennzeichen'],
    row['Konto'],
    row['Gegenkonto (ohne BU-Schlüssel)'],
    row['BU-Schlüssel'],
  ]);

describe('a batch of postings for DATEV', () => {
  const terms = {
    settings: settings('datev'),
    from: '2026-10-01',
    to: '2026-10-31',
    createdAt: new Date('2026-11-02T08:09:10.123Z'),
  };

  it('begins with a head of 31 fields, and the names of 125 columns', () => {
    const [head, names, ...rest] = datevFile.head(terms).split('\r\n');
    expect(head).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20261102080910123;;"RE";"";"";29098;55003;20260101;4;20261001;20261031;' +
        '"Buchungen 20261001-20261031";"";1;0;0;"EUR";;"";;;"03";;;"";""',
    );
    expect(head?.split(';')).toHaveLength(31);
    expect(names?.split(';')).toHaveLength(125);
    expect(names?.split(';')[116]).toBe('Fälligkeit');
    expect(rest).toEqual(['']);
    expect(datevFile.nameOf(terms)).toBe('EXTF_Buchungsstapel_20261001_20261031.csv');
  });

  it('has a row for the revenue and one for the tax of an invoice, on the account of the customer', () => {
    const rows = rowsOf(entry());
    expect(shown(rows)).toEqual([
      ['100,00', '"S"', '10000', '8400', '"40"'],
      ['19,00', '"S"', '10000', '1776', '""'],
    ]);
    expect(rows[0]).toMatchObject({
      Belegdatum: '3110',
      'Belegfeld 1': '"NIM-001"',
      Buchungstext: '"Rechnung NIM-001 Acme GmbH"',
      Fälligkeit: '30112026',
      'WKZ Umsatz': '"EUR"',
      Festschreibung: '0',
    });
  });

  it('has one row with the tax where DATEV computes it', () => {
    const low = { taxCode: 'low', taxRate: '7' };
    const lines = [line('customer', 107n), line('revenue', -100n, low), line('tax', -7n, low)];
    expect(shown(rowsOf(entry({ lines })))).toEqual([['1,07', '"S"', '10000', '8300', '""']]);
  });

  it('turns around for notes and payments, and matches open items by the invoice', () => {
    const note = entry({
      type: 'credit_note',
      number: 'NIM-001-CN1',
      dueDay: null,
      lines: [line('customer', -119n), line('revenue', 100n, vat), line('tax', 19n, vat)],
    });
    expect(shown(rowsOf(note))).toEqual([
      ['1,00', '"H"', '10000', '8400', '"40"'],
      ['0,19', '"H"', '10000', '1776', '""'],
    ]);
    expect(rowsOf(note)[0]).toMatchObject({
      'Belegfeld 1': '"NIM-001"',
      'Belegfeld 2': '"NIM-001-CN1"',
      Fälligkeit: '',
    });
    const payment = entry({ type: 'payment', lines: [line('payment_provider', 50n), line('customer', -50n)] });
    expect(shown(rowsOf(payment))).toEqual([['0,50', '"H"', '10000', '1361', '""']]);
    const chargeback = entry({ type: 'chargeback', lines: [line('clearing', 50n), line('bank', -50n)] });
    expect(shown(rowsOf(chargeback))).toEqual([['0,50', '"S"', '1590', '1200', '""']]);
  });

  it('pays an invoice from prepaid credits over the account of the customer', () => {
    const lines = [line('prepaid_credits', 119n), line('revenue', -100n, vat), line('tax', -19n, vat)];
    expect(shown(rowsOf(entry({ lines })))).toEqual([
      ['1,19', '"H"', '10000', '1718', '""'],
      ['1,00', '"S"', '10000', '8400', '"40"'],
      ['0,19', '"S"', '10000', '1776', '""'],
    ]);
  });

  it('names the tax number of a customer abroad beside revenue without tax', () => {
    const lines = [line('customer', 100n), line('revenue', -100n, { taxCode: 'reverse_charge' })];
    const french = customer({ tax_identification_number: 'FR 40 303265045', sequential_id: 7 });
    expect(rowsOf(entry({ lines }), {}, french)[0]).toMatchObject({
      Konto: '10006',
      'EU-Land u. UStID (Bestimmung)': '"FR40303265045"',
    });
    expect(rowsOf(entry(), {}, french)[0]).toMatchObject({ 'EU-Land u. UStID (Bestimmung)': '""' });
  });

  it('takes the account of a customer from its metadata', () => {
    const own = customer({ metadata: [{ key: 'debtor', value: '20815' }] as EmbeddedCustomer['metadata'] });
    expect(rowsOf(entry(), { customer_account_metadata_key: 'debtor' }, own)[0]).toMatchObject({ Konto: '20815' });
    const faulty = customer({ metadata: [{ key: 'debtor', value: 'x' }] as EmbeddedCustomer['metadata'] });
    expect(postEntry(entry(), faulty, settings('datev', { customer_account_metadata_key: 'debtor' }))).toMatchObject({
      code: 'no_account',
    });
  });

  it('says what is missing', () => {
    const faultOf = (of: JournalEntry, changes: object = {}, by = customer()) =>
      postEntry(of, by, settings('datev', changes));
    const high = { taxCode: 'high', taxRate: '25' };
    expect(faultOf(entry({ lines: [line('customer', 1n), line('revenue', -1n, high)] }))).toEqual({
      entry_type: 'invoice',
      svc_document_id: entry().documentId,
      number: 'NIM-001',
      code: 'no_account',
      detail: 'taxes: high (25 %)',
    });
    const paid = entry({ lines: [line('bank', 1n), line('customer', -1n)] });
    expect(faultOf(paid, { bank_account: null })).toMatchObject({ code: 'no_account', detail: 'bank_account' });
    expect(faultOf(entry(), {}, customer({ sequential_id: 90_001 }))).toMatchObject({
      code: 'customer_account_is_out_of_range',
      detail: '100000',
    });
    const large = entry({ lines: [line('bank', 10n ** 12n), line('customer', -(10n ** 12n))] });
    expect(faultOf(large)).toMatchObject({ code: 'amount_is_out_of_range' });
  });

  it('is in Windows-1252, with other letters without their marks', () => {
    const name = 'Łódź "Ő" 東京 Müller & Söhne – 5 €';
    const row = rowsOf(entry(), {}, customer({ name }))[0] ?? {};
    expect(row['Buchungstext']).toBe('"Rechnung NIM-001 ?ódz ""O"" ?? Müller & Söhne – 5 €"');
    expect(windows1252('ü€')).toEqual(Buffer.from([0xfc, 0x80]));
    expect(() => windows1252('東')).toThrow('Windows-1252');
    expect(inWindows1252('e\u0301')).toBe('é');
  });

  it('keeps texts within their bounds and on one line', () => {
    const row = rowsOf(entry({ invoiceNumber: 'Ä/'.repeat(30) }), {}, customer({ name: `A\nB;${'x'.repeat(90)}` }))[0];
    expect(row?.['Belegfeld 1']).toBe(`"${'A/'.repeat(18)}"`);
    expect(row?.['Buchungstext']).toHaveLength(62);
  });
});

const taxes = [vat, { taxCode: 'low', taxRate: '7' }, { taxCode: null, taxRate: '0' }];
const amount = fc.bigInt(-1_000_000n, 1_000_000n);
/** An entry of any postings, which adds up to 0. */
const anyEntry = fc
  .record({
    type: fc.constantFrom<JournalEntry['type']>('invoice', 'credit_note', 'payment', 'invoice_void', 'chargeback'),
    sold: fc.array(fc.tuple(fc.constantFrom(...taxes), amount, amount), { maxLength: 3 }),
    prepaid: amount,
  })
  .map(({ type, sold, prepaid }) => {
    const others: JournalLine[] = [line('prepaid_credits', prepaid)];
    for (const tax of taxes) {
      const own = sold.filter(([one]) => one === tax);
      const sum = (place: 1 | 2) => own.reduce((total, each) => total + each[place], 0n);
      others.push(line('revenue', sum(1), tax));
      if (tax.taxCode !== null) others.push(line('tax', sum(2), tax));
    }
    const total = others.reduce((sum, { cents }) => sum + cents, 0n);
    return entry({ type, lines: [line('customer', -total), ...others].filter(({ cents }) => cents !== 0n) });
  });

describe('the rows of any entry', () => {
  it('move what the entry moves, on each account', () => {
    fc.assert(
      fc.property(anyEntry, (of) => {
        const result = posted(of);
        const moved = new Map<string, bigint>();
        const move = (account: string, cents: bigint) => moved.set(account, (moved.get(account) ?? 0n) + cents);
        for (const row of datevFile.rows(result, 1).map(cellsOf)) {
          const text = row['Umsatz (ohne Soll/Haben-Kz)'] ?? '';
          expect(text).toMatch(/^\d{1,10},\d{2}$/);
          const cents = BigInt(text.replace(',', '')) * (row['Soll/Haben-Kennzeichen'] === '"S"' ? 1n : -1n);
          move(row['Konto'] ?? '', cents);
          move(row['Gegenkonto (ohne BU-Schlüssel)'] ?? '', -cents);
        }
        for (const { account, cents } of result.lines) move(account, -cents);
        expect([...moved.values()].every((cents) => cents === 0n)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
