import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Sandbox, waitFor } from '@tollgate/testing';
import { Locks, stepsOf, waitingScene, waits, type Subscription } from './waiting-scene.fixture.js';

let locks: Locks;
let sandbox: Sandbox;

beforeAll(async () => {
  locks = await Locks.open();
});
afterAll(() => locks.close());

beforeEach(async () => {
  sandbox = await waitingScene();
});

const { link, makePlan, subscribe, read, all, invoices, totals, payments, pay, use, openInvoice, atProvider } = stepsOf(
  () => ({ sandbox, locks }),
);

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
      await locks.hold('select from invoicing.invoices where id = $1 for update', id);
      const clock = () => sandbox.advanceClock(first === 'payment' ? '2024-06-10T11:00:00Z' : '2024-06-10T12:00:00Z');
      const both = first === 'payment' ? [() => pay(id, total), clock] : [clock, () => pay(id, total)];
      const answers: Promise<unknown>[] = [];
      for (const [position, one] of both.entries()) {
        answers.push(one());
        await waitFor('what waits for the invoice', () => locks.isHeldUp(position + 1));
      }
      await locks.release();
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
    await locks.hold(
      'select from invoicing.applied_coupons where organization_id = $1 for update',
      sandbox.organizationId,
    );
    const clock = sandbox.advanceClock('2024-06-10T11:00:00Z');
    await waitFor('what gives the start up', async () => (await locks.endWaiting()) > 0);
    await locks.release();
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
    await locks.hold('select from invoicing.invoices where id = $1 for update', id);
    const clock = sandbox.advanceClock('2024-06-10T11:00:00Z');
    await waitFor('what issues the invoice', async () => (await locks.endWaiting()) > 0);
    await locks.release();
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
