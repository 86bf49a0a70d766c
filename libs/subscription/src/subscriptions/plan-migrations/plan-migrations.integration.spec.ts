import { beforeEach, describe, expect, it } from '@jest/globals';
import type { MigratedSubscription, Plan, PlanMigration, PlanMigrationPreview } from '@tollgate/contracts';
import { call, notFound, Sandbox, validationFailed, waitFor } from '@tollgate/testing';

let sandbox: Sandbox;
let metricId: string;
/** The clock of the organization, Unix ms. */
let now: number;

const charge = (code: string, amount: string, more: object = {}) => ({
  billable_metric_id: metricId,
  code,
  charge_model: 'standard',
  properties: { amount },
  ...more,
});
/** Prices per call and per seat, with a base fee in advance. */
const terms = (amount_cents: number, call: string, seat: string) => ({
  amount_cents,
  charges: [
    charge('calls', call, {
      properties: { amount: call },
      filters: [{ values: { region: ['eu'] }, properties: { amount: call } }],
    }),
    charge('at_once', call, { pay_in_advance: true, invoiceable: true }),
  ],
  fixed_charges: [
    {
      add_on_code: 'seat',
      code: 'seats',
      charge_model: 'standard',
      units: 2,
      pay_in_advance: true,
      properties: { amount: seat },
    },
  ],
});

beforeEach(async () => {
  now = Date.parse('2024-01-10T00:00:00Z');
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  const { billable_metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>('POST', '/billable_metrics', {
    billable_metric: {
      name: 'Calls',
      code: 'calls',
      aggregation_type: 'count_agg',
      filters: [{ key: 'region', values: ['eu', 'us'] }],
    },
  });
  metricId = billable_metric.svc_id;
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Seat', code: 'seat', amount_cents: 100, amount_currency: 'EUR' },
  });
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      amount_currency: 'EUR',
      pay_in_advance: true,
      ...terms(1000, '1', '5'),
    },
  });
});

const advance = async (instant: string) => {
  now = Date.parse(instant);
  await sandbox.advanceClock(instant);
};
const subscribe = (id: string, more: object = {}) =>
  sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: `c-${id}`, external_id: id, plan_code: 'p', ...more },
  });
const customer = (id: string) =>
  sandbox.ok('POST', '/customers', { customer: { external_id: `c-${id}`, currency: 'EUR' } });
const begin = async (...ids: string[]) => {
  for (const id of ids) {
    await customer(id);
    await subscribe(id);
  }
  await sandbox.awaitIdle();
};
const use = async (id: string, transaction: string) => {
  await sandbox.ok('POST', '/events', {
    event: {
      transaction_id: transaction,
      external_subscription_id: id,
      code: 'calls',
      timestamp: Math.floor(now / 1000),
      properties: { region: 'eu' },
    },
  });
  await sandbox.awaitIdle();
};
/** The body of a change that keeps the charges of the plan. */
const change = async (amount_cents: number, call: string, seat: string) => {
  const { plan } = await sandbox.ok<{ plan: Plan }>('GET', '/plans/p');
  const changed = terms(amount_cents, call, seat);
  const named = <T extends { code: string }>(stored: { svc_id: string; code: string }[], charges: T[]) =>
    charges.map((one) => ({ id: stored.find(({ code }) => code === one.code)?.svc_id, ...one }));
  return {
    amount_cents,
    charges: named(plan.charges, changed.charges),
    fixed_charges: named(plan.fixed_charges, changed.fixed_charges),
  };
};
const request = (body: object) => sandbox.call('POST', '/plans/p/migrations', { plan_migration: body });
const read = async (id: string) =>
  (await sandbox.ok<{ plan_migration: PlanMigration }>('GET', `/plan_migrations/${id}`)).plan_migration;
