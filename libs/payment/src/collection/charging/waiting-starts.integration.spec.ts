import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call, databaseUrl, Sandbox, waitFor } from '@tollgate/testing';
import pg from 'pg';

interface Subscription {
  svc_id: string;
  status: string;
  plan_code: string;
  started_at: string | null;
  cancellation_reason: string | null;
  activation_rules: { status: string }[];
}
interface Invoice {
  svc_id: string;
  status: string;
  payment_status: string;
  total_amount_cents: number;
  issuing_date: string;
}

let holder: pg.Client;
let watcher: pg.Client;
let sandbox: Sandbox;

beforeAll(async () => {
  holder = new pg.Client(databaseUrl());
  watcher = new pg.Client(databaseUrl());
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(() => Promise.all([holder.end(), watcher.end()]));

beforeEach(async () => {
  sandbox = await Sandbox.create('2024-06-10T10:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/payment_providers', {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
  await sandbox.ok('POST', '/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' },
  });
});

const link = async (provider_method_id: string): Promise<string> =>
  (
    await sandbox.ok<{ payment_method: { svc_id: string } }>('PUT', '/customers/c/payment_provider', {
      payment_provider: { payment_provider_code: 'test', provider_method_id },
    })
  ).payment_method.svc_id;
const metricId = async () =>
  (await sandbox.ok<{ billable_metric: { svc_id: string } }>('GET', '/billable_metrics/calls')).billable_metric.svc_id;
/** A plan in advance whose calls cost 1.00 each, in arrears. */
const makePlan = async (code: string, amount_cents: number, more: object = {}) => {
  const charge = { billable_metric_id: await metricId(), charge_model: 'standard', properties: { amount: '1' } };
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: code,
      code,
      interval: 'monthly',
      amount_cents,
      amount_currency: 'EUR',
      pay_in_advance: true,
      charges: [charge],
      ...more,
    },
  });
};
const subscribe = async (plan_code: string, more: object = {}): Promise<Subscription> => {
  const { subscription } = await sandbox.ok<{ subscription: Subscription }>('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code, ...more },
  });
  return subscription;
};
const waits = (hours = 0) => ({ activation_rules: [{ type: 'payment', timeout_hours: hours }] });
const read = async (status: string, id = 's') =>
  (await sandbox.ok<{ subscription: Subscription }>('GET', `/subscriptions/${id}?status=${status}`)).subscription;
const all = async (status: string) =>
  (await sandbox.ok<{ subscriptions: Subscription[] }>('GET', `/subscriptions?status[]=${status}`)).subscriptions;
const invoices = async () => (await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices?per_page=100')).invoices;
const totals = async () => (await invoices()).map(({ total_amount_cents: cents }) => cents).sort((a, b) => a - b);
const payments = async () =>
  (await sandbox.ok<{ payments: { payment_status: string; amount_cents: number }[] }>('GET', '/payments')).payments;
const pay = (invoice_id: string, amount_cents: number) =>
  sandbox.call('POST', '/payments', { payment: { invoice_id, amount_cents, reference: 'r' } });
const use = async (timestamp: string, count: number, external_subscription_id = 's') => {
  for (let each = 0; each < count; each += 1)
    await sandbox.ok('POST', '/events', {
      event: {
        transaction_id: `${timestamp}-${each}`,
        external_subscription_id,
        code: 'calls',
        timestamp: Date.parse(timestamp) / 1000,
      },
    });
};
/** The hidden invoice of the organization. */
const openInvoice = async (): Promise<{ id: string; total: number }> => {
  await sandbox.awaitIdle();
  const { rows } = await watcher.query<{ id: string; total: string }>(
    `select id, total_amount_cents as total from invoicing.invoices where organization_id = $1 and status = 'open'`,
    [sandbox.organizationId],
  );
  expect(rows).toHaveLength(1);
  return { id: rows[0]?.id ?? '', total: Number(rows[0]?.total) };
};
/** Cents that the sandbox provider took and gave back. */
const atProvider = async () => {
  const { rows } = await watcher.query<{ taken: string; back: string }>(
    `select coalesce(sum(amount_cents) filter (where status = 'succeeded'), 0) as taken, coalesce(sum(refunded_cents), 0) as back
     from payment.sandbox_charges where organization_id = $1`,
    [sandbox.organizationId],
  );
  return { taken: Number(rows[0]?.taken), back: Number(rows[0]?.back) };
};
/** Ends the connections that wait for the holder's locks. @returns their number */
async function endWaiting(): Promise<number> {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = await watcher.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
    [rows[0]?.pid],
  );
  return ended.rowCount ?? 0;
}
const isHeldUp = async (number: number) => {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { rowCount } = await watcher.query(
    'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) or pg_blocking_pids(pid) && (select array_agg(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid)))',
    [rows[0]?.pid],
  );
  return (rowCount ?? 0) >= number;
};

