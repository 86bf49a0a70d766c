import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';
import pg from 'pg';

interface Receipt {
  number: string;
  payment: { amount_cents: number };
}

let holder: pg.Client;
let watcher: pg.Client;
let sandbox: Sandbox;

beforeAll(async () => {
  holder = new pg.Client(databaseUrl());
  watcher = new pg.Client(databaseUrl());
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(() => Promise.all([holder.end(), watcher.end()]));

beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
});

const sold = async (): Promise<string> => {
  const invoice = { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }] };
  return (await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', { invoice })).invoice.svc_id;
};
const pay = (invoice_id: string, amount_cents: number) =>
  sandbox.call('POST', '/payments', { payment: { invoice_id, amount_cents, reference: 'r' } });

/** Terminates the connections that wait for the holder's locks. @returns their number */
async function endWaiting(): Promise<number> {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = await watcher.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
    [rows[0]?.pid],
  );
  return ended.rowCount ?? 0;
}

describe('a payment that its invoice accepted', () => {
  it('is stored once with one receipt, when its request breaks after the command', async () => {
    const id = await sold();
    expect((await pay(id, 100)).status).toBe(200);
    await sandbox.awaitIdle();
    await holder.query('begin');
    await holder.query('select last from payment.receipt_sequences where organization_id = $1 for update', [
      sandbox.organizationId,
    ]);
    const answer = pay(id, 300);
    await waitFor('what keeps the payment', async () => (await endWaiting()) > 0);
    await holder.query('commit');
    await answer;
    await sandbox.awaitIdle();
    const { invoice } = await sandbox.ok<{ invoice: object }>('GET', `/invoices/${id}`);
    expect(invoice).toMatchObject({ total_paid_amount_cents: 400, total_due_amount_cents: 600 });
    const { payment_receipts: receipts } = await sandbox.ok<{ payment_receipts: Receipt[] }>(
      'GET',
      '/payment_receipts',
    );
    expect(receipts.map(({ payment }) => payment.amount_cents).sort()).toEqual([100, 300]);
    expect(receipts.map(({ number }) => number.slice(-6)).sort()).toEqual(['000001', '000002']);
  });
});
