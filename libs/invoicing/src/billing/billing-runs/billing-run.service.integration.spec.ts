import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

const subscribe = (sandbox: Sandbox, plan: string) =>
  sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c1', plan_code: plan, external_id: 's1' },
  });

const total = async (sandbox: Sandbox, list: 'invoices' | 'credit_notes') =>
  (await sandbox.ok<Record<string, { total_amount_cents: number }[]>>('GET', `/${list}`))[list]
    ?.map((each) => each.total_amount_cents)
    .sort((a, b) => a - b);

describe('billing runs', () => {
  it('bill each start and credit each end for starts, changes and ends in one instant', async () => {
    const sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1' } });
    for (const [code, amount] of [
      ['a', 3_100],
      ['b', 6_200],
    ] as const) {
      await sandbox.ok('POST', '/plans', {
        plan: {
          name: code,
          code,
          interval: 'monthly',
          amount_cents: amount,
          amount_currency: 'EUR',
          pay_in_advance: true,
        },
      });
    }
    await subscribe(sandbox, 'a');
    await subscribe(sandbox, 'b');
    await sandbox.ok('DELETE', '/subscriptions/s1');
    await sandbox.awaitIdle();
    // The upgrade uses the whole credit of the first plan; the end credits all days but its own.
    expect(await total(sandbox, 'credit_notes')).toEqual([3_100, 6_000]);
    expect(await total(sandbox, 'invoices')).toEqual([0, 3_100, 3_100]);
  });
});
