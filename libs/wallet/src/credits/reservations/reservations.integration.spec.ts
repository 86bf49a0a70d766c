import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';
import pg from 'pg';

interface Invoice {
  svc_id: string;
  prepaid_credit_amount_cents: number;
  total_amount_cents: number;
}
interface Wallet {
  svc_id: string;
  balance_cents: number;
  credits_balance: string;
  consumed_credits: string;
}

let wallets: pg.Client;
let numbers: pg.Client;
let watcher: pg.Client;
let sandbox: Sandbox;
let walletId: string;

beforeAll(async () => {
  [wallets, numbers, watcher] = [1, 2, 3].map(() => new pg.Client(databaseUrl())) as [pg.Client, pg.Client, pg.Client];
  await Promise.all([wallets, numbers, watcher].map((client) => client.connect()));
});
afterAll(() => Promise.all([wallets, numbers, watcher].map((client) => client.end())));

beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  const plan = { name: 'p', code: 'p', interval: 'monthly', amount_cents: 100, amount_currency: 'EUR' };
  await sandbox.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: true } });
});

const subscribe = (id: string) =>
  sandbox.ok('POST', '/subscriptions', {
    subscription: {
      external_customer_id: 'c',
      plan_code: 'p',
      external_id: id,
      billing_time: 'anniversary',
      consolidate_invoice: false,
    },
  });
const fill = async (granted: string) => {
  const wallet = { external_customer_id: 'c', rate_amount: '1', currency: 'EUR', granted_credits: granted };
  walletId = (await sandbox.ok<{ wallet: Wallet }>('POST', '/wallets', { wallet })).wallet.svc_id;
  await sandbox.awaitIdle();
};
const wallet = async () => (await sandbox.ok<{ wallet: Wallet }>('GET', `/wallets/${walletId}`)).wallet;
const invoices = async () =>
  (await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices?external_customer_id=c')).invoices;
const prepaid = async () => (await invoices()).map((invoice) => invoice.prepaid_credit_amount_cents);
const used = async () =>
  (
    await sandbox.ok<{ wallet_transactions: { svc_invoice_id: string; amount: string }[] }>(
      'GET',
      `/wallets/${walletId}/wallet_transactions?transaction_status=invoiced&per_page=100`,
    )
  ).wallet_transactions;

/** Expects that inbound credits equal used and remaining ones, to the cent, and that the balance agrees. */
async function expectWhole(): Promise<void> {
  const { rows } = await watcher.query<{ inbound: string; consumed: string; remaining: string; outbound: string }>(
    `select coalesce(sum(amount_cents) filter (where transaction_type = 'inbound' and status = 'settled'), 0)::text as inbound,
            coalesce(sum(amount_cents) filter (where transaction_type = 'outbound'), 0)::text as outbound,
            coalesce(sum(remaining_amount_cents), 0)::text as remaining,
            (select coalesce(sum(share.amount_cents), 0)::text from wallet.consumptions share
               join wallet.transactions outbound on outbound.id = share.outbound_transaction_id
             where outbound.wallet_id = $1) as consumed
     from wallet.transactions where wallet_id = $1`,
    [walletId],
  );
  const [sums] = rows;
  expect(sums?.consumed).toBe(sums?.outbound);
  expect(Number(sums?.inbound)).toBe(Number(sums?.consumed) + Number(sums?.remaining));
  expect((await wallet()).balance_cents).toBe(Number(sums?.remaining));
}

const reserved = async () =>
  (await watcher.query('select 1 from wallet.reservations where organization_id = $1', [sandbox.organizationId]))
    .rowCount ?? 0;

/** Counts the sessions that wait for a client's locks; `ended` terminates their connections. */
async function waiting(client: pg.Client, { ended } = { ended: false }): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const what = ended ? 'pg_terminate_backend(pid)' : 'pid';
  const blocked = await watcher.query(`select ${what} from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`, [
    rows[0]?.pid,
  ]);
  return blocked.rowCount ?? 0;
}

async function hold(client: pg.Client, statement: string, value: string): Promise<void> {
  await client.query('begin');
  await client.query(statement, [value]);
}
const holdWallet = () => hold(wallets, 'select 1 from wallet.wallets where id = $1 for update', walletId);
const holdNumbers = () =>
  hold(
    numbers,
    'select 1 from invoicing.invoice_sequences where organization_id = $1 for update',
    sandbox.organizationId,
  );

describe('invoices that take credits of one wallet', () => {
  it('take each cent once, when fifty run concurrently', async () => {
    await fill('20');
    await Promise.all(Array.from({ length: 50 }, (_, index) => subscribe(`s${index}`)));
    await sandbox.awaitIdle();
    const made = await invoices();
    expect(made).toHaveLength(50);
    expect(made.reduce((sum, invoice) => sum + invoice.prepaid_credit_amount_cents, 0)).toBe(2000);
    for (const invoice of made) expect(invoice.prepaid_credit_amount_cents + invoice.total_amount_cents).toBe(100);
    expect(await wallet()).toMatchObject({ balance_cents: 0, credits_balance: '0.0', consumed_credits: '20.0' });
    const transactions = await used();
    expect(new Set(transactions.map((each) => each.svc_invoice_id)).size).toBe(20);
    await expectWhole();
    expect(await reserved()).toBe(0);
  }, 180_000);

  it('take them once, when the reserving, writing and confirming connections break', async () => {
    await subscribe('before');
    await sandbox.awaitIdle();
    await fill('5');
    await holdWallet();
    await subscribe('s');
    await waitFor('what reserves', async () => (await waiting(wallets, { ended: true })) > 0);
    await waitFor('what reserves again', async () => (await waiting(wallets)) > 0);
    await holdNumbers();
    await wallets.query('commit');
    await waitFor('what writes', async () => (await waiting(numbers, { ended: true })) > 0);
    expect(await reserved()).toBe(1);
    await waitFor('what writes again', async () => (await waiting(numbers)) > 0);
    await holdWallet();
    await numbers.query('commit');
    await waitFor('what confirms', async () => (await waiting(wallets, { ended: true })) > 0);
    await wallets.query('commit');
    await sandbox.awaitIdle();
    expect((await prepaid()).sort()).toEqual([0, 100]);
    expect(await wallet()).toMatchObject({ balance_cents: 400, consumed_credits: '1.0' });
    expect(await used()).toMatchObject([{ amount: '1.0' }]);
    await expectWhole();
    expect(await reserved()).toBe(0);
  });

  it('return them once when they are voided, and not to a wallet that has ended', async () => {
    await fill('5');
    await subscribe('s');
    await sandbox.awaitIdle();
    const [invoice] = await invoices();
    await sandbox.ok('POST', `/invoices/${invoice?.svc_id}/void`);
    await sandbox.awaitIdle();
    expect(await wallet()).toMatchObject({ balance_cents: 500, consumed_credits: '0.0' });
    await expectWhole();
    await subscribe('again');
    await sandbox.awaitIdle();
    await sandbox.ok('DELETE', `/wallets/${walletId}`);
    const again = (await invoices()).find(
      (each) => each.prepaid_credit_amount_cents > 0 && each.svc_id !== invoice?.svc_id,
    );
    await sandbox.ok('POST', `/invoices/${again?.svc_id}/void`);
    await sandbox.awaitIdle();
    expect(await wallet()).toMatchObject({ balance_cents: 400 });
    await expectWhole();
  });
});