describe('the hidden invoice of a waiting start', () => {
  beforeEach(async () => {
    await makePlan('p', 3000);
    await link('pm_late');
  });

  it('is found by no call, and is paid as a whole or not at all', async () => {
    await subscribe('p', waits(48));
    const { id, total } = await openInvoice();
    expect(total).toBe(2100);
    for (const path of ['', '/payment_url', '/retry_payment', '/download', '/void', '/finalize'])
      expect(
        (await sandbox.call(path === '' ? 'GET' : path === '/finalize' ? 'PUT' : 'POST', `/invoices/${id}${path}`))
          .status,
      ).toBe(404);
    expect((await sandbox.call('PUT', `/invoices/${id}`, { invoice: { payment_status: 'succeeded' } })).status).toBe(
      404,
    );
    expect(await invoices()).toEqual([]);
    expect((await pay(id, 100)).body).toMatchObject({ error_details: { amount_cents: ['invalid_amount'] } });
    expect((await pay(id, 2100)).status).toBe(200);
    await sandbox.awaitIdle();
    expect(await read('active')).toMatchObject({ activation_rules: [{ status: 'satisfied' }] });
    await sandbox.advanceClock('2024-06-10T11:00:00Z');
    // The provider's later success was not needed.
    expect(await atProvider()).toEqual({ taken: 2100, back: 2100 });
    expect((await payments()).map((payment) => payment.payment_status).sort()).toEqual(['failed', 'succeeded']);
    expect(await invoices()).toMatchObject([{ svc_id: id, payment_status: 'succeeded' }]);
  });

  it('decides when the time-out and a payment come at once', async () => {
    for (const first of ['payment', 'time-out']) {
      const external_id = `s-${first}`;
      await subscribe('p', { ...waits(1), external_id });
      const { id, total } = await openInvoice();
      await holder.query('begin');
      await holder.query('select from invoicing.invoices where id = $1 for update', [id]);
      const clock = () => sandbox.advanceClock(first === 'payment' ? '2024-06-10T11:00:00Z' : '2024-06-10T12:00:00Z');
      const both = first === 'payment' ? [() => pay(id, total), clock] : [clock, () => pay(id, total)];
      const answers: Promise<unknown>[] = [];
      for (const [position, one] of both.entries()) {
        answers.push(one());
        await waitFor('what waits for the invoice', () => isHeldUp(position + 1));
      }
      await holder.query('commit');
      await Promise.all(answers);
      await sandbox.awaitIdle();
      const [active, canceled] = [await all('active'), await all('canceled')];
      if (first === 'payment') expect([active.length, canceled.length]).toEqual([1, 0]);
      else expect([active.length, canceled.length]).toEqual([1, 1]);
    }
    const { taken, back } = await atProvider();
    expect(taken).toBe(back);
    expect((await invoices()).map(({ status }) => status)).toEqual(['finalized']);
  });

  it('is given up once, when its transaction breaks', async () => {
    await sandbox.ok('POST', '/coupons', {
      coupon: {
        name: 'C',
        code: 'c',
        coupon_type: 'fixed_amount',
        amount_cents: 500,
        amount_currency: 'EUR',
        frequency: 'once',
        expiration: 'no_expiration',
      },
    });
    await sandbox.ok('POST', '/applied_coupons', { applied_coupon: { external_customer_id: 'c', coupon_code: 'c' } });
    const { wallet } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', {
      wallet: { external_customer_id: 'c', rate_amount: '1', currency: 'EUR', granted_credits: '3.33' },
    });
    await sandbox.awaitIdle();
    await subscribe('p', waits(1));
    expect((await openInvoice()).total).toBe(2100 - 500 - 333);
    await holder.query('begin');
    await holder.query('select from invoicing.applied_coupons where organization_id = $1 for update', [
      sandbox.organizationId,
    ]);
    const clock = sandbox.advanceClock('2024-06-10T11:00:00Z');
    await waitFor('what gives the start up', async () => (await endWaiting()) > 0);
    await holder.query('commit');
    await clock;
    expect(await read('canceled')).toMatchObject({ cancellation_reason: 'timeout' });
    expect(await sandbox.ok('GET', `/wallets/${wallet.svc_id}`)).toMatchObject({ wallet: { balance_cents: 333 } });
    const { applied_coupons: coupons } = await sandbox.ok<{ applied_coupons: object[] }>('GET', '/applied_coupons');
    expect(coupons).toMatchObject([{ status: 'active', amount_cents_remaining: 500 }]);
    expect(await atProvider()).toEqual({ taken: 1267, back: 1267 });
  });

  it('is issued once, when its transaction breaks', async () => {
    await subscribe('p', waits(48));
    const { id } = await openInvoice();
    await holder.query('begin');
    await holder.query('select from invoicing.invoices where id = $1 for update', [id]);
    const clock = sandbox.advanceClock('2024-06-10T11:00:00Z');
    await waitFor('what issues the invoice', async () => (await endWaiting()) > 0);
    await holder.query('commit');
    await clock;
    expect(await read('active')).toMatchObject({ activation_rules: [{ status: 'satisfied' }] });
    expect(await invoices()).toMatchObject([{ svc_id: id, payment_status: 'succeeded' }]);
    expect(await atProvider()).toEqual({ taken: 2100, back: 0 });
  });
});

