import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

const times = 60;
const atOnce = async (sandbox: Sandbox, path: string, body: unknown) =>
  Promise.all(Array.from({ length: times }, () => sandbox.call('POST', path, body))).then((answers) =>
    answers.map(({ status }) => status),
  );
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

describe('many concurrent equal calls', () => {
  it('create one customer and change it', async () => {
    const sandbox = await Sandbox.create();
    await sandbox.ok('POST', '/taxes', { tax: { name: 'VAT', code: 'vat', rate: 20 } });
    const customer = { external_id: 'c', name: 'Ada', tax_codes: ['vat'] };
    expect(count(await atOnce(sandbox, '/customers', { customer }), 200)).toBe(times);
    const { customers } = await sandbox.ok<{ customers: { sequential_id: number }[] }>('GET', '/customers');
    expect(customers.map(({ sequential_id }) => sequential_id)).toEqual([1]);
  });

  it.each([
    ['/taxes', { tax: { name: 'n', code: 'x', rate: 1 } }],
    ['/add_ons', { add_on: { name: 'n', code: 'x', amount_cents: 1, amount_currency: 'EUR' } }],
    ['/billable_metrics', { billable_metric: { name: 'n', code: 'x', aggregation_type: 'count_agg' } }],
    [
      '/plans',
      {
        plan: {
          name: 'n',
          code: 'x',
          interval: 'monthly',
          amount_cents: 1,
          amount_currency: 'EUR',
          pay_in_advance: false,
        },
      },
    ],
    [
      '/coupons',
      {
        coupon: {
          name: 'n',
          code: 'x',
          coupon_type: 'fixed_amount',
          amount_cents: 1,
          amount_currency: 'EUR',
          frequency: 'once',
          expiration: 'no_expiration',
        },
      },
    ],
    ['/webhook_endpoints', { webhook_endpoint: { webhook_url: 'https://example.com/x' } }],
  ])('create one of %s, and reject the others as existing', async (path, body) => {
    const statuses = await atOnce(await Sandbox.create(), path, body);
    expect([count(statuses, 200), count(statuses, 422)]).toEqual([1, times - 1]);
  });

  it('create one subscription, with its customer', async () => {
    const sandbox = await Sandbox.create();
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'n',
        code: 'p',
        interval: 'monthly',
        amount_cents: 1,
        amount_currency: 'EUR',
        pay_in_advance: false,
      },
    });
    const statuses = await atOnce(sandbox, '/subscriptions', {
      subscription: { external_customer_id: 'c', plan_code: 'p', external_id: 's' },
    });
    expect(count(statuses, 200) + count(statuses, 422)).toBe(times);
    const { subscriptions } = await sandbox.ok<{ subscriptions: unknown[] }>('GET', '/subscriptions');
    expect(subscriptions).toHaveLength(1);
  });
});
