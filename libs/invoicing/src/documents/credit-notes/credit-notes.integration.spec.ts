import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Note {
  svc_id: string;
  number: string;
  credit_status: string;
  refund_status: string | null;
  total_amount_cents: number;
  credit_amount_cents: number;
  offset_amount_cents: number;
  balance_amount_cents: number;
  taxes_amount_cents: number;
  applied_taxes: { tax_code: string }[];
  metadata: Record<string, string | null> | null;
}
interface Invoice {
  svc_id: string;
  number: string;
  status: string;
  payment_status: string;
  total_amount_cents: number;
  total_due_amount_cents: number;
  credit_notes_amount_cents: number;
  fees: { svc_id: string }[];
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/taxes', {
    tax: { name: 'VAT', code: 'vat', rate: '20', applied_to_organization: true },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' },
  });
});

const sold = async (): Promise<Invoice> => {
  const input = { external_customer_id: 'c', fees: [{ add_on_code: 'a' }] };
  return (await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', { invoice: input })).invoice;
};
const feeOf = (invoice: Invoice) => invoice.fees[0]?.svc_id;
const requestNote = (invoice: Invoice, amount: unknown, parts: object) =>
  sandbox.call('POST', '/credit_notes', {
    credit_note: { invoice_id: invoice.svc_id, items: [{ fee_id: feeOf(invoice), amount_cents: amount }], ...parts },
  });
const noted = async (invoice: Invoice, amount: unknown, parts: object): Promise<Note> => {
  const { status, body } = await requestNote(invoice, amount, parts);
  expect([status, body]).toEqual([200, expect.anything()]);
  return (body as unknown as { credit_note: Note }).credit_note;
};
const pay = (invoice: Invoice, cents: number) =>
  sandbox.ok('POST', '/payments', {
    payment: { invoice_id: invoice.svc_id, amount_cents: cents, reference: 'r' },
  });
const read = async (id: string) => (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice;
const readNote = async (id: string) =>
  (await sandbox.ok<{ credit_note: Note }>('GET', `/credit_notes/${id}`)).credit_note;
const estimate = async (invoice: Invoice, amount: number) =>
  (
    await sandbox.ok<{ estimated_credit_note: Record<string, unknown> }>('POST', '/credit_notes/estimate', {
      credit_note: { invoice_id: invoice.svc_id, items: [{ fee_id: feeOf(invoice), amount_cents: amount }] },
    })
  ).estimated_credit_note;

describe('concurrent requests for credit notes', () => {
  it('never exceed their invoice, and have numbers without gaps', async () => {
    const invoice = await sold();
    await pay(invoice, 600);
    const parts = [{ credit_amount_cents: 360 }, { refund_amount_cents: 360 }, { offset_amount_cents: 360 }];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, place) => requestNote(invoice, 300, parts[place % 3] ?? {})),
    );
    const made = answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => (body as unknown as { credit_note: Note }).credit_note);
    expect(made).toHaveLength(3);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(made.map(({ number }) => number).sort()).toEqual(
      ['001', '002', '003'].map((rank) => `${invoice.number}-CN${rank}`),
    );
    const { total_due_amount_cents: due } = await read(invoice.svc_id);
    expect(due).toBe(600 - made.reduce((sum, note) => sum + note.offset_amount_cents, 0));
    expect(due).toBeGreaterThanOrEqual(0);
  });
});

describe('an item of a credit note', () => {
  it.each([
    ['nothing', undefined, 'invalid_value'],
    ['a word', 'ten', 'invalid_value'],
    ['less than nothing', -1, 'invalid_value'],
    ['an object', {}, 'invalid_value'],
    ['more than the fee', 1001, 'higher_than_remaining_fee_amount'],
  ])('of %s is refused', async (_, amount, code) => {
    const { status, body } = await requestNote(await sold(), amount, { credit_amount_cents: 1 });
    expect([status, body['error_details']]).toEqual([422, { amount_cents: [code] }]);
  });

  it('counts together with the others of its fee', async () => {
    const invoice = await sold();
    const item = { fee_id: feeOf(invoice), amount_cents: 600 };
    const { body } = await sandbox.call('POST', '/credit_notes', {
      credit_note: { invoice_id: invoice.svc_id, items: [item, item], credit_amount_cents: 1440 },
    });
    expect(body['error_details']).toEqual({ amount_cents: ['higher_than_remaining_fee_amount'] });
  });

  it('belongs to a fee of the invoice', async () => {
    const [invoice, other] = [await sold(), await sold()];
    for (const fee_id of [feeOf(other), 'x', null, 5]) {
      const { status, body } = await sandbox.call('POST', '/credit_notes', {
        credit_note: { invoice_id: invoice.svc_id, items: [{ fee_id, amount_cents: 1 }], credit_amount_cents: 1 },
      });
      expect([status, body['code']]).toEqual([404, 'fee_not_found']);
    }
  });
});

