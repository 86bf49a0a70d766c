import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor, type Answer } from '@tollgate/testing';

/** Blocks the catalog: its open transaction blocks writes of plans. */
let holder: pg.Client;
/** Inspects locks, and takes locks and ends connections for tests. */
let watcher: pg.Client;
beforeAll(async () => {
  [holder, watcher] = [new pg.Client(databaseUrl()), new pg.Client(databaseUrl())];
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(() => Promise.all([holder.end(), watcher.end()]));

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' },
  });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Seats', code: 'seats', amount_cents: 100, amount_currency: 'EUR' },
  });
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'GET',
    '/billable_metrics/calls',
  );
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 1000,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges: [
        { billable_metric_id: metric.svc_id, code: 'calls', charge_model: 'standard', properties: { amount: '1' } },
      ],
      fixed_charges: [
        { add_on_code: 'seats', code: 'seats', charge_model: 'standard', units: 1, properties: { amount: '1' } },
      ],
    },
  });
});

const subscribe = (more: Record<string, unknown> = {}) =>
  sandbox.call('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p', ...more },
  });

/** Calls that make the catalog copy a plan; all but the first need a subscription. */
const calls: [string, boolean, () => Promise<Answer>][] = [
  ['a new subscription with terms of its own', false, () => subscribe({ plan_overrides: { amount_cents: 700 } })],
  [
    'terms of its own',
    true,
    () => sandbox.call('PUT', '/subscriptions/s', { subscription: { plan_overrides: { amount_cents: 700 } } }),
  ],
  [
    'a charge of its own',
    true,
    () => sandbox.call('PUT', '/subscriptions/s/charges/calls', { charge: { properties: { amount: '2' } } }),
  ],
  [
    'a fixed charge of its own',
    true,
    () =>
      sandbox.call('PUT', '/subscriptions/s/fixed_charges/seats', { fixed_charge: { properties: { amount: '2' } } }),
  ],
];

const copies = async (): Promise<string[]> => {
  const { rows } = await watcher.query<{ id: string }>(
    'select id from catalog.plans where organization_id = $1 and parent_id is not null',
    [sandbox.organizationId],
  );
  return rows.map(({ id }) => id);
};
const plansInForce = async (): Promise<string[]> => {
  const { rows } = await watcher.query<{ plan_id: string }>(
    'select plan_id from subscription.subscriptions where organization_id = $1',
    [sandbox.organizationId],
  );
  return rows.map(({ plan_id: id }) => id);
};
const key = () => `${sandbox.organizationId}/s`;

/** Starts a call and returns once its command waits in the catalog; `goOn` releases the catalog. */
async function hanging(begin: () => Promise<Answer>): Promise<{ answer: Promise<Answer>; goOn: () => Promise<void> }> {
  await holder.query('begin; lock table catalog.plans in share row exclusive mode');
  const answer = begin();
  await waitFor('the command', async () => {
    const { rowCount } = await watcher.query(
      `select 1 from pg_locks where not granted and relation = 'catalog.plans'::regclass`,
    );
    return rowCount === 1;
  });
  return { answer, goOn: async () => void (await holder.query('commit')) };
}

/** Kills the connection of the transaction that writes the result of the command. */
async function dieAfterCommand(begin: () => Promise<Answer>): Promise<number> {
  const { answer, goOn } = await hanging(begin);
  await watcher.query('select pg_advisory_lock(hashtextextended($1, 0))', [key()]);
  await goOn();
  await waitFor('the second transaction', async () => {
    const { rowCount } = await watcher.query(`
      select pg_terminate_backend(waiting.pid) from pg_locks as waiting
      join pg_locks as mine using (locktype, database, classid, objid, objsubid)
      where locktype = 'advisory' and not waiting.granted and mine.granted and mine.pid = pg_backend_pid()`);
    return rowCount === 1;
  });
  const { status } = await answer;
  await watcher.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key()]);
  return status;
}

