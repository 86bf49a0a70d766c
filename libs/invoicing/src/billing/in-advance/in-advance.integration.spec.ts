import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { newId } from '@tollgate/platform';
import { databaseUrl, Sandbox } from '@tollgate/testing';

interface Fee {
  amount_cents: number;
  units: string;
  event_transaction_id: string;
  external_subscription_id: string;
}

const subscriptions = 20;
const eventsEach = 50;

/** Subscriptions to a plan with an uninvoiced charge in advance over a graduated price. */
async function prepare(): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-06-01T00:00:00Z');
  const metric = await sandbox.ok<{ billable_metric: { svc_id: string } }>('POST', '/billable_metrics', {
    billable_metric: { name: 'm', code: 'm', aggregation_type: 'sum_agg', field_name: 'v' },
  });
  const graduated_ranges = [
    { from_value: 0, to_value: 100, per_unit_amount: '1', flat_amount: '0' },
    { from_value: 101, to_value: null, per_unit_amount: '0.5', flat_amount: '3' },
  ];
  const charge = {
    billable_metric_id: metric.billable_metric.svc_id,
    charge_model: 'graduated',
    properties: { graduated_ranges },
    pay_in_advance: true,
    invoiceable: false,
  };
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 0,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges: [charge],
    },
  });
  for (let n = 0; n < subscriptions; n++) {
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: `c${n % 3}`, plan_code: 'p', external_id: `s${n}` },
    });
  }
  await sandbox.advanceClock('2024-06-02T00:00:00Z');
  return sandbox;
}

async function allFees(sandbox: Sandbox): Promise<Fee[]> {
  const fees: Fee[] = [];
  for (let page: number | null = 1; page !== null;) {
    const answer: { fees: Fee[]; meta: { next_page: number | null } } = await sandbox.ok(
      'GET',
      `/fees?per_page=500&page=${page}`,
    );
    fees.push(...answer.fees);
    page = answer.meta.next_page;
  }
  return fees;
}

/** Queues an earlier event again, in every partition. */
async function publishAgain(
  sandbox: Sandbox,
  transactionId: string,
  externalSubscriptionId: string,
  eventId?: string,
): Promise<void> {
  const client = new pg.Client(databaseUrl());
  await client.connect();
  const at = Date.parse('2024-06-02T12:00:00Z');
  for (const key of ['0', '1', '2', '3']) {
    const event = {
      event_id: eventId ?? newId(),
      external_subscription_id: externalSubscriptionId,
      code: 'm',
      transaction_id: transactionId,
      timestamp: at * 1000,
      received_at: at,
      properties: '{"v":5}',
      precise_total_amount_cents: null,
    };
    await client.query(
      `insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by)
       values ($1, 'advance-events', $2, $3, $2, $4, gen_random_uuid()) on conflict do nothing`,
      [sandbox.organizationId, event.event_id, key, event],
    );
  }
  await client.end();
}

describe('events charged in advance', () => {
  it('are each charged once, in parallel and after a repeated message', async () => {
    const sandbox = await prepare();
    const events = Array.from({ length: subscriptions * eventsEach }, (_, n) => ({
      transaction_id: `t${n}`,
      external_subscription_id: `s${n % subscriptions}`,
      code: 'm',
      properties: { v: 1 + (n % 7) },
    }));
    const batches = Array.from({ length: events.length / 100 }, (_, n) => events.slice(n * 100, (n + 1) * 100));
    await Promise.all(batches.map((batch) => sandbox.ok('POST', '/events/batch', { events: batch })));
    await sandbox.awaitIdle();

    const fees = await allFees(sandbox);
    expect(new Set(fees.map((fee) => fee.event_transaction_id)).size).toBe(events.length);
    expect(fees).toHaveLength(events.length);
    for (let n = 0; n < subscriptions; n++) {
      const subscriptionFees = fees.filter((fee) => fee.external_subscription_id === `s${n}`);
      const units = subscriptionFees.reduce((sum, fee) => sum + Number(fee.units), 0);
      const paid = subscriptionFees.reduce((sum, fee) => sum + fee.amount_cents, 0);
      expect(paid).toBe(units <= 100 ? units * 100 : 10_000 + 300 + (units - 100) * 50);
    }

    await publishAgain(sandbox, 't0', 's0');
    const more = Array.from({ length: subscriptions }, (_, n) => ({
      transaction_id: `more${n}`,
      external_subscription_id: `s${n}`,
      code: 'm',
      properties: { v: 1 },
    }));
    await sandbox.ok('POST', '/events/batch', { events: more });
    await sandbox.awaitIdle();
    expect(await allFees(sandbox)).toHaveLength(events.length + more.length);
  });

  it('are not charged after their void, even if their message arrives later', async () => {
    const sandbox = await prepare();
    const post = (transactionId: string) =>
      sandbox.ok<{ event: { svc_id: string } }>('POST', '/events', {
        event: { transaction_id: transactionId, external_subscription_id: 'later', code: 'm', properties: { v: 5 } },
      });
    const { event } = await post('voided');
    await sandbox.awaitIdle();
    await sandbox.ok('DELETE', '/events/voided?external_subscription_id=later');
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c0', plan_code: 'p', external_id: 'later' },
    });
    await sandbox.advanceClock('2024-06-03T00:00:00Z');
    await publishAgain(sandbox, 'voided', 'later', event.svc_id);
    await post('counted');
    await sandbox.awaitIdle();
    expect((await allFees(sandbox)).map((fee) => fee.event_transaction_id)).toEqual(['counted']);
  });
});
