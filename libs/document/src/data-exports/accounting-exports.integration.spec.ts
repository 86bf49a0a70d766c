import { beforeAll, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';
import { endedExport, fetchFile, type Export } from './exported-files.fixture.js';

interface Invoice {
  svc_id: string;
  number: string;
  total_amount_cents: number;
  fees: { svc_id: string }[];
}
type AccountingExport = Export & { faults: { number: string; code: string; detail: string }[] };

const october = { from_date: '2026-10-01', to_date: '2026-10-31' };
const datev = {
  format: 'datev',
  consultant_number: 29098,
  client_number: 55003,
  fiscal_year_start: '2026-01-01',
  account_length: 4,
  first_customer_account: 10_000,
  bank_account: '1200',
  clearing_account: '1590',
  taxes: [{ tax_code: 'vat', revenue_account: '8400', tax_account: '1776', tax_key: '40' }],
};
const fec = {
  format: 'fec',
  siren: '732829320',
  customer_account: '411000',
  bank_account: '512000',
  clearing_account: '471000',
  taxes: [{ tax_rate: 19, revenue_account: '706000', tax_account: '445710' }],
};

let sandbox: Sandbox;
let invoices: Invoice[];

const sell = async (units: number, currency = 'EUR', customer = 'acme') =>
  (
    await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
      invoice: { external_customer_id: customer, currency, fees: [{ add_on_code: 'a', units }] },
    })
  ).invoice;

const exported = async (accounting_settings: object, filters: object = october) =>
  (await endedExport(sandbox, 'accounting_entries', filters, { accounting_settings })) as AccountingExport;

const textOf = async ({ file_url: url }: Export, encoding = 'utf-8') => {
  const answer = await fetchFile(url ?? '');
  const bytes = await answer.arrayBuffer();
  return {
    text: new TextDecoder(encoding).decode(bytes),
    size: bytes.byteLength,
    type: answer.headers.get('content-type'),
  };
};

/** Cents by account: above 0 a debit. */
function balances(rows: (readonly [account: string, cents: number])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [account, cents] of rows) sums[account] = (sums[account] ?? 0) + cents;
  return sums;
}
const centsOf = (text = '') => Number(text.replace(',', ''));

beforeAll(async () => {
  sandbox = await Sandbox.create('2026-10-10T00:00:00Z', { country: 'DE' });
  await sandbox.ok('POST', '/taxes', { tax: { name: 'USt', code: 'vat', rate: '19', applied_to_organization: true } });
  for (const [external_id, currency] of [
    ['acme', 'EUR'],
    ['foreign', 'USD'],
  ])
    await sandbox.ok('POST', '/customers', { customer: { external_id, currency, name: 'Müller €' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1003, amount_currency: 'EUR' },
  });
  invoices = [await sell(1), await sell(2), await sell(3)];
  const [first, second, third] = invoices as [Invoice, Invoice, Invoice];
  await sandbox.ok('POST', '/payments', { payment: { invoice_id: first.svc_id, amount_cents: 1_194, reference: 'T' } });
  await sandbox.ok('POST', '/credit_notes', {
    credit_note: {
      invoice_id: second.svc_id,
      credit_amount_cents: 119,
      items: [{ fee_id: second.fees[0]?.svc_id, amount_cents: 100 }],
    },
  });
  await sandbox.ok('POST', `/invoices/${third.svc_id}/void`);
  await sandbox.awaitIdle();
});

