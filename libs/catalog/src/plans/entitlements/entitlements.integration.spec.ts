import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Entitled {
  entitlements: { code: string; privileges: { code: string; value: unknown }[] }[];
}

const plan = {
  name: 'p',
  code: 'p',
  interval: 'monthly',
  amount_cents: 0,
  amount_currency: 'EUR',
  pay_in_advance: false,
};
const seats = {
  code: 'seats',
  privileges: [
    { code: 'max', value_type: 'integer' },
    { code: 'root', value_type: 'boolean' },
  ],
};

/** A plan with ten seats, and a subscription to it with twenty. */
async function entitled(): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-01-01T10:00:00Z');
  await sandbox.ok('POST', '/features', { feature: seats });
  await sandbox.ok('POST', '/plans', { plan });
  await sandbox.ok('POST', '/plans/p/entitlements', { entitlements: { seats: { max: 10 } } });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c1', plan_code: 'p', external_id: 's1' },
  });
  await sandbox.ok('PATCH', '/subscriptions/s1/entitlements', { entitlements: { seats: { max: 20 } } });
  return sandbox;
}

const valuesOf = async (sandbox: Sandbox, path: string) =>
  (await sandbox.ok<Entitled>('GET', `${path}/entitlements`)).entitlements.map(({ code, privileges }) => [
    code,
    Object.fromEntries(privileges.map((privilege) => [privilege.code, privilege.value])),
  ]);

describe('entitlements', () => {
  it('end with their feature, and a new feature under the same code does not revive them', async () => {
    const sandbox = await entitled();
    await sandbox.ok('DELETE', '/features/seats');
    expect(await valuesOf(sandbox, '/plans/p')).toEqual([]);
    expect(await valuesOf(sandbox, '/subscriptions/s1')).toEqual([]);
    await sandbox.ok('POST', '/features', { feature: seats });
    await sandbox.awaitIdle();
    expect(await valuesOf(sandbox, '/subscriptions/s1')).toEqual([]);
    await sandbox.ok('POST', '/plans/p/entitlements', { entitlements: { seats: { max: 5 } } });
    expect(await valuesOf(sandbox, '/subscriptions/s1')).toEqual([['seats', { max: 5 }]]);
  });

  it('come from the parent plan if a subscription has an override plan', async () => {
    const sandbox = await entitled();
    await sandbox.ok('POST', '/subscriptions', {
      subscription: {
        external_customer_id: 'c1',
        plan_code: 'p',
        external_id: 's2',
        plan_overrides: { amount_cents: 500 },
      },
    });
    await sandbox.ok('PATCH', '/plans/p/entitlements', { entitlements: { seats: { root: true } } });
    expect(await valuesOf(sandbox, '/subscriptions/s2')).toEqual([['seats', { max: 10, root: true }]]);
    const { subscription } = await sandbox.ok<{ subscription: { plan: Entitled } }>('GET', '/subscriptions/s2');
    expect(subscription.plan.entitlements).toMatchObject([{ code: 'seats' }]);
  });

  it('apply all concurrent writes', async () => {
    const sandbox = await entitled();
    const codes = Array.from({ length: 8 }, (_, index) => `f${index}`);
    await Promise.all(
      codes.map((code) => sandbox.ok('POST', '/features', { feature: { code, privileges: [{ code: 'note' }] } })),
    );
    await Promise.all(
      codes.map((code) => sandbox.ok('PATCH', '/plans/p/entitlements', { entitlements: { [code]: { note: code } } })),
    );
    await Promise.all(
      codes.map((code) =>
        sandbox.ok('PATCH', '/subscriptions/s1/entitlements', { entitlements: { [code]: { note: 'own' } } }),
      ),
    );
    expect(new Map((await valuesOf(sandbox, '/plans/p')) as [string, object][]).size).toBe(9);
    const own = (await valuesOf(sandbox, '/subscriptions/s1')).filter(([code]) => code !== 'seats');
    expect(own.map(([, values]) => values)).toEqual(codes.map(() => ({ note: 'own' })));
  });

  it('reject a value that is not an object instead of ignoring it', async () => {
    const sandbox = await entitled();
    for (const entitlements of ['all', [], { seats: 5 }])
      expect(await sandbox.call('POST', '/plans/p/entitlements', { entitlements })).toMatchObject({
        status: 422,
        body: { error_details: { entitlements: ['value_is_invalid'] } },
      });
    expect(await valuesOf(sandbox, '/plans/p')).toEqual([['seats', { max: 10 }]]);
  });

  it('are isolated between organizations', async () => {
    const [, other] = await Promise.all([entitled(), Sandbox.create('2024-01-01T10:00:00Z')]);
    expect((await other.call('GET', '/features/seats')).status).toBe(404);
    expect((await other.call('GET', '/plans/p/entitlements')).status).toBe(404);
    expect((await other.call('PATCH', '/subscriptions/s1/entitlements', { entitlements: {} })).status).toBe(404);
  });
});
