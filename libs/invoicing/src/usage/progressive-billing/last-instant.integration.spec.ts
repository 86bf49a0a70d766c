import { describe, expect, it } from '@jest/globals';
import { aMetric, aPlan, aSubscription, Sandbox } from '@tollgate/testing';

interface Invoice {
  invoice_type: string;
  fees: { item: { type: string }; amount_cents: number; units: string }[];
  fees_amount_cents: number;
  progressive_billing_credit_amount_cents: number;
}

const lastInstant = '2024-01-31T23:59:59.999Z';

const list = async (sandbox: Sandbox, type: string) => {
  const { invoices } = await sandbox.ok<{ invoices: { svc_id: string }[] }>('GET', `/invoices?invoice_type=${type}`);
  return Promise.all(
    invoices.map(async ({ svc_id: id }) => (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice),
  );
};

describe('a subscription that starts in the last instant of a period', () => {
  it('has a period of that one instant: its usage is billed at a threshold, and with the period', async () => {
    const sandbox = await Sandbox.create(lastInstant);
    const metric = await aMetric().sumOf('units').createIn(sandbox);
    await aPlan()
      .monthly(3_100)
      .charge(metric, '1')
      .with({ usage_thresholds: [{ amount_cents: 500, recurring: true }] })
      .createIn(sandbox);
    await aSubscription().createIn(sandbox);
    for (const [transactionId, units] of Object.entries({ e1: 6, e2: 7 })) {
      await sandbox.ok('POST', '/events', {
        event: {
          transaction_id: transactionId,
          external_subscription_id: 's1',
          code: 'm',
          timestamp: String(Date.parse(lastInstant) / 1000),
          properties: { units },
        },
      });
      await sandbox.awaitIdle();
    }
    const progressive = await list(sandbox, 'progressive_billing');
    expect(progressive.map((invoice) => invoice.fees_amount_cents).sort((a, b) => a - b)).toEqual([600, 1_300]);

    await sandbox.advanceClock('2024-02-01T00:10:00Z');
    const [periodic] = await list(sandbox, 'subscription');
    expect(periodic).toMatchObject({ fees_amount_cents: 1_400, progressive_billing_credit_amount_cents: 1_300 });
    expect(periodic?.fees.filter(({ item }) => item.type === 'charge')).toMatchObject([{ units: '13.0' }]);
  });
});