describe('a waiting start', () => {
  it('fails when nothing can be charged on its day', async () => {
    await makePlan('p', 3000);
    const method = await link('pm_succeeds');
    await subscribe('p', { ...waits(0), subscription_at: '2024-06-12T00:00:00Z' });
    await sandbox.ok('DELETE', `/customers/c/payment_methods/${method}`);
    await sandbox.advanceClock('2024-06-12T01:00:00Z');
    expect(await read('canceled')).toMatchObject({ cancellation_reason: 'payment_failed', started_at: null });
    expect(await payments()).toEqual([]);
  });

  it('shares no invoice with others of its day', async () => {
    await makePlan('p', 3000);
    await link('pm_late');
    await subscribe('p', { external_id: 'a', ...waits(1) });
    await sandbox.awaitIdle();
    await link('pm_succeeds');
    await subscribe('p', { external_id: 'b', ...waits(48) });
    await subscribe('p', { external_id: 'd' });
    await sandbox.awaitIdle();
    expect(await totals()).toEqual([2100, 2100]);
    await sandbox.advanceClock('2024-06-10T12:00:00Z');
    expect((await all('active')).length).toBe(2);
    expect(await read('canceled', 'a')).toMatchObject({ cancellation_reason: 'timeout' });
    expect(await totals()).toEqual([2100, 2100]);
  });

  it('bills the usage of its wait, and thresholds see it once it is active', async () => {
    await makePlan('p', 3000, { usage_thresholds: [{ amount_cents: 300, recurring: false }] });
    await link('pm_late');
    await subscribe('p', waits(48));
    await use('2024-06-10T10:30:00Z', 4);
    await sandbox.awaitIdle();
    expect(await invoices()).toEqual([]);
    expect((await sandbox.call('GET', '/customers/c/current_usage?external_subscription_id=s')).body).toMatchObject({
      code: 'no_active_subscription',
    });
    await sandbox.advanceClock('2024-06-10T11:00:00Z');
    expect(await totals()).toEqual([400, 2100]);
    await sandbox.advanceClock('2024-07-01T01:00:00Z');
    expect(await totals()).toEqual([400, 2100, 3000]);
  });

  it('ends with its plan, and a later success goes back', async () => {
    await makePlan('p', 3000);
    await link('pm_late');
    await subscribe('p', waits(0));
    await sandbox.awaitIdle();
    await sandbox.ok('DELETE', '/plans/p');
    await sandbox.awaitIdle();
    expect(await all('canceled')).toMatchObject([
      { cancellation_reason: null, activation_rules: [{ status: 'failed' }] },
    ]);
    await sandbox.advanceClock('2024-06-10T11:00:00Z');
    expect(await atProvider()).toEqual({ taken: 2100, back: 2100 });
    expect(await invoices()).toEqual([]);
  });

  it('follows new units of its plan from the next period on', async () => {
    await sandbox.ok('POST', '/add_ons', {
      add_on: { name: 'Seat', code: 'seat', amount_cents: 100, amount_currency: 'EUR' },
    });
    const { add_on: addOn } = await sandbox.ok<{ add_on: { svc_id: string } }>('GET', '/add_ons/seat');
    const fixed = { add_on_id: addOn.svc_id, charge_model: 'standard', units: '2', properties: { amount: '1' } };
    await makePlan('p', 3000, { charges: [], fixed_charges: [{ ...fixed, code: 'seats', pay_in_advance: true }] });
    await link('pm_late');
    await subscribe('p', waits(48));
    await sandbox.awaitIdle();
    await sandbox.ok('PUT', '/plans/p/fixed_charges/seats', {
      fixed_charge: { units: '5', properties: { amount: '1' }, apply_units_immediately: true },
    });
    await sandbox.awaitIdle();
    expect(await invoices()).toEqual([]);
    await sandbox.advanceClock('2024-06-10T11:00:00Z');
    expect(await totals()).toEqual([2300]);
    await sandbox.advanceClock('2024-07-01T01:00:00Z');
    expect(await totals()).toEqual([2300, 3500]);
  });
});

