import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

const groups = 3_000;
const perCall = 100;

describe('an invoice of many fees', () => {
  it('is written with all of them, their taxes and its total', async () => {
    const sandbox = await Sandbox.create('2024-06-01T00:00:00Z');
    await sandbox.ok('POST', '/taxes', { tax: { name: 'Tax', code: 'tax', rate: '20' } });
    const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
      'POST',
      '/billable_metrics',
      {
        billable_metric: { name: 'm', code: 'm', aggregation_type: 'count_agg' },
      },
    );
    const charge = {
      billable_metric_id: metric.svc_id,
      charge_model: 'standard',
      properties: { amount: '1', pricing_group_keys: ['team'] },
    };
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'p',
        code: 'p',
        interval: 'monthly',
        amount_cents: 0,
        amount_currency: 'EUR',
        pay_in_advance: false,
        tax_codes: ['tax'],
        charges: [charge],
      },
    });
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1', currency: 'EUR' } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: 'p' },
    });
    for (let first = 0; first < groups; first += perCall) {
      const events = Array.from({ length: perCall }, (_, n) => ({
        transaction_id: `t${first + n}`,
        external_subscription_id: 's1',
        code: 'm',
        timestamp: Date.UTC(2024, 5, 2) / 1000,
        properties: { team: `team-${first + n}` },
      }));
      await sandbox.ok('POST', '/events/batch', { events });
    }
    await sandbox.advanceClock('2024-07-01T00:10:00Z');
    const { invoices } = await sandbox.ok<{
      invoices: { svc_id: string; status: string; fees_amount_cents: number; total_amount_cents: number }[];
    }>('GET', '/invoices');
    expect(invoices).toMatchObject([
      { status: 'finalized', fees_amount_cents: groups * 100, total_amount_cents: groups * 120 },
    ]);
    const { invoice } = await sandbox.ok<{ invoice: { fees: { amount_cents: number }[] } }>(
      'GET',
      `/invoices/${invoices[0]?.svc_id}`,
    );
    expect(invoice.fees.filter(({ amount_cents }) => amount_cents === 100)).toHaveLength(groups);
  }, 120_000);
});
