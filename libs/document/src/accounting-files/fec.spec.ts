import { describe, expect, it } from '@jest/globals';
import type { JournalEntry } from '@tollgate/invoicing/reader';
import { customer, entry, line, settings, vat } from './entries.fixture.js';
import { fecFile } from './fec.js';
import { postEntry } from './posted-entries.js';

const terms = { settings: settings('fec'), from: '2026-01-01', to: '2026-12-31', createdAt: new Date(0) };
const columns = fecFile.head(terms).trimEnd().split('\t');

const rowsOf = (of: JournalEntry, number = 1, by = customer()) => {
  const posted = postEntry(of, by, settings('fec'));
  if ('code' in posted) throw new Error(JSON.stringify(posted));
  return fecFile.rows(posted, number).map((row) => {
    expect(row.endsWith('\r\n')).toBe(true);
    const cells = row.slice(0, -2).split('\t');
    expect(cells).toHaveLength(18);
    return Object.fromEntries(columns.map((name, place) => [name, cells[place]]));
  });
};

describe('the French file of accounting entries', () => {
  it('has its 18 columns, and a name with the register number and the last day', () => {
    expect(columns).toEqual(
      (
        'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate ' +
        'EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise'
      ).split(' '),
    );
    expect(fecFile.nameOf(terms)).toBe('732829320FEC20261231.txt');
  });

  it('has a row for each posting, with the customer beside its account', () => {
    const [receivable, revenue, tax] = rowsOf(entry(), 12);
    expect(receivable).toEqual({
      JournalCode: 'VE',
      JournalLib: 'Ventes',
      EcritureNum: '12',
      EcritureDate: '20261031',
      CompteNum: '411000',
      CompteLib: 'Clients',
      CompAuxNum: 'acme',
      CompAuxLib: 'Acme GmbH',
      PieceRef: 'NIM-001',
      PieceDate: '20261031',
      EcritureLib: 'Facture NIM-001 Acme GmbH',
      Debit: '119,00',
      Credit: '0,00',
      EcritureLet: '',
      DateLet: '',
      ValidDate: '20261031',
      Montantdevise: '',
      Idevise: '',
    });
    expect(revenue).toMatchObject({ CompteNum: '706000', CompteLib: 'Ventes 19 %', CompAuxNum: '', Credit: '100,00' });
    expect(tax).toMatchObject({ CompteNum: '445710', CompteLib: 'TVA collectée 19 %', Debit: '0,00', Credit: '19,00' });
  });

  it('states the amounts of the document in their own currency, too', () => {
    const lines = [
      { ...line('customer', 90n), documentCents: 100n },
      { ...line('revenue', -90n), documentCents: -100n },
    ];
    const rows = rowsOf(entry({ currency: 'JPY', lines }));
    expect(rows.map((row) => [row['Debit'], row['Credit'], row['Montantdevise'], row['Idevise']])).toEqual([
      ['0,90', '0,00', '100', 'JPY'],
      ['0,00', '0,90', '-100', 'JPY'],
    ]);
  });

  it('is in the journal of the bank for a payment', () => {
    const payment = entry({ type: 'payment', lines: [line('bank', 5n), line('customer', -5n)] });
    expect(rowsOf(payment).map((row) => [row['JournalCode'], row['CompteNum'], row['Debit'], row['Credit']])).toEqual([
      ['BQ', '512000', '0,05', '0,00'],
      ['BQ', '411000', '0,00', '0,05'],
    ]);
  });

  it('has no separator inside a cell', () => {
    const rows = rowsOf(entry(), 1, customer({ name: 'A\t"B"|\nC', external_id: 'a\tb' }));
    expect(rows[0]).toMatchObject({ CompAuxLib: 'A B C', CompAuxNum: 'a b' });
  });

  it('needs an account for each tax', () => {
    const without = settings('fec', { taxes: [{ tax_rate: 19, revenue_account: '706000' }] });
    expect(postEntry(entry(), customer(), without)).toMatchObject({ code: 'no_account', detail: 'tax_account of vat' });
    expect(
      postEntry(entry({ lines: [line('revenue', -1n, { ...vat, taxRate: '5' })] }), customer(), without),
    ).toMatchObject({
      detail: 'taxes: vat (5 %)',
    });
  });
});