describe('an upgrade that waits', () => {
  it('leaves every event to exactly one of both', async () => {
    await makePlan('small', 3000);
    await makePlan('big', 6000);
    await link('pm_succeeds');
    await subscribe('small');
    await use('2024-06-10T10:10:00Z', 1);
    await link('pm_late');
    await sandbox.advanceClock('2024-06-16T10:00:00Z');
    await subscribe('big', waits(48));
    await use('2024-06-16T10:30:00Z', 2);
    await sandbox.advanceClock('2024-06-16T11:00:00Z');
    await use('2024-06-16T11:00:01Z', 4);
    await sandbox.advanceClock('2024-07-01T01:00:00Z');
    const { fees } = await sandbox.ok<{ fees: { amount_cents: number; svc_subscription_id: string }[] }>(
      'GET',
      '/fees?fee_type=charge',
    );
    const [old, next] = [await read('terminated'), await read('active')];
    const of = ({ svc_id: id }: Subscription) =>
      fees.filter((fee) => fee.svc_subscription_id === id).map((fee) => fee.amount_cents);
    expect([of(old), of(next)]).toEqual([[300], [400]]);
  });

  it('goes on after its predecessor has ended on its day', async () => {
    await makePlan('small', 3000);
    await makePlan('big', 6000);
    await link('pm_succeeds');
    await subscribe('small', { ending_at: '2024-06-12T00:00:00Z' });
    await sandbox.advanceClock('2024-06-11T23:30:00Z');
    await link('pm_late');
    await subscribe('big', { ...waits(48), ending_at: '2024-08-01T00:00:00Z' });
    await sandbox.advanceClock('2024-06-12T00:20:00Z');
    expect(await read('terminated')).toMatchObject({ plan_code: 'small' });
    expect(await read('incomplete')).toMatchObject({ plan_code: 'big' });
    await sandbox.advanceClock('2024-06-12T00:30:00Z');
    expect(await read('active')).toMatchObject({ plan_code: 'big', started_at: '2024-06-12T00:00:00.000Z' });
  });
});

describe('a payment that nothing needs', () => {
  it('is left to an operator when the provider does not give it back', async () => {
    await sandbox.ok('POST', '/add_ons', {
      add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
    });
    const fees = [{ add_on_code: 'setup' }];
    const { invoice } = await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
      invoice: { external_customer_id: 'c', currency: 'EUR', fees, skip_psp: true },
    });
    await sandbox.awaitIdle();
    await link('pm_refund_fails');
    await holder.query('begin');
    await holder.query('select from invoicing.invoices where id = $1 for update', [invoice.svc_id]);
    const byHand = pay(invoice.svc_id, 1000);
    await waitFor('the payment by hand', () => isHeldUp(1));
    const byProvider = sandbox.call('POST', `/invoices/${invoice.svc_id}/retry_payment`);
    await waitFor('the payment of the provider', () => isHeldUp(2));
    await holder.query('commit');
    expect([(await byHand).status, (await byProvider).status]).toEqual([200, 200]);
    await sandbox.awaitIdle();
    expect((await payments()).map((payment) => payment.payment_status).sort()).toEqual(['failed', 'succeeded']);
    const { rows } = await watcher.query<{ error: { error_code: string } }>(
      `select error from payment.payments where organization_id = $1 and type = 'provider'`,
      [sandbox.organizationId],
    );
    expect(rows).toMatchObject([{ error: { error_code: 'refund_failed' } }]);
    const admin = `Bearer ${process.env['ADMIN_API_KEY'] ?? ''}`;
    const parked = await call('GET', `/admin/parked?organization_id=${sandbox.organizationId}&kind=refund`, admin);
    expect(parked.body['parked']).toMatchObject([{ service: 'payment', reason: 'refund_failed' }]);
  });
});
