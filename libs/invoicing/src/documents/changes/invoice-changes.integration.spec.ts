import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  status: string;
  payment_status: string;
  payment_overdue: boolean;
  metadata: { svc_id: string; key: string; value: string }[];
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' },
  });
});

const sold = async (): Promise<string> => {
  const input = { external_customer_id: 'c', fees: [{ add_on_code: 'a' }] };
  return (await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', { invoice: input })).invoice.svc_id;
};
const read = async (id: string) => (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice;
const update = (id: string, invoice: object) => sandbox.call('PUT', `/invoices/${id}`, { invoice });
const list = async (query: string) =>
  (await sandbox.ok<{ invoices: Invoice[] }>('GET', `/invoices?${query}`)).invoices.map(({ svc_id: id }) => id);

describe('metadata of an invoice', () => {
  it('equals the list of the request, in its order, and filters lists', async () => {
    const [id, other] = [await sold(), await sold()];
    await update(id, {
      metadata: [
        { key: 'b', value: '1' },
        { key: 'a', value: '2' },
      ],
    });
    expect((await read(id)).metadata.map(({ key }) => key)).toEqual(['b', 'a']);
    expect(await list('metadata[a]=2&metadata[b]=1')).toEqual([id]);
    expect(await list('metadata[a]=2&metadata[b]=2')).toEqual([]);
    expect(await list('metadata[a]=')).toEqual([other]);
    const [first] = (await read(id)).metadata;
    await update(id, { metadata: [{ id: first?.svc_id, key: 'a', value: '3' }] });
    expect((await read(id)).metadata).toMatchObject([{ svc_id: first?.svc_id, key: 'a', value: '3' }]);
    await update(id, { metadata: [] });
    expect((await read(id)).metadata).toEqual([]);
  });

  it.each([
    [[{ key: 'a' }], { value: ['value_is_mandatory'] }],
    [[{ key: 'a'.repeat(21), value: 'v' }], { key: ['value_is_too_long'] }],
    [[{ key: 'a', value: 'v'.repeat(141) }], { value: ['value_is_too_long'] }],
    [
      [
        { key: 'a', value: '1' },
        { key: 'a', value: '2' },
      ],
      { key: ['value_already_exist'] },
    ],
  ])('is refused as %j', async (metadata, details) => {
    const id = await sold();
    const { status, body } = await update(id, { payment_status: 'failed', metadata });
    expect([status, body['error_details']]).toEqual([422, details]);
    expect(await read(id)).toMatchObject({ payment_status: 'pending', metadata: [] });
  });
});

describe('an invoice with a late payment', () => {
  it('is overdue from the next UTC day, until its payment or a lost dispute', async () => {
    const [paid, disputed, voided] = [await sold(), await sold(), await sold()];
    await sandbox.advanceClock('2024-01-10T23:59:59Z');
    expect(await list('payment_overdue=true')).toEqual([]);
    await sandbox.advanceClock('2024-01-11T00:00:00Z');
    expect((await list('payment_overdue=true')).sort()).toEqual([paid, disputed, voided].sort());
    await update(paid, { payment_status: 'succeeded' });
    await sandbox.ok('POST', `/invoices/${disputed}/lose_dispute`);
    await sandbox.ok('POST', `/invoices/${voided}/void`);
    await sandbox.advanceClock('2024-02-11T00:00:00Z');
    expect(await list('payment_overdue=true')).toEqual([]);
  });
});

describe('a draft', () => {
  it('is deleted with its fees, and nothing bills its period again', async () => {
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: 'd', currency: 'EUR', billing_configuration: { invoice_grace_period: 5 } },
    });
    const plan = { name: 'P', code: 'p', interval: 'monthly', amount_cents: 1000, amount_currency: 'EUR' };
    await sandbox.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: true } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'd', external_id: 's', plan_code: 'p' },
    });
    await sandbox.awaitIdle();
    const [id] = (await list('external_customer_id=d')) as [string];
    const deleted = await sandbox.call('DELETE', `/invoices/${id}`);
    expect(deleted).toMatchObject({ status: 200, body: { invoice: { status: 'deleted' } } });
    expect((await sandbox.call('DELETE', `/invoices/${id}`)).status).toBe(404);
    expect((await sandbox.call('PUT', `/invoices/${id}/finalize`)).status).toBe(404);
    const { fees } = await sandbox.ok<{ fees: object[] }>('GET', '/fees?external_customer_id=d');
    expect(fees).toEqual([]);
    await sandbox.advanceClock('2024-01-20T00:00:00Z');
    expect(await list('external_customer_id=d')).toEqual([]);
    const final = await sold();
    expect(await sandbox.call('DELETE', `/invoices/${final}`)).toMatchObject({
      status: 405,
      body: { code: 'not_deletable' },
    });
  });
});

describe('a list of invoices', () => {
  it('finds the names of existing customers', async () => {
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', firstname: 'Ada', lastname: 'Stone' } });
    const id = await sold();
    expect(await list('search_term=ston')).toEqual([id]);
    await sandbox.ok('DELETE', '/customers/c');
    expect(await list('search_term=ston')).toEqual([]);
    expect(await list('external_customer_id=c')).toEqual([id]);
  });

  it('distinguishes partial payments, and the kinds of settlements', async () => {
    const [whole, part, none] = [await sold(), await sold(), await sold()];
    const pay = (invoice_id: string, amount_cents: number) =>
      sandbox.ok('POST', '/payments', { payment: { invoice_id, amount_cents, reference: 'r' } });
    await pay(whole, 1000);
    await pay(part, 400);
    expect(await list('partially_paid=true')).toEqual([part]);
    expect((await list('partially_paid=false')).sort()).toEqual([whole, none].sort());
    expect((await list('settlements[]=payment')).sort()).toEqual([whole, part].sort());
    expect(await list('settlements[]=credit_note')).toEqual([]);
    await sandbox.ok('POST', `/invoices/${none}/lose_dispute`);
    expect(await list('payment_dispute_lost=true')).toEqual([none]);
    // Any value means lost (invoices, section 9.12).
    for (const value of ['false', '1', 'x', '']) expect(await list(`payment_dispute_lost=${value}`)).toEqual([none]);
  });
});