describe('the parts of a credit note', () => {
  it('are not negative', async () => {
    const parts = { credit_amount_cents: -120, offset_amount_cents: 240 };
    const { status, body } = await requestNote(await sold(), 100, parts);
    expect([status, body['error_details']]).toEqual([422, { credit_amount_cents: ['value_is_out_of_range'] }]);
  });

  it('have estimated limits', async () => {
    const invoice = await sold();
    await pay(invoice, 1000);
    expect(await estimate(invoice, 500)).toMatchObject({
      max_creditable_amount_cents: 600,
      max_refundable_amount_cents: 600,
      max_offsettable_amount_cents: 200,
      taxes_amount_cents: 100,
      items: [{ svc_fee_id: feeOf(invoice), amount_cents: 500 }],
      applied_taxes: [{ tax_code: 'vat', base_amount_cents: 500, amount_cents: 100, amount_currency: 'EUR' }],
    });
    await noted(invoice, 500, { refund_amount_cents: 600 });
    expect(await estimate(invoice, 500)).toMatchObject({
      max_creditable_amount_cents: 600,
      max_refundable_amount_cents: 400,
    });
  });
});

describe('a credit note', () => {
  it('pays later invoices up to its amount, and its rest can be voided once', async () => {
    const note = await noted(await sold(), 1000, { credit_amount_cents: 1200 });
    const plan = { name: 'P', code: 'p', interval: 'monthly', amount_cents: 500, amount_currency: 'EUR' };
    await sandbox.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: true } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p', billing_time: 'anniversary' },
    });
    await sandbox.awaitIdle();
    expect(await readNote(note.svc_id)).toMatchObject({ balance_amount_cents: 600, credit_status: 'available' });
    const voided = await sandbox.ok<{ credit_note: Note }>('PUT', `/credit_notes/${note.svc_id}/void`);
    expect(voided.credit_note).toMatchObject({
      credit_status: 'voided',
      balance_amount_cents: 0,
      credit_amount_cents: 1200,
      total_amount_cents: 1200,
    });
    expect(await sandbox.call('PUT', `/credit_notes/${note.svc_id}/void`)).toMatchObject({
      status: 405,
      body: { code: 'no_voidable_amount' },
    });
    await sandbox.advanceClock('2024-02-10T00:00:00Z');
    const { invoices } = await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices?invoice_type=subscription');
    expect(invoices.map((invoice) => invoice.credit_notes_amount_cents)).toEqual([0, 600]);
  });

  it('makes nothing creditable again after its void', async () => {
    const invoice = await sold();
    const note = await noted(invoice, 1000, { credit_amount_cents: 1200 });
    await sandbox.ok('PUT', `/credit_notes/${note.svc_id}/void`);
    expect((await requestNote(invoice, 1, { credit_amount_cents: 1 })).body['error_details']).toEqual({
      amount_cents: ['higher_than_remaining_fee_amount'],
    });
  });

  it('shows the result of its refund, and changes nothing else', async () => {
    const invoice = await sold();
    await pay(invoice, 1200);
    const { svc_id: id } = await noted(invoice, 100, { refund_amount_cents: 120 });
    const update = (credit_note: object) => sandbox.call('PUT', `/credit_notes/${id}`, { credit_note });
    for (const refund_status of ['lost', null]) {
      expect(await update({ refund_status })).toMatchObject({
        status: 422,
        body: { error_details: { refund_status: ['value_is_invalid'] } },
      });
    }
    expect(await update({ refund_status: 'succeeded', metadata: { a: '1' } })).toMatchObject({
      status: 200,
      body: { credit_note: { refund_status: 'succeeded', metadata: { a: '1' } } },
    });
    expect(await update({ metadata: { b: null } })).toMatchObject({
      body: { credit_note: { refund_status: 'succeeded', metadata: { a: '1', b: null } } },
    });
    expect((await sandbox.call('PUT', `/credit_notes/${id}`, {})).status).toBe(400);
  });

  it('outlives its tax and its customer', async () => {
    const invoice = await sold();
    const note = await noted(invoice, 100, { credit_amount_cents: 120 });
    expect(note.applied_taxes).toMatchObject([{ tax_code: 'vat' }]);
    await sandbox.ok('DELETE', '/taxes/vat');
    await sandbox.ok('DELETE', '/customers/c');
    await sandbox.awaitIdle();
    expect(await readNote(note.svc_id)).toMatchObject({ taxes_amount_cents: 20, applied_taxes: [] });
    expect(await noted(invoice, 900, { credit_amount_cents: 1080 })).toMatchObject({ taxes_amount_cents: 180 });
    const { credit_notes: listed } = await sandbox.ok<{ credit_notes: Note[] }>('GET', '/credit_notes');
    expect(listed).toHaveLength(2);
  });

  it('offsets nothing of a voided invoice without an open amount', async () => {
    const invoice = await sold();
    await sandbox.ok('POST', `/invoices/${invoice.svc_id}/void`);
    expect((await requestNote(invoice, 100, { offset_amount_cents: 120 })).body['error_details']).toEqual({
      offset_amount_cents: ['higher_than_remaining_invoice_amount'],
    });
    await noted(invoice, 100, { credit_amount_cents: 120 });
  });
});

