import { beforeAll, describe, expect, it } from '@jest/globals';
import { baseUrl, PortalVisitor, Sandbox } from '@tollgate/testing';

interface Shown {
  svc_id: string;
  number: string;
  file_url: string | null;
}
interface Invoice extends Shown {
  fees: { svc_id: string }[];
}
interface Notes {
  credit_notes: Shown[];
  meta: object;
}
interface Receipts {
  payment_receipts: Shown[];
  meta: object;
}

const unknownId = '00000000-0000-4000-8000-000000000000';
let sandbox: Sandbox;
let me: PortalVisitor;
let other: PortalVisitor;
/** The invoices of each customer, in the order of their sale. */
const sold: Record<string, Invoice[]> = { mine: [], theirs: [] };

/** Sells, credits a part, and receives the rest. */
async function deal(customer: string): Promise<void> {
  const { invoice } = await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
    invoice: { external_customer_id: customer, currency: 'EUR', fees: [{ add_on_code: 'a' }] },
  });
  await sandbox.ok('POST', '/credit_notes', {
    credit_note: {
      invoice_id: invoice.svc_id,
      description: 'Too much',
      metadata: { internal: 'secret' },
      credit_amount_cents: 200,
      items: [{ fee_id: invoice.fees[0]?.svc_id, amount_cents: 200 }],
    },
  });
  await sandbox.ok('POST', '/payments', {
    payment: { invoice_id: invoice.svc_id, amount_cents: 1000, reference: 'internal note' },
  });
  sold[customer]?.push(invoice);
}

const typeOf = async (address: string | null) => {
  const { pathname, search } = new URL(address ?? '');
  return (await fetch(`${baseUrl}${pathname}${search}`)).headers.get('content-type');
};
const notes = (visitor: PortalVisitor, query = '') => visitor.ok<Notes>('GET', `/credit_notes${query}`);
const receipts = (visitor: PortalVisitor, query = '') => visitor.ok<Receipts>('GET', `/payment_receipts${query}`);

beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  for (const id of ['mine', 'theirs'])
    await sandbox.ok('POST', '/customers', { customer: { external_id: id, currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' },
  });
  for (const [place, id] of ['mine', 'theirs', 'mine'].entries()) {
    await sandbox.advanceClock(`2024-01-1${place + 1}T00:00:00Z`);
    await deal(id);
  }
  await sandbox.awaitIdle();
  [me, other] = [await PortalVisitor.of(sandbox, 'mine'), await PortalVisitor.of(sandbox, 'theirs')];
});

describe('the documents of a customer in its portal (customers, section 3.3)', () => {
  it('are its credit notes, newest first, with what it may see', async () => {
    const { credit_notes: shown, meta } = await notes(me, '?per_page=1');
    expect(meta).toMatchObject({ total_count: 2, total_pages: 2 });
    expect(shown).toMatchObject([
      {
        svc_invoice_id: sold['mine']?.[1]?.svc_id,
        invoice_number: sold['mine']?.[1]?.number,
        description: 'Too much',
        reason: 'other',
        credit_status: 'available',
        currency: 'EUR',
        total_amount_cents: 200,
        balance_amount_cents: 200,
      },
    ]);
    for (const name of ['customer', 'metadata', 'items', 'billing_entity_code', 'error_details'])
      expect(shown[0]).not.toHaveProperty(name);
    const [first] = sold['mine'] ?? [];
    expect((await notes(me, `?invoice_id=${first?.svc_id}`)).credit_notes).toMatchObject([
      { svc_invoice_id: first?.svc_id },
    ]);
  });

  it('are its receipts, newest first, with what it may see', async () => {
    const { payment_receipts: shown, meta } = await receipts(me);
    expect(meta).toMatchObject({ total_count: 2 });
    const [first, second] = sold['mine'] ?? [];
    expect(shown).toMatchObject([
      { payment: { invoice_numbers: [second?.number], amount_cents: 1000, amount_currency: 'EUR' } },
      { payment: { invoice_numbers: [first?.number] } },
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/internal note|external_customer_id|provider/);
    expect((await receipts(me, `?invoice_id=${first?.svc_id}`)).payment_receipts).toHaveLength(1);
  });

  it('have files', async () => {
    const [note] = (await notes(me)).credit_notes;
    const { credit_note: filed } = await me.ok<{ credit_note: Shown }>(
      'POST',
      `/credit_notes/${note?.svc_id}/download`,
    );
    expect([filed.number, await typeOf(filed.file_url)]).toEqual([note?.number, 'application/pdf']);
    expect(filed).not.toHaveProperty('metadata');
    const [receipt] = (await receipts(me)).payment_receipts;
    const { payment_receipt: drawn } = await me.ok<{ payment_receipt: Shown }>(
      'POST',
      `/payment_receipts/${receipt?.svc_id}/download`,
    );
    expect([drawn.number, await typeOf(drawn.file_url)]).toEqual([receipt?.number, 'application/pdf']);
    expect(JSON.stringify(drawn)).not.toContain('internal note');
  });

  it('are not those of others', async () => {
    const [note] = (await notes(other)).credit_notes;
    const [receipt] = (await receipts(other)).payment_receipts;
    const theirs = sold['theirs']?.[0];
    for (const query of [`invoice_id=${theirs?.svc_id}`, `ids[]=${note?.svc_id}`, `search_term=${note?.number}`])
      expect((await notes(me, `?${query}`)).credit_notes).toEqual([]);
    for (const query of [`invoice_id=${theirs?.svc_id}`, `ids[]=${receipt?.svc_id}`])
      expect((await receipts(me, `?${query}`)).payment_receipts).toEqual([]);
    for (const id of [note?.svc_id, unknownId, 'x'])
      expect(await me.call('POST', `/credit_notes/${id}/download`)).toMatchObject({
        status: 404,
        body: { code: 'credit_note_not_found' },
      });
    for (const id of [receipt?.svc_id, unknownId, 'x'])
      expect(await me.call('POST', `/payment_receipts/${id}/download`)).toMatchObject({
        status: 404,
        body: { code: 'invoice_not_found' },
      });
  });
});

describe('the statement of a customer in its portal', () => {
  const query = '?from_date=2024-01-01&to_date=2024-01-31';
  const read = (visitor: PortalVisitor) => visitor.ok<{ customer_statement: object }>('GET', `/statement${query}`);

  it('is that of the organization, for the caller alone', async () => {
    expect(await read(me)).toEqual(await sandbox.ok('GET', `/customers/mine/statement${query}`));
    expect(await read(other)).toEqual(await sandbox.ok('GET', `/customers/theirs/statement${query}`));
    expect((await read(me)).customer_statement).toMatchObject({ external_customer_id: 'mine', currency: 'EUR' });
  });

  it('has a file', async () => {
    const { customer_statement: statement } = await me.ok<{ customer_statement: Shown }>(
      'POST',
      `/statement/download${query}`,
    );
    expect(statement).toMatchObject((await read(me)).customer_statement);
    expect(await typeOf(statement.file_url)).toBe('application/pdf');
  });

  it('is refused for days that end before they begin', async () =>
    expect(await me.call('GET', '/statement?from_date=2024-02-01&to_date=2024-01-01')).toMatchObject({
      status: 422,
      body: { error_details: { from_date: ['value_is_invalid'] } },
    }));
});
