import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';

interface Transaction {
  svc_id: string;
  status: string;
  failed_at: string | null;
}

let database: pg.Client;
beforeAll(async () => {
  database = new pg.Client(databaseUrl());
  await database.connect();
});
afterAll(() => database.end());

it('a purchase that remained pending after the void of its invoice fails, and blocks no top-up', async () => {
  const sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  const { wallet } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', {
    wallet: { external_customer_id: 'c', name: 'w', rate_amount: '1', currency: 'EUR' },
  });
  const buy = async (): Promise<string> => {
    const wallet_transaction = { wallet_id: wallet.svc_id, paid_credits: '10', granted_credits: '0' };
    const made = await sandbox.ok<{ wallet_transactions: Transaction[] }>('POST', '/wallet_transactions', {
      wallet_transaction,
    });
    await sandbox.awaitIdle();
    return (made.wallet_transactions[0] as Transaction).svc_id;
  };
  const [stuck, open] = [await buy(), await buy()];
  const read = async (id: string) =>
    (await sandbox.ok<{ wallet_transaction: Transaction }>('GET', `/wallet_transactions/${id}`)).wallet_transaction;
  const { rows } = await database.query<{ invoice_id: string }>(
    'select invoice_id from wallet.transactions where id = $1',
    [stuck],
  );
  await sandbox.advanceClock('2024-03-02T00:00:00Z');
  await sandbox.ok('POST', `/invoices/${rows[0]?.invoice_id}/void`);
  await sandbox.awaitIdle();
  expect(await read(stuck)).toMatchObject({ status: 'failed' });

  // The state of a release whose wallets received messages of payments alone.
  await database.query(`update wallet.transactions set status = 'pending', failed_at = null where id = $1`, [stuck]);
  await sandbox.advanceClock('2024-03-10T00:00:00Z');
  await waitFor('the sweep', async () => (await read(stuck)).status === 'failed', 100_000);
  expect((await read(stuck)).failed_at).toBe('2024-03-02T00:00:00Z');
  expect(await read(open)).toMatchObject({ status: 'pending', failed_at: null });
  const { rowCount } = await database.query(
    `select from wallet.transactions where wallet_id = $1 and status = 'pending'`,
    [wallet.svc_id],
  );
  expect(rowCount).toBe(1);
}, 150_000);
