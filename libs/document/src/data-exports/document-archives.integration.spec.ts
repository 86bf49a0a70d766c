import { hash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';
import { endedExport, fetchFile, type Export } from './exported-files.fixture.js';
import { filesOf } from './zip.fixture.js';

interface Invoice {
  svc_id: string;
  number: string;
  fees: { svc_id: string }[];
}

let sandbox: Sandbox;
let [paid, voided]: Invoice[] = [];

const sell = async (customer: string) =>
  (
    await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
      invoice: { external_customer_id: customer, currency: 'EUR', fees: [{ add_on_code: 'a' }] },
    })
  ).invoice;

beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  for (const external_id of ['c', 'd'])
    await sandbox.ok('POST', '/customers', {
      customer: { external_id, currency: 'EUR', name: `Customer ${external_id}` },
    });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' },
  });
  paid = await sell('c');
  voided = await sell('d');
  await sandbox.ok('POST', '/payments', { payment: { invoice_id: paid.svc_id, amount_cents: 400, reference: 'r' } });
  await sandbox.ok('POST', '/credit_notes', {
    credit_note: {
      invoice_id: paid.svc_id,
      credit_amount_cents: 100,
      items: [{ fee_id: paid.fees[0]?.svc_id, amount_cents: 100 }],
    },
  });
  await sandbox.ok('POST', `/invoices/${voided.svc_id}/void`);
  await sandbox.awaitIdle();
});

async function archived(filters?: object): Promise<{ done: Export; files: Map<string, Buffer> }> {
  const done = await endedExport(sandbox, 'documents', filters);
  expect(done).toMatchObject({ status: 'completed', error: null });
  const answer = await fetchFile(done.file_url ?? '');
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(done.file_size_bytes);
  return { done, files: filesOf(bytes) };
}

const listOf = (files: Map<string, Buffer>): Record<string, string>[] =>
  parse(files.get('list.csv') ?? '', { columns: true, bom: true });

describe('an archive of documents', () => {
  it('has the files of invoices, credit notes and receipts, with their hashes', async () => {
    const { done, files } = await archived({ issuing_date_from: '2024-01-01', issuing_date_to: '2024-01-31' });
    expect(done).toMatchObject({ file_name: 'documents-2024-01-10.zip', records_total: 4, records_done: 4 });
    const list = listOf(files);
    expect(list.map((line) => [line['kind'], line['status'], line['customer_name'], line['total_amount']])).toEqual([
      ['invoice', 'finalized', 'Customer c', '10.00'],
      ['invoice', 'voided', 'Customer d', '10.00'],
      ['credit_note', 'finalized', 'Customer c', '1.00'],
      ['payment_receipt', 'finalized', 'Customer c', '4.00'],
    ]);
    expect(list[0]?.['file_name']).toBe(`invoices/${paid?.number}.pdf`);
    expect(files.size).toBe(5);
    for (const { file_name: name = '', sha256 } of list) {
      const content = files.get(name) ?? Buffer.alloc(0);
      expect(content.subarray(0, 5).toString()).toBe('%PDF-');
      expect(hash('sha256', content, 'hex')).toBe(sha256);
    }
  });

  it('has the kinds, the customer and the period that its filters select', async () => {
    const { files: notes } = await archived({ kinds: ['credit_note'] });
    expect(listOf(notes).map((line) => line['kind'])).toEqual(['credit_note']);
    const { files: ofCustomer } = await archived({ external_customer_id: 'd' });
    expect(listOf(ofCustomer).map((line) => line['number'])).toEqual([voided?.number]);
    const { files: later } = await archived({ issuing_date_from: '2024-01-11' });
    expect([...later.keys()]).toEqual(['list.csv']);
  });

  it('fails for an unknown issuer, and refuses unknown kinds', async () => {
    expect(await endedExport(sandbox, 'documents', { billing_entity_codes: ['nobody'] })).toMatchObject({
      status: 'failed',
      error: 'billing_entity_not_found',
      file_url: null,
    });
    const requested = await sandbox.call('POST', '/data_exports', {
      data_export: { resource_type: 'documents', filters: { kinds: ['quote'] } },
    });
    expect(requested.status).toBe(422);
  });

  it('has nothing of other organizations, and only for holders of its address', async () => {
    const stranger = await Sandbox.create('2024-01-10T00:00:00Z');
    const done = await endedExport(stranger, 'documents');
    expect(done).toMatchObject({ status: 'completed', records_total: 0 });
    expect((await fetchFile(done.file_url ?? '', (url) => url.searchParams.delete('signature'))).status).toBe(404);
  });

  it('keeps its files when an invoice is voided after it, and marks invoices that were voided before', async () => {
    const invoice = await sell('d');
    const filters = { kinds: ['invoice'], external_customer_id: 'd' };
    const done = await endedExport(sandbox, 'documents', filters);
    await sandbox.ok('POST', `/invoices/${invoice.svc_id}/void`);
    await sandbox.awaitIdle();
    const files = filesOf(Buffer.from(await (await fetchFile(done.file_url ?? '')).arrayBuffer()));
    const { files: later } = await archived(filters);
    const hashesOf = (archive: Map<string, Buffer>) => listOf(archive).map((line) => line['sha256']);
    for (const archive of [files, later])
      for (const { file_name: name = '', sha256 } of listOf(archive))
        expect(hash('sha256', archive.get(name) ?? '', 'hex')).toBe(sha256);
    expect(hashesOf(later)[0]).toBe(hashesOf(files)[0]);
    expect(hashesOf(later)[1]).not.toBe(hashesOf(files)[1]);
  });
});
