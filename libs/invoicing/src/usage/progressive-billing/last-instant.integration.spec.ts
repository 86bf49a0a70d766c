import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

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
    const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
      'POST',
      '/billable_metrics',
      { billable_metric: { name: 'm', code: 'm', aggregation_type: 'sum_agg', field_name: 'units' } },
    );
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'p',
        code: 'p',
        interval: 'monthly',
        amount_cents: 3_100,
        amount_currency: 'EUR',
        pay_in_advance: false,
        charges: [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } }],
        usage_thresholds: [{ amount_cents: 500, recurring: true }],
      },
    });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: 'p' },
    });
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