describe.each(calls)('%s', (_name, needsSubscription, begin) => {
  beforeEach(async () => {
    if (needsSubscription) expect((await subscribe()).status).toBe(200);
    // Waits until no earlier work meets the locks and ended connections of a test.
    await sandbox.awaitIdle();
  });

  it('locks nothing of the subscription while it waits for the catalog', async () => {
    const { answer, goOn } = await hanging(begin);
    // The call would hold them until the catalog continues.
    const isFree = async () => {
      const { rows } = await watcher.query<{ free: boolean }>(
        'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
        [key()],
      );
      return rows[0]?.free;
    };
    const areUnlocked = async () => {
      const { rowCount } = await watcher.query(
        'select id from subscription.subscriptions where organization_id = $1 for update skip locked',
        [sandbox.organizationId],
      );
      return rowCount === (needsSubscription ? 1 : 0);
    };
    await waitFor('the external id', isFree);
    await waitFor('the subscription', areUnlocked);
    const other = needsSubscription
      ? await sandbox.call('PUT', '/subscriptions/s', { subscription: { name: 'meanwhile' } })
      : { status: 200 };
    await goOn();
    expect([other.status, (await answer).status]).toEqual([200, 200]);
    expect([
      await copies(),
      needsSubscription
        ? (await sandbox.ok<{ subscription: { name: string } }>('GET', '/subscriptions/s')).subscription.name
        : 'meanwhile',
    ]).toEqual([await plansInForce(), 'meanwhile']);
  });

  it('has one copy of the plan if the call is repeated after a crash', async () => {
    expect(await dieAfterCommand(begin)).toBeGreaterThanOrEqual(500);
    expect(await copies()).toHaveLength(1);
    expect((await begin()).status).toBe(200);
    expect(await copies()).toEqual(await plansInForce());
  });

  it('takes another copy if the plan has changed since a crash', async () => {
    await dieAfterCommand(begin);
    await sandbox.ok('PUT', '/plans/p', { plan: { name: 'q', amount_cents: 2000 } });
    expect((await begin()).status).toBe(200);
    const { rows } = await watcher.query<{ name: string }>(
      'select p.name from subscription.subscriptions as s join catalog.plans as p on p.id = s.plan_id where s.organization_id = $1',
      [sandbox.organizationId],
    );
    expect([rows, (await copies()).length]).toEqual([[{ name: 'q' }], 2]);
  });
});

describe('an edit of own terms', () => {
  const seats = async () => {
    const { fees } = await sandbox.ok<{ fees: { units: string }[] }>('GET', '/fees?fee_type=fixed_charge');
    return fees.map(({ units }) => Number(units));
  };
  beforeEach(async () => {
    expect((await subscribe({ plan_overrides: { amount_cents: 700 } })).status).toBe(200);
    await sandbox.awaitIdle();
  });

  it('is billed as shown if the call crashes after the catalog has finished', async () => {
    const edit = () =>
      sandbox.call('PUT', '/subscriptions/s/fixed_charges/seats', {
        fixed_charge: { units: 5, apply_units_immediately: true },
      });
    expect(await dieAfterCommand(edit)).toBeGreaterThanOrEqual(500);
    await sandbox.awaitIdle();
    const { fixed_charge: shown } = await sandbox.ok<{ fixed_charge: { units: number } }>(
      'GET',
      '/subscriptions/s/fixed_charges/seats',
    );
    await sandbox.advanceClock('2024-02-01T00:10:00Z');
    expect([shown.units, await seats()]).toEqual([5, [5]]);
  });

  it('counts once, whether the call or the catalog reports it first', async () => {
    const edits = [2, 2, 6, 3, 3, 4, 5, 7, 7, 8];
    for (const units of edits) {
      await sandbox.ok('PUT', '/subscriptions/s/fixed_charges/seats', { fixed_charge: { units } });
    }
    await sandbox.awaitIdle();
    const { rows } = await watcher.query<{ units: string }>(
      'select units from subscription.fixed_charge_unit_changes where organization_id = $1 order by sequence',
      [sandbox.organizationId],
    );
    expect(rows.map(({ units }) => Number(units))).toEqual([1, ...edits]);
  });

  it('is not applied by a call that fails for another reason', async () => {
    const { status } = await sandbox.call('PUT', '/subscriptions/s', {
      subscription: {
        plan_overrides: { amount_cents: 900 },
        billing_entity_code: 'unknown',
      },
    });
    await sandbox.advanceClock('2024-02-01T00:10:00Z');
    const { invoices } = await sandbox.ok<{ invoices: { fees_amount_cents: number }[] }>('GET', '/invoices');
    expect([status, invoices.map((invoice) => invoice.fees_amount_cents)]).toEqual([404, [597]]);
  });
});

describe('own terms', () => {
  it('leave nothing visible if the call fails after the catalog has finished', async () => {
    expect((await subscribe()).status).toBe(200);
    const [before] = await plansInForce();
    const { answer, goOn } = await hanging(() =>
      sandbox.call('PUT', '/subscriptions/s/charges/calls', { charge: { properties: { amount: '2' } } }),
    );
    await sandbox.ok('DELETE', '/subscriptions/s');
    await goOn();
    expect((await answer).status).toBe(404);
    await sandbox.awaitIdle();
    const { plans } = await sandbox.ok<{ plans: { code: string }[] }>('GET', '/plans');
    expect([await plansInForce(), plans.map(({ code }) => code)]).toEqual([[before], ['p']]);
    const { invoices } = await sandbox.ok<{ invoices: { fees_amount_cents: number }[] }>('GET', '/invoices');
    expect(invoices).toHaveLength(1);
  });

  it('are created once by two concurrent calls, and a later subscription gets new own terms', async () => {
    const create = () => subscribe({ plan_overrides: { amount_cents: 700 } });
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await sandbox.ok('DELETE', '/subscriptions/s');
    expect((await create()).status).toBe(200);
    const inForce = await plansInForce();
    expect(new Set(inForce).size).toBe(inForce.length);
  });
});