describe('metadata of a credit note', () => {
  it('can be replaced, merged and removed', async () => {
    const { svc_id: id } = await noted(await sold(), 100, { credit_amount_cents: 120, metadata: { a: '1' } });
    const at = `/credit_notes/${id}/metadata`;
    const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, metadata?: unknown) =>
      (await sandbox.ok(method, path, metadata === undefined ? undefined : { metadata }))['metadata'];
    expect((await readNote(id)).metadata).toEqual({ a: '1' });
    expect(await call('PATCH', at, { b: '2' })).toEqual({ a: '1', b: '2' });
    expect(await call('POST', at, { c: null })).toEqual({ c: null });
    expect(await call('POST', at, null)).toEqual({ c: null });
    expect(await call('DELETE', `${at}/x`)).toEqual({ c: null });
    expect(await call('DELETE', `${at}/c`)).toEqual({});
    expect(await call('DELETE', at)).toBeNull();
    expect(await call('PATCH', at, {})).toBeNull();
    expect(await sandbox.call('DELETE', `${at}/c`)).toMatchObject({
      status: 404,
      body: { code: 'metadata_not_found' },
    });
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`${key}`, '']));
    expect(await call('POST', at, many)).toEqual(many);
    for (const metadata of [{ more: '' }, { 1: 'v'.repeat(256) }, { 1: 2 }, { 1: {} }, { ['k'.repeat(101)]: '' }])
      expect(await sandbox.call('PATCH', at, { metadata })).toMatchObject({
        status: 422,
        body: { error_details: { value: [expect.any(String)] } },
      });
  });
});

describe('a credit note on a draft', () => {
  it('is a draft until its invoice is final; offsets beyond the open amount become credit', async () => {
    await noted(await sold(), 1000, { credit_amount_cents: 1200 });
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: 'c', billing_configuration: { invoice_grace_period: 5 } },
    });
    const plan = { name: 'P', code: 'p', interval: 'monthly', amount_cents: 2000, amount_currency: 'EUR' };
    await sandbox.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: true } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p', billing_time: 'anniversary' },
    });
    await sandbox.awaitIdle();
    const { invoices } = await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices?status=draft');
    const draft = await read(invoices[0]?.svc_id ?? '');
    expect(draft.total_amount_cents).toBe(2400);
    const note = await noted(draft, 1500, { offset_amount_cents: 1800 });
    expect((await sandbox.call('GET', `/credit_notes/${note.svc_id}`)).status).toBe(404);
    expect((await sandbox.call('PUT', `/credit_notes/${note.svc_id}/void`)).status).toBe(404);
    expect((await requestNote(draft, 501, { offset_amount_cents: 601 })).body['error_details']).toEqual({
      amount_cents: ['higher_than_remaining_fee_amount'],
    });
    await sandbox.ok('PUT', `/invoices/${draft.svc_id}/finalize`);
    const final = await read(draft.svc_id);
    expect(final).toMatchObject({
      total_amount_cents: 1200,
      total_due_amount_cents: 0,
      payment_status: 'succeeded',
    });
    expect(await readNote(note.svc_id)).toMatchObject({
      number: `${final.number}-CN001`,
      offset_amount_cents: 1200,
      credit_amount_cents: 600,
      balance_amount_cents: 600,
      total_amount_cents: 1800,
    });
  });
});

describe('the proration credit of an ended subscription', () => {
  it('is credit without an open amount to offset', async () => {
    await noted(await sold(), 1000, { credit_amount_cents: 1200 });
    const plan = { name: 'P', code: 'p', interval: 'monthly', amount_cents: 1000, amount_currency: 'EUR' };
    await sandbox.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: true } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p', billing_time: 'anniversary' },
    });
    await sandbox.advanceClock('2024-01-20T00:00:00Z');
    await sandbox.ok('DELETE', '/subscriptions/s?on_termination_credit_note=offset');
    await sandbox.awaitIdle();
    const { credit_notes: notes } = await sandbox.ok<{ credit_notes: Note[] }>('GET', '/credit_notes');
    const [proration] = notes;
    expect(proration).toMatchObject({ reason: 'order_cancellation', offset_amount_cents: 0 });
    expect(proration?.credit_amount_cents).toBe(proration?.total_amount_cents);
    const { invoices } = await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices');
    expect(invoices.every(({ total_due_amount_cents: due }) => due >= 0)).toBe(true);
  });
});