const migrate = async (body: object): Promise<PlanMigration> => {
  const { status, body: answer } = await request(body);
  expect([status, answer]).toMatchObject([200, {}]);
  const { svc_id: id } = answer['plan_migration'] as PlanMigration;
  const ended = await waitFor('the end of the migration', async () => {
    const migration = await read(id);
    return migration.completed_at === null ? undefined : migration;
  });
  await sandbox.awaitIdle();
  return ended;
};
const accountOf = async ({ svc_id: id }: PlanMigration) =>
  (
    await sandbox.ok<{ migrated_subscriptions: MigratedSubscription[] }>('GET', `/plan_migrations/${id}/subscriptions`)
  ).migrated_subscriptions.map((one) => [one.external_subscription_id, one.outcome, one.from_version, one.to_version]);
interface Billed {
  fees: { item: { code: string }; amount_cents: number }[];
}
/** Kinds and cents of the fees of a customer's invoices, oldest invoice first. */
const billed = async (id: string) => {
  const { invoices } = await sandbox.ok<{ invoices: { svc_id: string; sequential_id: number }[] }>(
    'GET',
    `/invoices?external_customer_id=c-${id}&per_page=100`,
  );
  const fees: (string | number)[][][] = [];
  for (const { svc_id: invoiceId } of invoices.sort((one, other) => one.sequential_id - other.sequential_id)) {
    const { invoice } = await sandbox.ok<{ invoice: Billed }>('GET', `/invoices/${invoiceId}`);
    fees.push(invoice.fees.map((fee) => [fee.item.code, fee.amount_cents]).sort());
  }
  return fees;
};

