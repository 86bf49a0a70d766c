import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  status: string;
  number: string;
  invoice_type: string;
  issuing_date: string;
  total_amount_cents: number;
  fees?: { taxes_amount_cents: number }[];
  applied_taxes?: { tax_code: string; amount_cents: number }[];
}

const number = 'DE123456789';
const webhookTypes: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (data: Buffer) => (body += data.toString()));
  request.on('end', () => {
    webhookTypes.push((JSON.parse(body) as { webhook_type: string }).webhook_type);
    response.end();
  });
});
let database: pg.Client;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  database = new pg.Client(databaseUrl());
  await database.connect();
});
afterAll(async () => {
  server.close();
  await database.end();
});

let sandbox: Sandbox;
/** An issuer in France, and a customer there who has a tax of 20 %. */
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const { billing_entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities');
  await sandbox.ok('PUT', `/billing_entities/${billing_entities[0]?.code}`, {
    billing_entity: { country: 'FR', eu_tax_management: true },
  });
  await customer({ country: 'FR', currency: 'EUR' });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 10_000, amount_currency: 'EUR' },
  });
});

const customer = (input: object, external_id = 'c1') =>
  sandbox.ok('POST', '/customers', { customer: { external_id, ...input } });

/** Sets a German number of a customer; the registry receives no request, reachable or not. */
async function lookUp(external_id = 'c1'): Promise<void> {
  await customer({ country: 'DE', tax_identification_number: number }, external_id);
  await database.query(
    `update subscription.vat_checks set next_try_at = now() + interval '1 day' where organization_id = $1`,
    [sandbox.organizationId],
  );
}

/** The registry does not know the number: its customers have the tax of Germany, 19 %. */
async function answer(): Promise<void> {
  const registryAnswer = { valid: false, country_code: 'DE', vat_number: '123456789', name: null, address: null };
  await database.query(
    `insert into subscription.vat_answers (organization_id, vat_number, answer, answered_at) values ($1, $2, $3, now())`,
    [sandbox.organizationId, number, JSON.stringify({ ...registryAnswer, request_date: null })],
  );
  await database.query(`update subscription.vat_checks set next_try_at = now() where organization_id = $1`, [
    sandbox.organizationId,
  ]);
  await waitFor('the answer', async () => (await checks()) === 0, 30_000);
  await sandbox.awaitIdle();
}

const checks = async () =>
  (await database.query(`select from subscription.vat_checks where organization_id = $1`, [sandbox.organizationId]))
    .rowCount;

/** Oldest first. */
const invoices = async (filter = '') =>
  (await sandbox.ok<{ invoices: Invoice[] }>('GET', `/invoices?${filter}`)).invoices.reverse();
const read = async (id = '') => (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice;

const oneOff = async (fees: object[] = [{ add_on_code: 'a' }]) =>
  (await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', { invoice: { external_customer_id: 'c1', fees } }))
    .invoice;

async function plan(input: object, code = 'p'): Promise<void> {
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: code,
      code,
      interval: 'monthly',
      amount_cents: 3_100,
      amount_currency: 'EUR',
      pay_in_advance: false,
      ...input,
    },
  });
}

async function metric(): Promise<string> {
  const { billable_metric: made } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    { billable_metric: { name: 'm', code: 'm', aggregation_type: 'sum_agg', field_name: 'units' } },
  );
  return made.svc_id;
}

const subscribe = (external_customer_id = 'c1', external_id = 's1') =>
  sandbox.ok('POST', '/subscriptions', { subscription: { external_customer_id, external_id, plan_code: 'p' } });

async function use(units: number, at: string): Promise<void> {
  const timestamp = Date.parse(at) / 1000;
  const event = { transaction_id: at, external_subscription_id: 's1', code: 'm', timestamp, properties: { units } };
  await sandbox.ok('POST', '/events', { event });
  await sandbox.awaitIdle();
}

