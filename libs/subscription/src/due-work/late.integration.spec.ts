import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';

const DAY = 86_400_000;
/** The lives start here, so late work is late by the wall clock. */
const today = Math.floor(Date.now() / DAY) * DAY;
const daysAgo = (days: number, time = 0) => new Date(today - days * DAY + time * 3_600_000).toISOString();

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
});
afterAll(() => client.end());

type Row = Record<string, unknown>;
const pick = (row: Row, keys: string[]) => Object.fromEntries(keys.map((key) => [key, row[key]]));

/**
 * Removes the test clock: the organization follows the wall clock, as after an outage that began at its last instant.
 */
const followWallClock = (sandbox: Sandbox) =>
  client.query('delete from identity.test_clocks where organization_id = $1', [sandbox.organizationId]);

/** Waits until nothing is due, queued or running. */
async function caughtUp(sandbox: Sandbox): Promise<void> {
  const busy = `
    select (select count(*) from subscription.subscriptions where organization_id = $1 and status in ('pending', 'active')
              and least(activation_at, termination_at, plan_change_at, next_billing_at, trial_end_at, alert_at) <= now())
         + (select count(*) from invoicing.queued_work where organization_id = $1)
         + (select count(*) from subscription.outbox where organization_id = $1)
         + (select count(*) from invoicing.invoices where organization_id = $1 and status = 'draft' and finalize_at <= now()) as waiting`;
  let quiet = 0;
  await waitFor(
    'all due work',
    async () => {
      const { rows } = await client.query<{ waiting: bigint }>(busy, [sandbox.organizationId]);
      quiet = rows[0]?.waiting === 0n ? quiet + 1 : 0;
      return quiet > 40;
    },
    200_000,
  );
}

/** All invoices and credits, without identifiers. */
async function outcome(sandbox: Sandbox) {
  const { invoices } = await sandbox.ok<{ invoices: { svc_id: string }[] }>('GET', '/invoices?per_page=100');
  const billed: Row[] = [];
  for (const { svc_id: id } of invoices) {
    const { invoice } = await sandbox.ok<{ invoice: Row }>('GET', `/invoices/${id}`);
    const customer = (invoice['customer'] as Row)['external_id'];
    const periods = (invoice['billing_periods'] as Row[]).map((period) =>
      pick(
        period,
        Object.keys(period).filter((key) => !key.startsWith('svc_')),
      ),
    );
    const fees = (invoice['fees'] as Row[]).map((fee) => pick(fee, ['amount_cents', 'units', 'from_date', 'to_date']));
    billed.push({
      customer,
      ...pick(invoice, [
        'sequential_id',
        'issuing_date',
        'payment_due_date',
        'status',
        'total_amount_cents',
        'credit_notes_amount_cents',
      ]),
      periods,
      fees,
    });
  }
  const { credit_notes: notes } = await sandbox.ok<{ credit_notes: Row[] }>('GET', '/credit_notes');
  const { subscriptions } = await sandbox.ok<{ subscriptions: Row[] }>(
    'GET',
    '/subscriptions?status[]=active&status[]=terminated&status[]=pending&per_page=100',
  );
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
  return {
    billed: sorted(billed),
    credited: sorted(notes.map((note) => pick(note, ['total_amount_cents', 'balance_amount_cents']))),
    subscriptions: sorted(
      subscriptions.map((row) =>
        pick(row, ['external_id', 'plan_code', 'status', 'started_at', 'terminated_at', 'trial_ended_at']),
      ),
    ),
  };
}

const subscribe = (sandbox: Sandbox, customer: string, id: string, plan: string, more: object = {}) =>
  sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: customer, external_id: id, plan_code: plan, ...more },
  });

const use = (sandbox: Sandbox, transaction: string, id: string, at: string, units: number) =>
  sandbox.ok('POST', '/events', {
    event: {
      transaction_id: transaction,
      external_subscription_id: id,
      code: 'm',
      timestamp: Date.parse(at) / 1000,
      properties: { units },
    },
  });

