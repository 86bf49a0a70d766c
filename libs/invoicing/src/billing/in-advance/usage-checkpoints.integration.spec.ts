import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { aMetric, aPlan, aSubscription, databaseUrl, Sandbox, usageEvent } from '@tollgate/testing';

const start = Date.UTC(2024, 5, 2) / 1000;
const perCall = 100;

/** A graduated charge in advance, for two groups: all fees together are the price of all usage. */
async function prepare(): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-06-01T00:00:00Z');
  const metric = await aMetric().sumOf('v').createIn(sandbox);
  const ranges = [
    { from_value: 0, to_value: 2_000, per_unit_amount: '0.05', flat_amount: '0' },
    { from_value: 2_001, to_value: null, per_unit_amount: '0.02', flat_amount: '7' },
  ];
  const charge = {
    billable_metric_id: metric,
    charge_model: 'graduated',
    pay_in_advance: true,
    invoiceable: false,
    properties: { graduated_ranges: ranges, pricing_group_keys: ['team'] },
  };
  await aPlan()
    .with({ charges: [charge] })
    .createIn(sandbox);
  await aSubscription().createIn(sandbox);
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

  const checkpoint = async (sandbox: Sandbox) =>
    (
      await client.query<{ events: string }>(
        'select events from invoicing.advance_checkpoints where organization_id = $1',
        [sandbox.organizationId],
      )
    ).rows[0]?.events;

  async function send(sandbox: Sandbox, from: number, count: number): Promise<void> {
    for (let first = from; first < from + count; first += perCall) {
      const events = Array.from({ length: perCall }, (_, n) =>
        usageEvent({
          id: `t${first + n}`,
          at: start + first + n,
          properties: { v: '4', team: (first + n) % 2 ? 'a' : 'b' },
        }),
      );
      await sandbox.ok('POST', '/events/batch', { events });
    }
    await sandbox.awaitIdle();
  }

  /** The cents of the fees above the price of all usage. */
  async function excess(sandbox: Sandbox): Promise<number> {
    const { rows } = await client.query<{ paid: string }>(
      'select sum(amount_cents)::text as paid from invoicing.fees where organization_id = $1',
      [sandbox.organizationId],
    );
    const { customer_usage: usage } = await sandbox.ok<{ customer_usage: { amount_cents: number } }>(
      'GET',
      '/customers/c1/current_usage?external_subscription_id=s1',
    );
    return Number(rows[0]?.paid) - usage.amount_cents;
  }

  it('moves on, and prices remain those of all usage, even after a very late event', async () => {
    const sandbox = await prepare();
    await send(sandbox, 0, 1_400);
    const first = Number(await checkpoint(sandbox));
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
});
