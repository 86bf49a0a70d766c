import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

const DAY = 86_400_000;
const start = '2023-01-31T10:30:00Z';
const end = '2025-02-01T12:00:00Z';

/** The events in the life of one external id: a trial, upgrades, downgrades, usage, an end. */
const happenings: { at: string; call: (sandbox: Sandbox) => Promise<unknown> }[] = [
  { at: '2023-03-03T08:15:00Z', call: (sandbox) => use(sandbox, 'a', '2023-03-03T08:00:00Z', 7) },
  { at: '2023-05-17T21:40:00Z', call: (sandbox) => subscribe(sandbox, 'pro') },
  { at: '2023-06-02T09:00:00Z', call: (sandbox) => use(sandbox, 'b', '2023-06-01T09:00:00Z', 30) },
  { at: '2023-09-12T00:00:00Z', call: (sandbox) => subscribe(sandbox, 'basic') },
  { at: '2024-01-10T13:37:00Z', call: (sandbox) => subscribe(sandbox, 'yearly') },
  { at: '2024-02-29T23:00:00Z', call: (sandbox) => subscribe(sandbox, 'max') },
  { at: '2024-07-04T06:00:00Z', call: (sandbox) => subscribe(sandbox, 'pro') },
  { at: '2024-11-05T06:00:00Z', call: (sandbox) => use(sandbox, 'c', '2024-11-05T05:00:00Z', 11) },
];

const use = (sandbox: Sandbox, id: string, timestamp: string, amount: number) =>
  sandbox.ok('POST', '/events', {
    event: {
      transaction_id: id,
      external_subscription_id: 's1',
      code: 'units',
      timestamp: Date.parse(timestamp) / 1000,
      properties: { amount },
    },
  });

const subscribe = (sandbox: Sandbox, plan: string) =>
  sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c1', plan_code: plan, external_id: 's1', billing_time: 'anniversary' },
  });

async function prepare(): Promise<Sandbox> {
  const sandbox = await Sandbox.create(start, { timezone: 'America/New_York' });
  await sandbox.ok('POST', '/taxes', { tax: { name: 'VAT', code: 'vat', rate: '19' } });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1', tax_codes: ['vat'] } });
  const metric = await sandbox.ok<{ billable_metric: { svc_id: string } }>('POST', '/billable_metrics', {
    billable_metric: { name: 'Units', code: 'units', aggregation_type: 'sum_agg', field_name: 'amount' },
  });
  const charges = [
    { billable_metric_id: metric.billable_metric.svc_id, charge_model: 'standard', properties: { amount: '1.37' } },
  ];
  const plan = (code: string, interval: string, amount: number, inAdvance: boolean, more: object = {}) =>
    sandbox.ok('POST', '/plans', {
      plan: {
        name: code,
        code,
        interval,
        amount_cents: amount,
        amount_currency: 'EUR',
        pay_in_advance: inAdvance,
        charges,
        ...more,
      },
    });
  await plan('basic', 'monthly', 2_999, true, { trial_period: 45 });
  await plan('pro', 'monthly', 7_777, false);
  await plan('yearly', 'yearly', 50_000, true, { bill_charges_monthly: true });
  await plan('max', 'quarterly', 40_001, true);
  await subscribe(sandbox, 'basic');
  return sandbox;
}

/** Advances the clock to an instant in steps of `every` days. */
async function goTo(sandbox: Sandbox, from: string, to: string, every: number): Promise<void> {
  for (let at = Date.parse(from) + every * DAY; at < Date.parse(to); at += every * DAY)
    await sandbox.advanceClock(new Date(at).toISOString());
  await sandbox.advanceClock(to);
}

async function live(every: number): Promise<object> {
  const sandbox = await prepare();
  let at = start;
  for (const happening of happenings) {
    await goTo(sandbox, at, happening.at, every);
    await happening.call(sandbox);
    at = happening.at;
  }
  await goTo(sandbox, at, end, every);
  await sandbox.ok('DELETE', '/subscriptions/s1');
  await sandbox.awaitIdle();
  return outcome(sandbox);
}

type Row = Record<string, unknown>;

const pick = (row: Row, keys: string[]) => Object.fromEntries(keys.map((key) => [key, row[key]]));

/** All invoices and credits, without identifiers. */
async function outcome(sandbox: Sandbox) {
  const { invoices } = await sandbox.ok<{ invoices: { svc_id: string }[] }>('GET', '/invoices?per_page=200');
  const billed: object[] = [];
  for (const { svc_id: id } of invoices) {
    const { invoice } = await sandbox.ok<{ invoice: Row }>('GET', `/invoices/${id}`);
    const periods = (invoice['billing_periods'] as Row[]).map((period) =>
      pick(
        period,
        Object.keys(period).filter((key) => !key.startsWith('svc_')),
      ),
    );
    const fees = (invoice['fees'] as Row[]).map((fee) =>
      pick(fee, ['amount_cents', 'taxes_amount_cents', 'units', 'from_date', 'to_date']),
    );
    const amounts = [
      'sequential_id',
      'issuing_date',
      'status',
      'fees_amount_cents',
      'taxes_amount_cents',
      'credit_notes_amount_cents',
      'total_amount_cents',
    ];
    billed.push({ ...pick(invoice, amounts), periods, fees });
  }
  const { credit_notes: notes } = await sandbox.ok<{ credit_notes: Row[] }>('GET', '/credit_notes');
  const credited = notes.map((note) =>
    pick(note, ['issuing_date', 'total_amount_cents', 'balance_amount_cents', 'credit_status']),
  );
  return { billed, credited };
}

describe('two years of one subscription', () => {
  it('are billed equally in few or many steps of the clock', async () => {
    const [once, inSteps] = [await live(10_000), await live(9.3)];
    expect(inSteps).toEqual(once);
    const { billed, credited } = once as { billed: Row[]; credited: Row[] };
    expect(billed.length).toBeGreaterThan(20);
    expect(credited.length).toBeGreaterThan(0);
  }, 240_000);
});
