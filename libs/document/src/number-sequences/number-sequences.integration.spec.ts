import { beforeAll, describe, expect, it } from '@jest/globals';
import { notFound, Sandbox } from '@tollgate/testing';
import { exported } from '../data-exports/exported-files.fixture.js';

interface Invoice {
  svc_id: string;
  number: string;
  fees: { svc_id: string }[];
}

let sandbox: Sandbox;
let [first, third]: Invoice[] = [];

const sell = async () =>
  (
    await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
      invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'a' }] },
    })
  ).invoice;

beforeAll(async () => {
  sandbox = await Sandbox.create('2024-02-20T00:00:00Z', { country: 'DE' });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' },
  });
  first = await sell();
  await sandbox.ok('POST', '/payments', { payment: { invoice_id: first.svc_id, amount_cents: 600, reference: 'r' } });
  await sandbox.ok('POST', '/credit_notes', {
    credit_note: {
      invoice_id: first.svc_id,
      credit_amount_cents: 100,
      items: [{ fee_id: first.fees[0]?.svc_id, amount_cents: 100 }],
    },
  });
  await sell();
  third = await sell();
  await sandbox.ok('POST', `/invoices/${third.svc_id}/void`);
  await sandbox.awaitIdle();
});

describe('the sequences of numbers', () => {
  it('have counts, gaps and voided numbers', async () => {
    const { number_sequences: sequences, meta } = await sandbox.ok<{ number_sequences: object[]; meta: object }>(
      'GET',
      '/number_sequences?external_customer_id=c',
    );
    expect(meta).toMatchObject({ total_count: 1, current_page: 1 });
    expect(sequences).toMatchObject([
      {
        document_type: 'invoice',
        numbering: 'customer',
        external_customer_id: 'c',
        first_number: first?.number,
        last_number: third?.number,
        first_rank: 1,
        last_rank: 3,
        documents_count: 3,
        missing_count: 0,
        gaps: [],
        voided_count: 1,
        voided: [{ number: third?.number, voided_at: '2024-02-20T00:00:00Z' }],
      },
    ]);
    const list = async (query: string) =>
      (await sandbox.ok<{ number_sequences: Record<string, unknown>[] }>('GET', `/number_sequences?${query}`))
        .number_sequences;
    expect(await list('document_type=credit_note')).toMatchObject([
      { numbering: 'invoice', invoice_number: first?.number, documents_count: 1, voided_count: 0 },
    ]);
    expect(await list('document_type=payment_receipt')).toMatchObject([
      { numbering: 'customer', billing_entity_code: null, documents_count: 1 },
    ]);
    expect(await list('with_gaps=true')).toEqual([]);
    expect(await sandbox.call('GET', '/number_sequences?billing_entity_codes[]=nobody')).toEqual(
      notFound('billing_entity'),
    );
    expect((await sandbox.call('GET', '/number_sequences?document_type=x')).status).toBe(422);
  });

  it('are in a file, too', async () => {
    const { rows } = await exported(sandbox, 'number_sequences');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      numbering: 'customer',
      first_number: first?.number,
      documents_count: '3',
      missing_ranks: '',
      voided_count: '1',
    });
    expect((await exported(sandbox, 'number_sequences', { with_gaps: true })).rows).toEqual([]);
  });
});
