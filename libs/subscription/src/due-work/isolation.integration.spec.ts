import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { call, databaseUrl, Sandbox } from '@tollgate/testing';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
});
afterAll(() => client.end());

const customers = ['c1', 'c2', 'c3'];
const invoiced = async (sandbox: Sandbox) => {
  const { invoices } = await sandbox.ok<{ invoices: { customer: { external_id: string }; issuing_date: string }[] }>(
    'GET',
    '/invoices',
  );
  return invoices.map((invoice) => `${invoice.customer.external_id} ${invoice.issuing_date}`).sort();
};

describe('failing due work of a customer', () => {
  it('delays no other customer, is retried, then parked, and is finally billed as of its day', async () => {
    const sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'p',
        code: 'p',
        interval: 'monthly',
        amount_cents: 3_100,
        amount_currency: 'EUR',
        pay_in_advance: false,
      },
    });
    for (const id of customers) {
      await sandbox.ok('POST', '/customers', { customer: { external_id: id } });
      await sandbox.ok('POST', '/subscriptions', {
        subscription: { external_customer_id: id, plan_code: 'p', external_id: id },
      });
    }
    // Pending messages of the three still read their plan.
    await sandbox.awaitIdle();
    const ofCustomer = `organization_id = $1 and external_id = 'c2'`;
    const { rows } = await client.query<{ plan_id: string; customer_id: string }>(
      `select plan_id, customer_id from subscription.subscriptions where ${ofCustomer}`,
      [sandbox.organizationId],
    );
    await client.query(`update subscription.subscriptions set plan_id = gen_random_uuid() where ${ofCustomer}`, [
      sandbox.organizationId,
    ]);
    await sandbox.advanceClock('2024-02-01T00:10:00Z');
    expect(await invoiced(sandbox)).toEqual(['c1 2024-02-01', 'c3 2024-02-01']);

    // The last of many tries.
    const customerId = rows[0]?.customer_id;
    await client.query(`update subscription.due_failures set tries = 11, retry_at = now() where customer_id = $1`, [
      customerId,
    ]);
    await sandbox.advanceClock('2024-03-01T00:10:00Z');
    expect(await invoiced(sandbox)).toEqual(['c1 2024-02-01', 'c1 2024-03-01', 'c3 2024-02-01', 'c3 2024-03-01']);
    const admin = (method: 'GET' | 'POST', path: string) =>
      call(method, `/admin/parked${path}`, `Bearer ${process.env['ADMIN_API_KEY'] ?? ''}`);
    const { body } = await admin('GET', `?organization_id=${sandbox.organizationId}&kind=due_work`);
    const [item] = body['parked'] as { svc_id: string; key: string; tries: number }[];
    expect(item).toMatchObject({ key: customerId, tries: 12 });

    await client.query(`update subscription.subscriptions set plan_id = $2 where ${ofCustomer}`, [
      sandbox.organizationId,
      rows[0]?.plan_id,
    ]);
    expect(await admin('POST', `/${item?.svc_id}/retry`)).toMatchObject({
      status: 200,
      body: { parked: { outcome: 'done' } },
    });
    await sandbox.awaitIdle();
    expect((await invoiced(sandbox)).filter((invoice) => invoice.startsWith('c2'))).toEqual([
      'c2 2024-02-01',
      'c2 2024-03-01',
    ]);
    expect((await admin('GET', `?organization_id=${sandbox.organizationId}`)).body).toMatchObject({ parked: [] });
  }, 120_000);
});
