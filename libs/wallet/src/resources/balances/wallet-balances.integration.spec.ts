import { expect, it } from '@jest/globals';
import { aCustomer, Sandbox } from '@tollgate/testing';

interface Balance {
  at: string;
  balance_cents: number;
  credits_balance: string;
}

it('the balances of a wallet over time end with the present one', async () => {
  const sandbox = await Sandbox.create('2026-01-01T12:00:00Z');
  await aCustomer('c').with({ currency: 'EUR' }).createIn(sandbox);
  const { wallet } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', {
    wallet: { external_customer_id: 'c', rate_amount: '1', currency: 'EUR', granted_credits: '10' },
  });
  await sandbox.awaitIdle();
  await sandbox.advanceClock('2026-01-03T12:00:00Z');
  await sandbox.ok('POST', '/wallet_transactions', {
    wallet_transaction: { wallet_id: wallet.svc_id, voided_credits: '4' },
  });
  await sandbox.awaitIdle();
  await sandbox.advanceClock('2026-01-04T12:00:00Z');
  const listed = (parameters: string) =>
    sandbox.ok<{ wallet_balances: Balance[] }>('GET', `/wallets/${wallet.svc_id}/balances?${parameters}`);
  const { wallet_balances: balances } = await listed('from_date=2025-12-31');
  expect(balances.map(({ at, balance_cents: cents, credits_balance: credits }) => [at, cents, credits])).toEqual([
    ['2025-12-31T23:59:59Z', 0, '0.0'],
    ['2026-01-01T23:59:59Z', 1_000, '10.0'],
    ['2026-01-02T23:59:59Z', 1_000, '10.0'],
    ['2026-01-03T23:59:59Z', 600, '6.0'],
    ['2026-01-04T12:00:00Z', 600, '6.0'],
  ]);
  const hours = await listed('granularity=hour&from_date=2026-01-03T11:00:00Z&to_date=2026-01-03T12:59:59Z');
  expect(hours.wallet_balances.map(({ balance_cents: cents }) => cents)).toEqual([1_000, 600]);
  expect((await sandbox.call('GET', `/wallets/${wallet.svc_id}/balances?from_date=2020-01-01`)).status).toBe(422);
  const other = await Sandbox.create();
  expect((await other.call('GET', `/wallets/${wallet.svc_id}/balances`)).status).toBe(404);
}, 60_000);
