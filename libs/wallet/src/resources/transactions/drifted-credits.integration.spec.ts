import { expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

it('a wallet whose credits drifted below zero is topped up like any other (wallets, section 1)', async () => {
  const sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'a', code: 'a', amount_cents: 50, amount_currency: 'EUR' },
  });
  await sandbox.ok('POST', '/plans', {
    plan: { name: 'p', code: 'p', interval: 'monthly', amount_cents: 50, amount_currency: 'EUR', pay_in_advance: true },
  });
  const { wallet } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', {
    wallet: { external_customer_id: 'c', rate_amount: '0.03', currency: 'EUR', granted_credits: '33.34' },
  });
  await sandbox.awaitIdle();
  for (const external_id of ['s1', 's2']) {
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id, plan_code: 'p' },
    });
    await sandbox.awaitIdle();
  }
  const path = `/wallets/${wallet.svc_id}`;
  expect(await sandbox.ok('GET', path)).toMatchObject({ wallet: { balance_cents: 0, credits_balance: '-0.00001' } });
  const topUp = (what: object) =>
    sandbox.call('POST', '/wallet_transactions', { wallet_transaction: { wallet_id: wallet.svc_id, ...what } });
  expect((await topUp({ granted_credits: '100' })).status).toBe(200);
  expect((await topUp({ paid_credits: '100' })).status).toBe(200);
  expect(await topUp({ voided_credits: '101' })).toMatchObject({
    status: 422,
    body: { error_details: { voided_credits: ['insufficient_credits'] } },
  });
});
