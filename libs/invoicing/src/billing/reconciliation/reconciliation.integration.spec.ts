import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { newId } from '@tollgate/platform';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';

/** A customer with a plan of 31.00, billed in arrears. */
async function subscribed(): Promise<{ sandbox: Sandbox; subscriptionId: string; customerId: string }> {
  const sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 3_100,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges: [],
    },
  });
  const { subscription } = await sandbox.ok<{ subscription: { svc_id: string; svc_customer_id: string } }>(
    'POST',
    '/subscriptions',
    {
      subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: 'p' },
    },
  );
  return { sandbox, subscriptionId: subscription.svc_id, customerId: subscription.svc_customer_id };
}

describe('queued work without a job', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(databaseUrl());
    await client.connect();
  });
  afterAll(() => client.end());

  it('is found in its table and processed: a billing run and a pending invoice', async () => {
    const { sandbox, subscriptionId, customerId } = await subscribed();
    const request = {
      customer_id: customerId,
      billing_at: '2024-04-01T00:00:00.000Z',
      unused_days: [],
      subscriptions: [
        { subscription_id: subscriptionId, invoicing_reason: 'subscription_periodic', trial_ended: false },
      ],
    };
    await client.query(
      `insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by, queued_at)
       values ($1, 'billing-run', $2::uuid::text, '3', $3, $4, $2::uuid, now() - interval '2 minutes')`,
      [sandbox.organizationId, newId(), customerId, request],
    );
    const left = async () =>
      (await client.query('select from invoicing.queued_work where organization_id = $1', [sandbox.organizationId]))
        .rowCount;
    await waitFor('the run is done', async () => (await left()) === 0, 100_000);
    const { invoices } = await sandbox.ok<{ invoices: { svc_id: string; total_amount_cents: number }[] }>(
      'GET',
      '/invoices',
    );
    expect(invoices).toMatchObject([{ total_amount_cents: 3_100 }]);

    // The state after a process is killed before it queues the job.
    await client.query(
      `update invoicing.invoices set status = 'pending', sequential_id = null where organization_id = $1`,
      [sandbox.organizationId],
    );
    const status = async () =>
      (
        await client.query<{ status: string }>('select status from invoicing.invoices where organization_id = $1', [
          sandbox.organizationId,
        ])
      ).rows[0]?.status;
    await waitFor('the invoice is made', async () => (await status()) === 'finalized', 100_000);
  }, 240_000);
});