describe('a file of accounting entries', () => {
  it('for DATEV has what invoices, notes, payments and voids move', async () => {
    const done = await exported(datev);
    expect(done).toMatchObject({ status: 'completed', records_total: 6, records_done: 6, faults: [] });
    expect(done.file_name).toBe('EXTF_Buchungsstapel_20261001_20261031.csv');
    const { text, size, type } = await textOf(done, 'windows-1252');
    expect(type).toBe('text/csv; charset=windows-1252');
    expect(size).toBe(done.file_size_bytes);
    const [, , ...rows] = text.trimEnd().split('\r\n');
    expect(rows).toHaveLength(done.rows_written);
    expect(rows[0]).toContain('Müller €');
    const moved = rows.flatMap((row) => {
      const [amount, mark, , , , , account = '', other = ''] = row.split(';');
      const cents = centsOf(amount) * (mark === '"S"' ? 1 : -1);
      return [[account, cents] as const, [other, -cents] as const];
    });
    expect(balances(moved)).toEqual({
      '10000': 1_194 + 2_387 - 119 - 1_194,
      '1200': 1_194,
      '1776': -553,
      '8400': -2_909 + 193 - 193,
    });
  });

  it('for France has balanced entries without a gap, and the same sums', async () => {
    const done = await exported(fec);
    expect(done).toMatchObject({ status: 'completed', file_name: '732829320FEC20261031.txt' });
    const [, ...rows] = (await textOf(done)).text.trimEnd().split('\r\n');
    const cells = rows.map((row) => row.split('\t'));
    const sums = balances(cells.map((row) => [row[2] ?? '', centsOf(row[11]) - centsOf(row[12])] as const));
    expect(Object.entries(sums)).toEqual(['1', '2', '3', '4', '5', '6'].map((number) => [number, 0]));
    const receivable = cells.filter((row) => row[4] === '411000' && row[10]?.startsWith('Facture'));
    expect(receivable.map((row) => [row[8], centsOf(row[11])]).sort()).toEqual(
      invoices.map(({ number, total_amount_cents: cents }) => [number, cents]).sort(),
    );
    expect(cells.map((row) => row[3])).toEqual(cells.map(() => '20261010'));
  });

  it('leaves payments out on request, and has nothing of other days', async () => {
    const without = await exported({ ...datev, with_payments: false });
    expect(without).toMatchObject({ status: 'completed', records_total: 5 });
    const september = await exported(datev, { from_date: '2026-09-01', to_date: '2026-09-30' });
    expect(september).toMatchObject({ status: 'completed', records_total: 0, rows_written: 0 });
    const stranger = await exported(datev, { ...october, billing_entity_code: 'nobody' });
    expect(stranger).toMatchObject({ status: 'failed', error: 'billing_entity_not_found' });
  });

  it('fails with the documents that have no account', async () => {
    const done = await exported({ ...datev, taxes: [], bank_account: null });
    expect(done).toMatchObject({ status: 'failed', error: 'documents_without_accounts', file_url: null });
    expect(done.faults).toHaveLength(6);
    expect(done.faults[0]).toMatchObject({ code: 'no_account', detail: 'taxes: vat (19 %)' });
    expect(done.faults.map(({ detail }) => detail)).toContain('bank_account');
  });

  it('converts a foreign document by the rate of its day, or fails without one', async () => {
    await sandbox.advanceClock('2026-11-05T00:00:00Z');
    const foreign = await sell(1, 'USD', 'foreign');
    const november = { from_date: '2026-11-01', to_date: '2026-11-30' };
    expect(await exported(fec, november)).toMatchObject({
      status: 'failed',
      faults: [{ number: foreign.number, code: 'no_exchange_rate', detail: 'USD on 2026-11-05' }],
    });
    await sandbox.ok('POST', '/exchange_rates', {
      exchange_rate: { from_currency: 'USD', to_currency: 'EUR', date: '2026-11-04', rate: '0.9' },
    });
    const done = await exported(fec, november);
    const [, ...rows] = (await textOf(done)).text.trimEnd().split('\r\n');
    expect(rows.map((row) => row.split('\t').filter((_, place) => [4, 11, 12, 16, 17].includes(place)))).toEqual([
      ['411000', '10,75', '0,00', '11,94', 'USD'],
      ['706000', '0,00', '9,03', '-10,03', 'USD'],
      ['445710', '0,00', '1,72', '-1,91', 'USD'],
    ]);
  });

  it('has the balance of the statement of account, whatever happens to the documents', async () => {
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'mixed', currency: 'EUR' } });
    const [paid, settled, lost, credited] = [
      await sell(1, 'EUR', 'mixed'),
      await sell(2, 'EUR', 'mixed'),
      await sell(3, 'EUR', 'mixed'),
      await sell(4, 'EUR', 'mixed'),
    ];
    await sandbox.ok('POST', '/payments', { payment: { invoice_id: paid.svc_id, amount_cents: 500, reference: 'P' } });
    await sandbox.ok('PUT', `/invoices/${settled.svc_id}`, { invoice: { payment_status: 'succeeded' } });
    await sandbox.ok('POST', `/invoices/${lost.svc_id}/lose_dispute`);
    const noted = async (of: Invoice, split: object, cents: number) =>
      (
        await sandbox.ok<{ credit_note: { svc_id: string } }>('POST', '/credit_notes', {
          credit_note: {
            invoice_id: of.svc_id,
            items: [{ fee_id: of.fees[0]?.svc_id, amount_cents: cents }],
            ...split,
          },
        })
      ).credit_note;
    const lapsed = await noted(settled, { credit_amount_cents: 238 }, 200);
    await noted(credited, { offset_amount_cents: 119 }, 100);
    await noted(settled, { credit_amount_cents: 357 }, 300);
    await sandbox.ok('PUT', `/credit_notes/${lapsed.svc_id}/void`);
    // The next invoice uses the credit that is left, and is voided.
    const last = await sell(1, 'EUR', 'mixed');
    await sandbox.ok('POST', `/invoices/${last.svc_id}/void`);
    await sandbox.awaitIdle();
    const november = { from_date: '2026-11-01', to_date: '2026-11-30' };
    const done = await exported(fec, november);
    expect(done).toMatchObject({ status: 'completed', faults: [] });
    const [, ...rows] = (await textOf(done)).text.trimEnd().split('\r\n');
    const cells = rows.map((row) => row.split('\t')).filter((row) => row[6] === 'mixed');
    const { customer_statement: statement } = await sandbox.ok<{
      customer_statement: { closing_balance_cents: number };
    }>('GET', '/customers/mixed/statement?from_date=2026-11-01&to_date=2026-11-30');
    const receivable = balances(cells.map((row) => ['customer', centsOf(row[11]) - centsOf(row[12])] as const));
    expect(receivable).toEqual({ customer: statement.closing_balance_cents });
    const words = ['Facture', 'Règlement', 'Solde', 'Perte', 'Avoir', 'Avoir expiré', 'Annulation'];
    for (const word of words) expect(cells.some((row) => row[10]?.startsWith(word))).toBe(true);
  });

  it('refuses missing settings and days', async () => {
    const refused = async (data_export: object) =>
      (
        await sandbox.call('POST', '/data_exports', {
          data_export: { resource_type: 'accounting_entries', ...data_export },
        })
      ).body as object;
    expect(await refused({ filters: october })).toMatchObject({
      error_details: { accounting_settings: ['value_is_mandatory'] },
    });
    expect(await refused({ accounting_settings: fec })).toMatchObject({
      error_details: { filters: { from_date: ['value_is_mandatory'], to_date: ['value_is_mandatory'] } },
    });
    expect(await refused({ filters: october, accounting_settings: { format: 'fec' } })).toMatchObject({
      error_details: { accounting_settings: { siren: ['value_is_mandatory'] } },
    });
    const early = { ...datev, fiscal_year_start: '2026-11-01' };
    expect(await refused({ filters: october, accounting_settings: early })).toMatchObject({
      error_details: { filters: { from_date: ['exceeds_fiscal_year'] } },
    });
  });
});