describe('a migration of a plan', () => {
  it('leaves existing subscriptions at their version, and later takes them along; nothing is billed twice', async () => {
    await begin('a');
    await use('a', 'one');
    const started = [
      ['p', 710],
      ['seat', 1000],
    ];
    expect(await billed('a')).toMatchObject([started, [['calls', 100]]]);
    const first = await migrate({ applies_to: 'new', plan: await change(2000, '3', '7') });
    expect(first).toMatchObject({ status: 'completed', stayed_version: 1, stayed_count: 1, followed_count: 0 });
    expect(await accountOf(first)).toEqual([['a', 'stayed', 1, 1]]);
    expect(await sandbox.ok('GET', '/plans/p')).toMatchObject({ plan: { amount_cents: 2000, retained_version: null } });
    await begin('b');
    await use('a', 'two');
    await use('b', 'three');
    expect(await billed('a')).toMatchObject([started, [['calls', 100]], [['calls', 100]]]);
    expect((await billed('b')).slice(1)).toEqual([[['calls', 300]]]);
    await advance('2024-02-02T00:00:00Z');
    expect((await billed('a')).at(-1)).toEqual([
      ['calls', 200],
      ['p', 1000],
      ['seat', 1000],
    ]);
    expect((await billed('b')).at(-1)).toEqual([
      ['calls', 300],
      ['p', 2000],
      ['seat', 1400],
    ]);
    const before = await billed('a');
    const second = await migrate({ applies_to: 'all' });
    expect(await accountOf(second)).toEqual([
      ['a', 'moved', 1, 2],
      ['b', 'followed', 2, 2],
    ]);
    expect(await billed('a')).toEqual(before);
    await use('a', 'four');
    expect((await billed('a')).slice(before.length)).toEqual([[['calls', 300]]]);
    await advance('2024-03-02T00:00:00Z');
    expect((await billed('a')).at(-1)).toEqual([
      ['calls', 300],
      ['p', 2000],
      ['seat', 1400],
    ]);
  }, 120_000);

  it('continues running totals, levels and own units on each version', async () => {
    const { billable_metric: storage } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
      'POST',
      '/billable_metrics',
      {
        billable_metric: {
          name: 'Storage',
          code: 'storage',
          aggregation_type: 'sum_agg',
          field_name: 'gb',
          recurring: true,
        },
      },
    );
    const ranges = [
      { from_value: 0, to_value: 2, per_unit_amount: '1', flat_amount: '0' },
      { from_value: 3, to_value: null, per_unit_amount: '0.5', flat_amount: '0' },
    ];
    await sandbox.ok('POST', '/plans/p/charges', {
      charge: charge('steps', '0', {
        charge_model: 'graduated',
        properties: { graduated_ranges: ranges },
        pay_in_advance: true,
      }),
    });
    await sandbox.ok('DELETE', '/plans/p/charges/at_once');
    await sandbox.ok('DELETE', '/plans/p/charges/calls');
    await sandbox.ok('POST', '/plans/p/charges', {
      charge: { ...charge('storage', '1'), billable_metric_id: storage.svc_id },
    });
    await begin('a');
    await sandbox.ok('PUT', '/subscriptions/a/fixed_charges/seats', { fixed_charge: { units: 5 } });
    await sandbox.ok('POST', '/events', {
      event: {
        transaction_id: 'level',
        external_subscription_id: 'a',
        code: 'storage',
        timestamp: now / 1000,
        properties: { gb: '10' },
      },
    });
    await use('a', 'one');
    await use('a', 'two');
    const latest = async () => (await billed('a')).at(-1);
    expect(await latest()).toEqual([['calls', 100]]);
    await migrate({ applies_to: 'new', plan: { amount_cents: 2000 } });
    await use('a', 'three');
    expect(await latest()).toEqual([['calls', 50]]);
    await migrate({ applies_to: 'all' });
    await use('a', 'four');
    expect(await latest()).toEqual([['calls', 50]]);
    await migrate({ applies_to: 'new', plan: { amount_cents: 3000 } });
    await advance('2024-02-02T00:00:00Z');
    expect(await latest()).toEqual([
      ['p', 2000],
      ['seat', 2500],
      ['storage', 1000],
    ]);
    await migrate({ applies_to: 'all' });
    await advance('2024-03-02T00:00:00Z');
    expect(await latest()).toEqual([
      ['p', 3000],
      ['seat', 2500],
      ['storage', 1000],
    ]);
  }, 120_000);

  it('takes chosen ones along, leaves out prices of their own, and previews it', async () => {
    await begin('a', 'b', 'c');
    await sandbox.ok('PUT', '/subscriptions/c', { subscription: { plan_overrides: { amount_cents: 7 } } });
    const body = {
      applies_to: 'chosen',
      external_subscription_ids: ['a'],
      plan: await change(2000, '1', '5'),
    };
    const { plan_migration_preview: preview } = await sandbox.ok<{ plan_migration_preview: PlanMigrationPreview }>(
      'POST',
      '/plans/p/migrations/preview',
      { plan_migration: body },
    );
    expect(preview).toEqual({
      cohorts: [
        { version: 1, is_current: true, subscriptions_count: 2, migrated_count: 1 },
        { version: null, is_current: false, subscriptions_count: 1, migrated_count: 0 },
      ],
      migrated_count: 1,
      stayed_count: 1,
      own_prices_count: 1,
    });
    const migration = await migrate(body);
    expect(await accountOf(migration)).toEqual([
      ['a', 'followed', 2, 2],
      ['b', 'stayed', 1, 1],
      ['c', 'left', null, null],
    ]);
    await sandbox.ok('PUT', '/subscriptions/b', {
      subscription: { plan_overrides: { charges: [{ code: 'at_once', properties: { amount: '9' } }] } },
    });
    await advance('2024-02-02T00:00:00Z');
    const fees = async (id: string) => new Map((await billed(id)).at(-1) as [string, number][]).get('p');
    expect([await fees('a'), await fees('b'), await fees('c')]).toEqual([2000, 1000, 7]);
    await use('b', 'late');
    expect((await billed('b')).at(-1)).toEqual([['calls', 900]]);
  }, 120_000);

  it('begins at its time, restores a former version, and does not begin when it is stopped', async () => {
    await begin('a');
    await migrate({ applies_to: 'new', plan: await change(2000, '1', '5') });
    await begin('b');
    const scheduled_at = '2024-01-20T00:00:00Z';
    const { body } = await request({ applies_to: 'all', version: 1, scheduled_at });
    const { svc_id: id } = body['plan_migration'] as PlanMigration;
    const { body: other } = await request({ applies_to: 'all', version: 2, scheduled_at });
    const stopped = other['plan_migration'] as PlanMigration;
    expect(await sandbox.call('POST', `/plan_migrations/${stopped.svc_id}/stop`)).toMatchObject({ status: 200 });
    expect(await sandbox.call('POST', `/plan_migrations/${stopped.svc_id}/stop`)).toMatchObject({
      status: 405,
      body: { code: 'plan_migration_has_ended' },
    });
    await advance('2024-01-19T23:59:59Z');
    expect(await read(id)).toMatchObject({ status: 'scheduled', started_at: null });
    await advance('2024-01-21T00:00:00Z');
    expect(await read(id)).toMatchObject({ status: 'completed', started_at: scheduled_at, moved_count: 1 });
    expect(await read(stopped.svc_id)).toMatchObject({ status: 'stopped', started_at: null });
    expect(await sandbox.ok('GET', '/plans/p')).toMatchObject({ plan: { amount_cents: 1000 } });
    const { plan_migrations: listed } = await sandbox.ok<{ plan_migrations: PlanMigration[] }>(
      'GET',
      '/plan_migrations?plan_code=p&status=completed',
    );
    expect(listed.map(({ svc_id }) => svc_id)).toContain(id);
  }, 120_000);

  it('follows another one of the same moment, and a subscription stays where the first one left it', async () => {
    await begin('a');
    const bodies = [2000, 3000].map((amount_cents) => ({ applies_to: 'new', plan: { amount_cents } }));
    const [one, other] = await Promise.all(bodies.map((body) => migrate(body)));
    expect([one?.status, other?.status]).toEqual(['completed', 'completed']);
    expect([one?.stayed_version, other?.stayed_version].sort()).toEqual([1, 2]);
    const accounts = await Promise.all([one, other].map((migration) => accountOf(migration as PlanMigration)));
    expect(accounts).toEqual([[['a', 'stayed', 1, 1]], [['a', 'stayed', 1, 1]]]);
    await advance('2024-02-02T00:00:00Z');
    expect((await billed('a')).at(-1)).toContainEqual(['p', 1000]);
  }, 60_000);

  it('needs a key that may change plans and subscriptions', async () => {
    const body = { plan_migration: { applies_to: 'new', plan: { amount_cents: 1 } } };
    const path = '/api/v1/plans/p/migrations';
    expect((await call('POST', path, undefined, body)).status).toBe(401);
    for (const permissions of [{ plan: ['read', 'write'] }, { plan: ['read'], subscription: ['read', 'write'] }]) {
      const { api_key: key } = await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
        api_key: { name: 'lesser', permissions },
      });
      expect((await call('POST', path, `Bearer ${key.value}`, body)).status).toBe(403);
    }
    expect(await sandbox.ok('GET', '/plan_migrations')).toMatchObject({ plan_migrations: [] });
  });

  it.each<[string, object, object]>([
    ['nobody', { plan: {} }, validationFailed({ applies_to: ['value_is_invalid'] })],
    ['new ones without a change', { applies_to: 'new' }, validationFailed({ plan: ['value_is_mandatory'] })],
    [
      'a change and a version',
      { applies_to: 'all', plan: { name: 'x' }, version: 1 },
      validationFailed({ version: ['incompatible_params'] }),
    ],
    [
      'no chosen one',
      { applies_to: 'chosen' },
      validationFailed({ external_subscription_ids: ['value_is_mandatory'] }),
    ],
    [
      'an unknown one',
      { applies_to: 'chosen', external_subscription_ids: ['nobody'] },
      validationFailed({ external_subscription_ids: ['subscription_not_found'] }),
    ],
    ['an unknown version', { applies_to: 'all', version: 9 }, notFound('plan_version')],
    [
      'a wrong price',
      { applies_to: 'all', plan: { amount_cents: 'x' } },
      validationFailed({ amount_cents: ['value_is_invalid'] }),
    ],
  ])('is refused for %s, and changes nothing', async (_, body, refusal) => {
    expect(await request(body)).toEqual(refusal);
    expect(await sandbox.ok('GET', '/plan_migrations')).toMatchObject({ plan_migrations: [] });
    expect(await sandbox.ok('GET', '/plans/p')).toMatchObject({ plan: { name: 'P', amount_cents: 1000 } });
  });
});
