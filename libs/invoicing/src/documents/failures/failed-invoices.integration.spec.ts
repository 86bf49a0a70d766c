import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, operationsUrl, Sandbox, waitFor } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  status: string;
  number: string;
  sequential_id: number | null;
  total_amount_cents: number;
  error_details: { error_code: string; details: Record<string, string> }[] | null;
}

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
/** A plan of 31.00 in arrears, and a coupon of 5.00 each month for its customer. */
beforeEach(async () => {
  webhookTypes.length = 0;
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const webhook_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  await sandbox.ok('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url, signature_algo: 'hmac' } });
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      amount_cents: 3_100,
      amount_currency: 'EUR',
      pay_in_advance: false,
    },
  });
  await sandbox.ok('POST', '/coupons', {
    coupon: {
      name: 'C',
      code: 'c',
      coupon_type: 'fixed_amount',
      amount_cents: 500,
      amount_currency: 'EUR',
      frequency: 'forever',
      expiration: 'no_expiration',
    },
  });
});

async function subscribe(customer: string, graceDays: number): Promise<void> {
  const billing_configuration = { invoice_grace_period: graceDays };
  await sandbox.ok('POST', '/customers', {
    customer: { external_id: customer, currency: 'EUR', billing_configuration },
  });
  const subscription = { external_customer_id: customer, external_id: `s-${customer}`, plan_code: 'p' };
  await sandbox.ok('POST', '/subscriptions', { subscription });
}

/** Stores an invalid value: a coupon that adds to the amount. */
const spoilCoupon = async (customer: string): Promise<void> => {
  const applied_coupon = { external_customer_id: customer, coupon_code: 'c' };
  await sandbox.ok('POST', '/applied_coupons', { applied_coupon });
  await setCoupon(-500);
};
const setCoupon = (cents: number) =>
  database.query('update invoicing.applied_coupons set amount_cents = $2 where organization_id = $1', [
    sandbox.organizationId,
    cents,
  ]);

const invoiceOf = async (customer: string): Promise<Invoice> => {
  const { invoices } = await sandbox.ok<{ invoices: { svc_id: string }[] }>(
    'GET',
    `/invoices?external_customer_id=${customer}`,
  );
  expect(invoices).toHaveLength(1);
  return (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${invoices[0]?.svc_id}`)).invoice;
};
const failures = async () =>
  (await sandbox.ok<{ activity_logs: object[] }>('GET', '/activity_logs?activity_types[]=invoice.failed')).activity_logs
    .length;
const metric = async (): Promise<number> => {
  const text = await (await fetch(`${operationsUrl('invoicing')}/metrics`)).text();
  return Number(/^tollgate_invoices_failed(?:\{.*\})? (\d+)/m.exec(text)?.[1] ?? Number.NaN);
};
const reason = [{ error_code: 'does_not_add_up', details: { does_not_add_up: expect.any(String) as unknown } }];

describe('an invoice with contradictory figures', () => {
  it('fails when its draft would be final, is visible, and is final by a retry after the fix', async () => {
    await subscribe('c', 3);
    await spoilCoupon('c');
    await sandbox.advanceClock('2024-04-01T00:00:00Z');
    const draft = await invoiceOf('c');
    expect(draft.status).toBe('draft');
    expect(await sandbox.call('PUT', `/invoices/${draft.svc_id}/finalize`)).toMatchObject({
      status: 422,
      body: { error_details: { base: ['does_not_add_up'] } },
    });
    expect((await invoiceOf('c')).status).toBe('draft');

    await sandbox.advanceClock('2024-04-05T00:00:00Z');
    expect(await invoiceOf('c')).toMatchObject({ status: 'failed', sequential_id: null, error_details: reason });
    expect(await failures()).toBe(1);
    expect(await metric()).toBeGreaterThan(0);

    await sandbox.ok('POST', `/invoices/${draft.svc_id}/retry`);
    await sandbox.awaitIdle();
    expect(await invoiceOf('c')).toMatchObject({ status: 'failed', error_details: reason });
    expect(await failures()).toBe(2);

    await setCoupon(500);
    await sandbox.ok('POST', `/invoices/${draft.svc_id}/retry`);
    await sandbox.awaitIdle();
    expect(await invoiceOf('c')).toMatchObject({
      status: 'finalized',
      sequential_id: 1,
      total_amount_cents: 2_600,
      error_details: [],
    });
    await waitFor('the webhook', () => Promise.resolve(webhookTypes.includes('invoice.created')));
    expect(webhookTypes.filter((type) => type === 'invoice.created')).toHaveLength(1);
    expect(await sandbox.call('POST', `/invoices/${draft.svc_id}/retry`)).toMatchObject({ status: 405 });
  });

  it('fails alone: others that are billed at the same instant have an invoice', async () => {
    await subscribe('c', 0);
    await subscribe('d', 0);
    await spoilCoupon('c');
    await sandbox.advanceClock('2024-04-01T00:00:00Z');
    expect(await invoiceOf('c')).toMatchObject({ status: 'failed', error_details: reason });
    expect(await invoiceOf('d')).toMatchObject({ status: 'finalized', total_amount_cents: 3_100 });
  });
});
