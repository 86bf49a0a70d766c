import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  aCustomer,
  aMetric,
  aPlan,
  aSubscription,
  databaseUrl,
  Sandbox,
  sendEvent,
  waitFor,
  WebhookInbox,
} from '@tollgate/testing';

let inbox: WebhookInbox;
let database: pg.Client;
beforeAll(async () => {
  inbox = await WebhookInbox.open();
  database = new pg.Client(databaseUrl());
  await database.connect();
});
afterAll(async () => {
  await inbox.close();
  await database.end();
});

let sandbox: Sandbox;
let walletId: string;
/** A customer with credits for 100.00, a grace period, units at 1.00 each, and an alert at 50.00. */
beforeEach(async () => {
  inbox.clear();
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  await inbox.register(sandbox, '/hooks', { signature_algo: 'hmac' });
  const metric = await aMetric().sumOf('units').createIn(sandbox);
  await aPlan().charge(metric, '1').createIn(sandbox);
  await aCustomer()
    .with({ currency: 'EUR', billing_configuration: { invoice_grace_period: 3 } })
    .createIn(sandbox);
  const { wallet } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', {
    wallet: { external_customer_id: 'c1', code: 'w', rate_amount: '1', currency: 'EUR', granted_credits: '100' },
  });
  walletId = wallet.svc_id;
  await sandbox.awaitIdle();
  await sandbox.ok('POST', '/customers/c1/wallets/w/alerts', {
    alert: { alert_type: 'wallet_ongoing_balance_amount', code: 'half', thresholds: [{ value: 5000 }] },
  });
  for (const externalId of ['s1', 's2']) await aSubscription(externalId).createIn(sandbox);
  await sandbox.awaitIdle();
});

const use = (subscription: string, id: string, units: number) =>
  sendEvent(sandbox, { id, subscription, at: '2024-03-02T00:00:00Z', properties: { units } });
const wallet = async () =>
  (await sandbox.ok<{ wallet: Record<string, unknown> }>('GET', `/wallets/${walletId}`)).wallet;
const types = (type: string) => inbox.ofType(type);

describe('the ongoing balance', () => {
  it('is correct after many concurrent events of several subscriptions, and triggers its alert once', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, i) => use(i % 2 ? 's1' : 's2', `e${i}`, 1)));
    await sandbox.awaitIdle();
    expect(await wallet()).toMatchObject({
      balance_cents: 10_000,
      ongoing_balance_cents: 4_000,
      ongoing_usage_balance_cents: 6_000,
      credits_ongoing_balance: '40.0',
    });
    await waitFor('the alert', async () => types('alert.triggered').length > 0);
    expect(types('alert.triggered')).toHaveLength(1);
    expect(types('wallet.depleted_ongoing_balance')).toEqual([]);
  });

  it('stays the same while usage goes onto a draft, the draft becomes final, and credits pay it', async () => {
    await use('s1', 'e1', 60);
    await sandbox.awaitIdle();
    for (const at of ['2024-04-01T00:10:00Z', '2024-04-05T00:00:00Z']) {
      await sandbox.advanceClock(at);
      expect(await wallet()).toMatchObject({ ongoing_balance_cents: 4_000 });
    }
    expect(await wallet()).toMatchObject({ balance_cents: 4_000, ongoing_usage_balance_cents: 0 });
    // No intermediate state changed the balance, so the alert triggered once.
    expect(types('alert.triggered')).toHaveLength(1);
    expect(types('wallet.depleted_ongoing_balance')).toEqual([]);
  });

  it('publishes its depletion once, and again after a refill', async () => {
    await use('s1', 'e1', 110);
    await sandbox.awaitIdle();
    await use('s1', 'e2', 1);
    await sandbox.awaitIdle();
    await sandbox.ok('POST', '/wallet_transactions', {
      wallet_transaction: { wallet_id: walletId, granted_credits: '50' },
    });
    await sandbox.awaitIdle();
    expect(await wallet()).toMatchObject({ ongoing_balance_cents: 3_900 });
    await use('s2', 'e3', 39);
    await sandbox.awaitIdle();
    await waitFor('the second time', async () => types('wallet.depleted_ongoing_balance').length === 2);
  });

  it('assigns usage to the wallets that may pay for it (wallets, section 5.1)', async () => {
    const wallet_of_products = {
      external_customer_id: 'c1',
      code: 'products',
      priority: 1,
      rate_amount: '1',
      currency: 'EUR',
      granted_credits: '20',
      applies_to: { fee_types: ['product'] },
    };
    const { wallet: products } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', {
      wallet: wallet_of_products,
    });
    await use('s1', 'e1', 30);
    await sandbox.awaitIdle();
    expect(await wallet()).toMatchObject({ ongoing_balance_cents: 7_000, ongoing_usage_balance_cents: 3_000 });
    expect(await sandbox.ok('GET', `/wallets/${products.svc_id}`)).toMatchObject({
      wallet: { ongoing_balance_cents: 2_000, ongoing_usage_balance_cents: 0 },
    });
  });

  it('does not wait for a billing run that hangs', async () => {
    const { rows } = await database.query<{ sequence: string }>(
      `insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by)
       select organization_id, 'billing-run', 'held up', '0', 'held up', '{}', gen_random_uuid() from wallet.wallets where id = $1
       returning sequence`,
      [walletId],
    );
    try {
      await use('s1', 'e1', 10);
      await waitFor('the usage is subtracted', async () => (await wallet())['ongoing_balance_cents'] === 9_000);
    } finally {
      await database.query('delete from invoicing.queued_work where sequence = $1', [rows[0]?.sequence]);
    }
  });

  it('is recomputed from the tables when the snapshot job is lost', async () => {
    await database.query(
      `insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by, queued_at)
       select organization_id, 'usage-measure', 'customer ' || customer_id, '0', 'customer ' || customer_id,
              json_build_object('customer_id', customer_id, 'external_subscription_id', null), gen_random_uuid(), now() - interval '2 minutes'
       from wallet.wallets where id = $1`,
      [walletId],
    );
    await database.query('update wallet.wallets set ongoing_balance_cents = 1 where id = $1', [walletId]);
    await waitFor(
      'the balance is right again',
      async () => (await wallet())['ongoing_balance_cents'] === 10_000,
      100_000,
    );
  }, 120_000);
});