/** Customers with all kinds of future due work, up to the day of the outage. */
async function untilOutage(): Promise<Sandbox> {
  const sandbox = await Sandbox.create(daysAgo(110, 10.5));
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    {
      billable_metric: { name: 'm', code: 'm', aggregation_type: 'sum_agg', field_name: 'units' },
    },
  );
  const charges = [
    { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' }, min_amount_cents: 700 },
  ];
  const plan = (code: string, amount: number, inAdvance: boolean, more: object = {}) =>
    sandbox.ok('POST', '/plans', {
      plan: {
        name: code,
        code,
        interval: 'monthly',
        amount_cents: amount,
        amount_currency: 'EUR',
        pay_in_advance: inAdvance,
        charges,
        ...more,
      },
    });
  await plan('arrears', 3_000, false);
  await plan('advance', 9_000, true);
  await plan('cheap', 1_234, true);
  await plan('weekly', 700, true, { interval: 'weekly', trial_period: 45.5, charges: [] });
  for (const [id, more] of [
    ['ends', {}],
    ['shrinks', { timezone: 'America/New_York' }],
    ['tries', {}],
    ['starts', { timezone: 'Pacific/Auckland' }],
    ['waits', { billing_configuration: { invoice_grace_period: 4 } }],
  ] as const) {
    await sandbox.ok('POST', '/customers', { customer: { external_id: id, ...more } });
  }
  await subscribe(sandbox, 'ends', 'ends', 'arrears', { ending_at: daysAgo(9, 15) });
  await subscribe(sandbox, 'shrinks', 'shrinks', 'advance', { billing_time: 'anniversary' });
  await subscribe(sandbox, 'tries', 'tries', 'weekly');
  await subscribe(sandbox, 'starts', 'starts', 'advance', { subscription_at: daysAgo(55, 6) });
  await subscribe(sandbox, 'waits', 'waits', 'arrears');
  await sandbox.advanceClock(daysAgo(75, 7));
  await subscribe(sandbox, 'shrinks', 'shrinks', 'cheap');
  await use(sandbox, 'e1', 'ends', daysAgo(76), 12);
  await use(sandbox, 'e2', 'shrinks', daysAgo(77), 15);
  await use(sandbox, 'e3', 'waits', daysAgo(78), 9);
  await sandbox.awaitIdle();
  return sandbox;
}

type Outcome = Awaited<ReturnType<typeof outcome>>;

/** Lives on the wall clock, one of them long after its last due work. */
async function afterOutage(): Promise<{ late: Sandbox; punctual: Sandbox }> {
  const [late, punctual] = [await untilOutage(), await untilOutage()];
  await punctual.advanceClock(new Date().toISOString());
  // Runs both, so work that falls due during the test falls due in both.
  await Promise.all([late, punctual].map(followWallClock));
  return { late, punctual };
}

/** The results of both after all due work. */
async function outcomes(late: Sandbox, punctual: Sandbox): Promise<{ done: Outcome; expected: Outcome }> {
  await Promise.all([late, punctual].map(caughtUp));
  const [done, expected] = await Promise.all([outcome(late), outcome(punctual)]);
  return { done, expected };
}

/** The results of a life after weeks without due work, and of the same life on time. */
async function leftAlone(): Promise<{ done: Outcome; expected: Outcome }> {
  const { late, punctual } = await afterOutage();
  return outcomes(late, punctual);
}

/** The same with customers' calls before or during the late due work. */
async function calledUpon(): Promise<{ done: Outcome; expected: Outcome; statuses: number[] }> {
  const { late, punctual } = await afterOutage();
  const statuses = await Promise.all(
    [late, punctual].map(async (sandbox) => {
      await subscribe(sandbox, 'waits', 'waits', 'advance');
      await sandbox.ok('POST', '/customers', { customer: { external_id: 'tries', timezone: 'Asia/Tokyo' } });
      await sandbox.ok('DELETE', '/subscriptions/shrinks');
      await sandbox.ok('DELETE', '/customers/starts');
      return (await sandbox.call('DELETE', '/subscriptions/ends')).status;
    }),
  );
  return { ...(await outcomes(late, punctual)), statuses };
}

const figures = ({ billed }: Outcome) =>
  billed
    .map((row) => JSON.parse(row) as Row)
    .map((row) => [row['customer'], row['issuing_date'], row['total_amount_cents'], (row['fees'] as Row[]).length]);

describe('an outage of weeks', () => {
  let alone: Awaited<ReturnType<typeof leftAlone>>;
  let called: Awaited<ReturnType<typeof calledUpon>>;
  beforeAll(async () => {
    [alone, called] = await Promise.all([leftAlone(), calledUpon()]);
  }, 300_000);

  it('changes no figure: late work is billed as of its day', () => {
    expect(alone.expected.billed.length).toBeGreaterThan(12);
    expect(alone.done).toEqual(alone.expected);
  });

  it('is billed before later calls of customers', () => {
    expect(called.statuses).toEqual([404, 404]);
    expect(figures(called.done)).toEqual(figures(called.expected));
    expect(called.done.credited).toEqual(called.expected.credited);
  });
});
