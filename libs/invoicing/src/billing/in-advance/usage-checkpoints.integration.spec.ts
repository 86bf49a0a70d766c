import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { aMetric, aPlan, aSubscription, databaseUrl, Sandbox, usageEvent } from '@tollgate/testing';

const start = Date.UTC(2024, 5, 2) / 1000;
const perCall = 100;

const pricing_group_keys = ['team'];
const graduated = {
  charge_model: 'graduated',
  properties: {
    graduated_ranges: [
      { from_value: 0, to_value: 2_000, per_unit_amount: '0.05', flat_amount: '0' },
      { from_value: 2_001, to_value: null, per_unit_amount: '0.02', flat_amount: '7' },
    ],
    pricing_group_keys,
  },
};
const packages = {
  charge_model: 'package',
  properties: { amount: '3', package_size: 1_000, free_units: 100, pricing_group_keys },
};
const percentage = { charge_model: 'percentage', properties: { rate: '2', fixed_amount: '0.03', pricing_group_keys } };

/** Charges in advance, for two groups each: all fees together are the price of all usage. */
async function prepare(charges: object[], subscriptions = ['s1']): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-06-01T00:00:00Z');
  const billable_metric_id = await aMetric().sumOf('v').createIn(sandbox);
  await aPlan()
    .with({
      charges: charges.map((charge) => ({ billable_metric_id, pay_in_advance: true, invoiceable: false, ...charge })),
    })
    .createIn(sandbox);
  for (const subscription of subscriptions) await aSubscription(subscription).createIn(sandbox);
  await sandbox.advanceClock('2024-06-10T00:00:00Z');
  return sandbox;
}

describe('the checkpoint of a charge in advance', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(databaseUrl());
    await client.connect();
  });
  afterAll(() => client.end());

  const checkpoints = async (sandbox: Sandbox) => {
    const { rows } = await client.query<{ events: string }>(
      'select events from invoicing.advance_checkpoints where organization_id = $1',
      [sandbox.organizationId],
    );
    return rows.map(({ events }) => Number(events));
  };

  async function send(sandbox: Sandbox, from: number, count: number, subscriptions = ['s1']): Promise<void> {
    for (let first = from; first < from + count; first += perCall) {
      const events = Array.from({ length: perCall }, (_, n) => {
        const number = first + n;
        return usageEvent({
          id: `t${number}`,
          at: start + number,
          subscription: subscriptions[Math.floor(number / 2) % subscriptions.length],
          properties: { v: '4', team: number % 2 ? 'a' : 'b' },
        });
      });
      await sandbox.ok('POST', '/events/batch', { events });
    }
    await sandbox.awaitIdle();
  }

  /** The cents of a subscription's fees above the price of all its usage. */
  async function excess(sandbox: Sandbox, subscription = 's1'): Promise<number> {
    const { rows } = await client.query<{ paid: string }>(
      `select sum(fee.amount_cents)::text as paid from invoicing.fees as fee
       join subscription.subscriptions as subscription on subscription.id = fee.subscription_id
       where fee.organization_id = $1 and subscription.external_id = $2`,
      [sandbox.organizationId, subscription],
    );
    const { customer_usage: usage } = await sandbox.ok<{ customer_usage: { amount_cents: number } }>(
      'GET',
      `/customers/c1/current_usage?external_subscription_id=${encodeURIComponent(subscription)}`,
    );
    return Number(rows[0]?.paid) - usage.amount_cents;
  }

  it('moves on, and prices remain those of all usage, even after a very late event', async () => {
    const sandbox = await prepare([graduated]);
    await send(sandbox, 0, 1_400);
    const [first] = await checkpoints(sandbox);
    expect(first).toBeGreaterThan(300);
    expect(await excess(sandbox)).toBe(0);

    // It costs the price of its units at its time, 5 cents each; later events of its range had been charged without it.
    await sandbox.ok('POST', '/events', {
      event: {
        transaction_id: 'late',
        external_subscription_id: 's1',
        code: 'm',
        timestamp: start - 3_600,
        properties: { v: '4', team: 'a' },
      },
    });
    await sandbox.awaitIdle();
    expect(await excess(sandbox)).toBe(4 * (5 - 2));
    await send(sandbox, 1_400, 300);
    expect(await excess(sandbox)).toBe(4 * (5 - 2));
  }, 240_000);

  it('moves for each of several charges and subscriptions, which are read together', async () => {
    const subscriptions = ['s1', 's2', 'S\'3 "ü"'];
    const sandbox = await prepare([graduated, packages, percentage], subscriptions);
    await send(sandbox, 0, 1_200, subscriptions.slice(0, 1));
    await send(sandbox, 1_200, 300, subscriptions);
    expect(await checkpoints(sandbox)).toHaveLength(3);
    for (const subscription of subscriptions) expect(await excess(sandbox, subscription)).toBe(0);
    await send(sandbox, 1_500, 1_200, subscriptions);
    for (const subscription of subscriptions) expect(await excess(sandbox, subscription)).toBe(0);
  }, 240_000);
});