async function receiveWebhooks(): Promise<void> {
  webhookTypes.length = 0;
  const webhook_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  await sandbox.ok('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url, signature_algo: 'hmac' } });
}

describe('during the lookup of the VAT number of a customer', () => {
  it('a one-off invoice is pending without taxes, and final with the taxes of the result', async () => {
    await receiveWebhooks();
    await lookUp();
    const pending = await oneOff([{ add_on_code: 'a', tax_codes: ['svc_eu_hu_standard'] }, { add_on_code: 'a' }]);
    expect(pending).toMatchObject({
      status: 'pending',
      payment_status: 'pending',
      sequential_id: null,
      taxes_amount_cents: 0,
      total_amount_cents: 20_000,
      applied_taxes: [],
    });
    expect(pending.number).toMatch(/-DRAFT$/);
    const { svc_id: id } = pending;
    expect((await invoices('status=pending')).map(({ svc_id }) => svc_id)).toEqual([id]);
    const refused: [method: 'PUT' | 'POST' | 'DELETE', path: string, status: number, code: string | undefined][] = [
      ['PUT', '/finalize', 404, 'invoice_not_found'],
      ['PUT', '/refresh', 403, 'feature_unavailable'],
      ['POST', '/void', 405, 'not_voidable'],
      ['POST', '/retry', 405, 'invalid_status'],
      ['POST', '/retry_payment', 405, 'invalid_status'],
      ['POST', '/lose_dispute', 405, 'not_disputable'],
      ['POST', '/download', 404, 'invoice_not_found'],
      ['DELETE', '', 405, 'not_deletable'],
    ];
    for (const [method, path, status, code] of refused) {
      const { status: answered, body } = await sandbox.call(method, `/invoices/${id}${path}`);
      expect([method, path, answered, body['code']]).toEqual([method, path, status, code]);
    }
    const payment = { invoice_id: id, amount_cents: 100, reference: 'r' };
    expect((await sandbox.call('POST', '/payments', { payment })).status).toBe(403);

    await sandbox.advanceClock('2024-03-05T00:00:00Z');
    expect(await read(id)).toMatchObject({ status: 'pending' });
    expect(webhookTypes).not.toContain('invoice.one_off_created');
    await answer();
    const final = await read(id);
    expect(final).toMatchObject({
      status: 'finalized',
      issuing_date: '2024-03-05',
      payment_due_date: '2024-03-05',
      sequential_id: 1,
      taxes_amount_cents: 4_600,
      total_amount_cents: 24_600,
    });
    expect(final.fees?.map((fee) => fee.taxes_amount_cents)).toEqual([2_700, 1_900]);
    expect(final.applied_taxes?.map((tax) => [tax.tax_code, tax.amount_cents]).sort()).toEqual([
      ['svc_eu_de_standard', 1_900],
      ['svc_eu_hu_standard', 2_700],
    ]);
    expect(webhookTypes.filter((type) => type === 'invoice.one_off_created')).toHaveLength(1);
    expect(await oneOff()).toMatchObject({ status: 'finalized', sequential_id: 2, taxes_amount_cents: 1_900 });
  });

  it('a period is billed with coupons at once, and with notes, wallets and its dates when taxes are known', async () => {
    const anchored = { subscription_invoice_issuing_date_adjustment: 'keep_anchor' };
    await customer({ country: 'FR', currency: 'EUR', billing_configuration: anchored }, 'c2');
    const before = (await read((await oneOff()).svc_id)) as Invoice & { fees: { svc_id: string }[] };
    await sandbox.ok('POST', '/credit_notes', {
      credit_note: {
        invoice_id: before.svc_id,
        credit_amount_cents: 1_200,
        items: [{ fee_id: before.fees[0]?.svc_id, amount_cents: 1_000 }],
      },
    });
    await sandbox.ok('POST', '/wallets', {
      wallet: { external_customer_id: 'c1', name: 'w', rate_amount: '1', currency: 'EUR', granted_credits: '5' },
    });
    await sandbox.ok('POST', '/coupons', {
      coupon: {
        name: 'c',
        code: 'c',
        coupon_type: 'percentage',
        percentage_rate: '10',
        frequency: 'once',
        expiration: 'no_expiration',
      },
    });
    await sandbox.ok('POST', '/applied_coupons', {
      applied_coupon: { external_customer_id: 'c1', coupon_code: 'c' },
    });
    await plan({});
    await subscribe();
    await subscribe('c2', 's2');
    await sandbox.awaitIdle();
    await lookUp();
    await lookUp('c2');
    await sandbox.advanceClock('2024-04-01T00:00:00Z');
    const waiting = await invoices('status=pending');
    expect(waiting).toHaveLength(2);
    const [own] = await invoices('status=pending&external_customer_id=c1');
    expect(await read(own?.svc_id)).toMatchObject({
      fees_amount_cents: 3_100,
      coupons_amount_cents: 310,
      taxes_amount_cents: 0,
      credit_notes_amount_cents: 0,
      prepaid_credit_amount_cents: 0,
      total_amount_cents: 2_790,
      credits: [{ amount_cents: 310 }],
    });
    await sandbox.advanceClock('2024-04-05T00:00:00Z');
    await answer();
    expect(await read(own?.svc_id)).toMatchObject({
      status: 'finalized',
      issuing_date: '2024-04-05',
      sequential_id: 2,
      coupons_amount_cents: 310,
      taxes_amount_cents: 530,
      sub_total_including_taxes_amount_cents: 3_320,
      credit_notes_amount_cents: 1_200,
      prepaid_credit_amount_cents: 500,
      total_amount_cents: 1_620,
      credits: [{ amount_cents: 310 }, { amount_cents: 1_200 }],
    });
    expect(await invoices('external_customer_id=c2')).toMatchObject([
      { status: 'finalized', issuing_date: '2024-04-01', total_amount_cents: 3_689 },
    ]);
    await sandbox.advanceClock('2024-05-01T00:00:00Z');
    expect((await invoices('external_customer_id=c1')).at(-1)).toMatchObject({ total_amount_cents: 3_689 });
  });

  it('a plan in advance can end: its credit note is final with its invoice', async () => {
    await plan({ pay_in_advance: true });
    await lookUp();
    await subscribe();
    await sandbox.awaitIdle();
    const [pending] = await invoices();
    expect(pending).toMatchObject({ status: 'pending', total_amount_cents: 3_100 });
    await sandbox.advanceClock('2024-03-11T12:00:00Z');
    await sandbox.ok('DELETE', '/subscriptions/s1');
    await sandbox.awaitIdle();
    expect((await sandbox.ok<{ credit_notes: unknown[] }>('GET', '/credit_notes')).credit_notes).toEqual([]);
    await answer();
    const final = await read(pending?.svc_id);
    expect(final).toMatchObject({ status: 'finalized', issuing_date: '2024-03-11', total_amount_cents: 3_689 });
    expect((await sandbox.ok<{ credit_notes: unknown[] }>('GET', '/credit_notes')).credit_notes).toMatchObject([
      {
        number: `${final.number}-CN001`,
        sub_total_excluding_taxes_amount_cents: 2_000,
        taxes_amount_cents: 380,
        credit_amount_cents: 2_380,
      },
    ]);
    expect((await invoices()).map(({ status }) => status)).toEqual(['finalized', 'finalized']);
  });

  it('usage above a threshold is billed once: the invoice of the period deducts its pending invoice', async () => {
    const charge = { billable_metric_id: await metric(), charge_model: 'standard', properties: { amount: '1' } };
    await plan({ amount_cents: 0, charges: [charge], usage_thresholds: [{ amount_cents: 1_000 }] });
    await subscribe();
    await lookUp();
    await use(12, '2024-03-02T00:00:00Z');
    await waitFor('the threshold', async () => (await invoices()).length === 1, 30_000);
    expect(await invoices()).toMatchObject([{ invoice_type: 'progressive_billing', status: 'pending' }]);
    await use(3, '2024-03-03T00:00:00Z');
    await sandbox.advanceClock('2024-04-01T00:00:00Z');
    await answer();
    const all = (await invoices()).sort((one, other) => (one.number < other.number ? -1 : 1));
    expect(all).toMatchObject([
      { invoice_type: 'progressive_billing', status: 'finalized', sequential_id: 1, total_amount_cents: 1_428 },
      {
        status: 'finalized',
        sequential_id: 2,
        progressive_billing_credit_amount_cents: 1_200,
        total_amount_cents: 357,
      },
    ]);
  });

  it('the fee of an event in advance is published when its taxes are known', async () => {
    await receiveWebhooks();
    const charge = { billable_metric_id: await metric(), charge_model: 'standard', properties: { amount: '1' } };
    await plan({ amount_cents: 0, charges: [{ ...charge, pay_in_advance: true }] });
    await subscribe();
    await lookUp();
    await use(10, '2024-03-01T00:00:00Z');
    await waitFor('the invoice', async () => (await invoices()).length === 1, 30_000);
    expect(await invoices()).toMatchObject([{ status: 'pending', total_amount_cents: 1_000 }]);
    await answer();
    expect(await invoices()).toMatchObject([{ status: 'finalized', total_amount_cents: 1_190 }]);
    await waitFor('the fee', () => Promise.resolve(webhookTypes.includes('fee.created')), 10_000);
    expect(webhookTypes.filter((type) => type === 'fee.created' || type === 'invoice.created')).toHaveLength(2);
  });

  it('a credit note on a waiting invoice is a draft, and is final with its taxes', async () => {
    await lookUp();
    const { svc_id: id } = await oneOff();
    const { fees } = (await read(id)) as { fees?: { svc_id?: string }[] };
    const items = [{ fee_id: fees?.[0]?.svc_id, amount_cents: 4_000 }];
    const notes = async () => (await sandbox.ok<{ credit_notes: unknown[] }>('GET', '/credit_notes')).credit_notes;
    const credit_note = { invoice_id: id, offset_amount_cents: 4_000, items };
    await sandbox.ok('POST', '/credit_notes', { credit_note });
    expect(await notes()).toEqual([]);
    await answer();
    const final = await read(id);
    expect(final).toMatchObject({ status: 'finalized', total_amount_cents: 11_900, total_due_amount_cents: 7_140 });
    expect(await notes()).toMatchObject([
      { number: `${final.number}-CN001`, taxes_amount_cents: 760, offset_amount_cents: 4_760 },
    ]);
  });

  it('a failed invoice waits when it is created again', async () => {
    await plan({ pay_in_advance: true });
    await lookUp();
    await subscribe();
    await sandbox.awaitIdle();
    const [{ svc_id: id } = { svc_id: '' }] = await invoices();
    await database.query(`update invoicing.invoices set status = 'failed', awaits_taxes = false where id = $1`, [id]);
    await sandbox.ok('POST', `/invoices/${id}/retry`);
    await sandbox.awaitIdle();
    expect(await read(id)).toMatchObject({ status: 'pending', taxes_amount_cents: 0, total_amount_cents: 3_100 });
    await answer();
    expect(await read(id)).toMatchObject({ status: 'finalized', total_amount_cents: 3_689 });
  });
});

describe('a waiting invoice is final with the taxes of its customer', () => {
  it('after the number is removed, once and in order, however often the message arrives', async () => {
    await receiveWebhooks();
    await lookUp();
    const ids = [(await oneOff()).svc_id, (await oneOff()).svc_id, (await oneOff()).svc_id];
    await Promise.all(['a', 'b', 'c'].map((name) => customer({ name, tax_identification_number: null })));
    await sandbox.awaitIdle();
    for (const [index, id] of ids.entries())
      expect(await read(id)).toMatchObject({
        status: 'finalized',
        sequential_id: index + 1,
        taxes_amount_cents: 1_900,
        applied_taxes: [{ tax_code: 'svc_eu_de_standard' }],
      });
    await waitFor(
      'the messages',
      () => Promise.resolve(webhookTypes.filter((type) => type === 'invoice.one_off_created').length >= 3),
      10_000,
    );
    expect(webhookTypes.filter((type) => type === 'invoice.one_off_created')).toHaveLength(3);
  });

  it('in order, though the number is removed in the middle of an attempt', async () => {
    await lookUp();
    const ids = [(await oneOff()).svc_id, (await oneOff()).svc_id];
    await sandbox.awaitIdle();
    const locker = new pg.Client(databaseUrl());
    await locker.connect();
    try {
      await locker.query('begin');
      await locker.query('select from invoicing.invoices where id = $1 for update', [ids[1]]);
      await customer({ name: 'begins an attempt' });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await customer({ tax_identification_number: null });
      await waitFor('the check', async () => (await checks()) === 0, 10_000);
    } finally {
      await locker.query('commit');
      await locker.end();
    }
    await sandbox.awaitIdle();
    for (const [index, id] of ids.entries())
      expect(await read(id)).toMatchObject({ status: 'finalized', sequential_id: index + 1 });
  });

  it('after its customer is deleted', async () => {
    await lookUp();
    const { svc_id: id } = await oneOff();
    await sandbox.ok('DELETE', '/customers/c1');
    await sandbox.awaitIdle();
    expect(await read(id)).toMatchObject({ status: 'finalized', taxes_amount_cents: 2_000 });
  });

  it('without a message about the result: the reconciler finds it in its table', async () => {
    await lookUp();
    const { svc_id: id } = await oneOff();
    await database.query(`delete from subscription.vat_checks where organization_id = $1`, [sandbox.organizationId]);
    await waitFor('the sweep', async () => (await read(id)).status === 'finalized', 100_000);
    expect(await read(id)).toMatchObject({ taxes_amount_cents: 2_000, total_amount_cents: 12_000 });
  }, 120_000);
});
