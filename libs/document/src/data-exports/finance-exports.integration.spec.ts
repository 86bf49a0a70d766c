import { beforeAll, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';
import { exported as exportedFrom } from './exported-files.fixture.js';

interface Invoice {
  svc_id: string;
  number: string;
  total_amount_cents: number;
  fees: { svc_id: string }[];
}

let sandbox: Sandbox;
let euros: Invoice;
let yen: Invoice;
let voided: Invoice;

const exported = async (resource: string, filters?: object) => (await exportedFrom(sandbox, resource, filters)).rows;

const sell = async (customer: string, currency: string) =>
  (
    await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
      invoice: { external_customer_id: customer, currency, fees: [{ add_on_code: 'a', units: 2 }] },
    })
  ).invoice;

beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  await sandbox.ok('POST', '/taxes', {
    tax: { name: 'VAT', code: 'vat', rate: '19', applied_to_organization: true },
  });
  for (const [external_id, currency] of [
    ['eur', 'EUR'],
    ['jpy', 'JPY'],
  ])
    await sandbox.ok('POST', '/customers', { customer: { external_id, currency, name: '=1+1' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1003, amount_currency: 'EUR' },
  });
  euros = await sell('eur', 'EUR');
  yen = await sell('jpy', 'JPY');
  voided = await sell('eur', 'EUR');
  await sandbox.ok('POST', '/payments', {
    payment: { invoice_id: euros.svc_id, amount_cents: 705, reference: '@transfer' },
  });
  await sandbox.ok('POST', '/credit_notes', {
    credit_note: {
      invoice_id: euros.svc_id,
      credit_amount_cents: 119,
      items: [{ fee_id: euros.fees[0]?.svc_id, amount_cents: 100 }],
    },
  });
  await sandbox.ok('POST', `/invoices/${voided.svc_id}/void`);
  await sandbox.ok('POST', '/wallets', {
    wallet: { external_customer_id: 'eur', rate_amount: '0.5', currency: 'EUR', granted_credits: '3', name: 'W' },
  });
  await sandbox.awaitIdle();
});

describe('files for the books', () => {
  it('have amounts in main units behind the older columns', async () => {
    const invoices = await exported('invoices', { currency: 'EUR' });
    const invoice = invoices.find((row) => row['svc_id'] === euros.svc_id) ?? {};
    const columns = Object.keys(invoice);
    expect(columns.indexOf('fees_amount')).toBeGreaterThan(columns.indexOf('updated_at'));
    expect(invoice).toMatchObject({
      total_amount_cents: '2387',
      total_amount: '23.87',
      total_paid_amount: '7.05',
      total_due_amount: '16.82',
    });
    const [inYen] = await exported('invoices', { external_customer_id: 'jpy' });
    expect(inYen).toMatchObject({ total_amount_cents: '2387', total_amount: '2387', coupons_amount: '0' });
    const [fee] = await exported('fees', { external_customer_id: 'eur' });
    expect(fee).toMatchObject({ amount_cents: '2006', amount: '20.06', total_amount: '23.87' });
  });

  it('have the credit notes that the filters select', async () => {
    const [note, ...others] = await exported('credit_notes', { external_customer_id: 'eur' });
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      invoice_number: euros.number,
      'customer.external_id': 'eur',
      'customer.name': "'=1+1",
      total_amount_cents: '119',
      total_amount: '1.19',
      taxes_amount: '0.19',
      credit_amount: '1.19',
      refund_amount: '0.00',
    });
    expect(await exported('credit_notes', { external_customer_id: 'jpy' })).toEqual([]);
  });

  it('have the taxes of invoices and credit notes', async () => {
    const taxes = await exported('taxes');
    expect(taxes.map((row) => [row['document_type'], row['status'], row['base_amount'], row['amount']])).toEqual([
      ['invoice', 'finalized', '20.06', '3.81'],
      ['invoice', 'finalized', '2006', '381'],
      ['invoice', 'voided', '20.06', '3.81'],
      ['credit_note', 'finalized', '1.00', '0.19'],
    ]);
    expect(taxes[3]).toMatchObject({ tax_code: 'vat', tax_rate: '19', invoice_number: euros.number, currency: 'EUR' });
    const ofNotes = await exported('taxes', { document_type: 'credit_note', issuing_date_from: '2024-01-10' });
    expect(ofNotes).toEqual([taxes[3]]);
    expect(await exported('taxes', { issuing_date_to: '2024-01-09' })).toEqual([]);
    expect(await exported('taxes', { currency: 'JPY' })).toEqual([taxes[1]]);
  });

  it('have payments and receipts', async () => {
    const [payment, ...others] = await exported('payments', { invoice_id: euros.svc_id });
    expect(others).toEqual([]);
    expect(payment).toMatchObject({
      external_customer_id: 'eur',
      invoice_numbers: JSON.stringify([euros.number]),
      amount_cents: '705',
      amount: '7.05',
      payment_status: 'succeeded',
      reference: "'@transfer",
    });
    expect(await exported('payments', { external_customer_id: 'jpy' })).toEqual([]);
    expect(await exported('payments', { payment_status: 'failed' })).toEqual([]);
    expect(await exported('payment_receipts', { invoice_id: yen.svc_id })).toEqual([]);
    const [receipt] = await exported('payment_receipts');
    expect(receipt).toMatchObject({ 'payment.svc_id': payment?.['svc_id'], 'payment.amount': '7.05' });
  });

  it('have the transactions of wallets', async () => {
    const [transaction, ...others] = await exported('wallet_transactions', { external_customer_id: 'eur' });
    expect(others).toEqual([]);
    expect(transaction).toMatchObject({
      wallet_name: 'W',
      transaction_type: 'inbound',
      transaction_status: 'granted',
      currency: 'EUR',
      amount_cents: '150',
      amount: '1.50',
      credit_amount: '3.0',
      remaining_amount: '1.50',
    });
    const { svc_wallet_id: wallet_id } = transaction ?? {};
    expect(await exported('wallet_transactions', { wallet_id })).toEqual([transaction]);
    expect(await exported('wallet_transactions', { transaction_type: 'outbound' })).toEqual([]);
    expect(await exported('wallet_transactions', { external_customer_id: 'jpy' })).toEqual([]);
  });

  it('have nothing of other organizations, and no unknown filter value', async () => {
    const stranger = await Sandbox.create('2024-01-10T00:00:00Z');
    for (const resource of ['credit_notes', 'taxes', 'payments', 'payment_receipts', 'wallet_transactions'])
      expect((await exportedFrom(stranger, resource)).rows).toEqual([]);
    const requested = await sandbox.call('POST', '/data_exports', {
      data_export: { resource_type: 'taxes', filters: { document_type: 'x' } },
    });
    expect(requested).toMatchObject({
      status: 422,
      body: { error_details: { filters: { document_type: [expect.any(String)] } } },
    });
  });
});
