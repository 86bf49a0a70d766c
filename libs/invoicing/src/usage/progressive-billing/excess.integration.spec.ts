import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Notes {
  credit_notes: { total_amount_cents: number }[];
}
interface Metric {
  billable_metric: { svc_id: string };
}

let sandbox: Sandbox;
let events = 0;

/** Units of two metrics cost 1.00 each; thresholds are at 10.00 and at 30.00 of usage. */
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const charges = [];
  for (const code of ['a', 'b']) {
    const { billable_metric: metric } = await sandbox.ok<Metric>('POST', '/billable_metrics', {
      billable_metric: { name: code, code, aggregation_type: 'sum_agg', field_name: 'units' },
    });
    charges.push({ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } });
  }
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 0,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges,
      usage_thresholds: [{ amount_cents: 1_000 }, { amount_cents: 3_000 }],
    },
  });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: 'p' },
  });
});

async function use(code: string, units: number): Promise<void> {
  events += 1;
  await sandbox.ok('POST', '/events', {
    event: {
      transaction_id: `e${events}`,
      external_subscription_id: 's1',
      code,
      timestamp: Date.UTC(2024, 2, 2) / 1000,
      properties: { units },
    },
  });
  await sandbox.awaitIdle();
}

const notes = async (): Promise<number[]> => {
  await sandbox.advanceClock('2024-04-01T12:00:00Z');
  const { credit_notes: creditNotes } = await sandbox.ok<Notes>('GET', '/credit_notes');
  return creditNotes.map((note) => note.total_amount_cents);
};

describe('usage that has fallen since its invoice at a threshold', () => {
  beforeEach(async () => {
    await sandbox.advanceClock('2024-03-03T00:00:00Z');
    await use('a', 20);
  });

  it('is credited', async () => {
    await use('a', -5);
    expect(await notes()).toEqual([500]);
  });

  it('is credited on the fee that billed it, whatever an earlier invoice billed of others', async () => {
    await use('b', 12);
    await use('b', -5);
    expect(await notes()).toEqual([500]);
  });
});
