import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor, type Answer } from '@tollgate/testing';

/** The holder locks the row of a customer, which blocks the assignment of its currency during the transaction. */
let holder: pg.Client;
let watcher: pg.Client;
beforeAll(async () => {
  [holder, watcher] = [new pg.Client(databaseUrl()), new pg.Client(databaseUrl())];
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(() => Promise.all([holder.end(), watcher.end()]));

let sandbox: Sandbox;
let customerId: string;
beforeEach(async () => {
  sandbox = await Sandbox.create();
  const { customer } = await sandbox.ok<{ customer: { svc_id: string } }>('POST', '/customers', {
    customer: { external_id: 'c' },
  });
  customerId = customer.svc_id;
  const always = { frequency: 'once', expiration: 'no_expiration', reusable: false };
  await sandbox.ok('POST', '/coupons', {
    coupon: {
      name: 'n',
      code: 'fixed',
      coupon_type: 'fixed_amount',
      amount_cents: 100,
      amount_currency: 'USD',
      ...always,
    },
  });
  await sandbox.ok('POST', '/coupons', {
    coupon: { name: 'n', code: 'percent', coupon_type: 'percentage', percentage_rate: '10', ...always },
  });
});

const apply = (code: string, more = {}): Promise<Answer> =>
  sandbox.call('POST', '/applied_coupons', {
    applied_coupon: { external_customer_id: 'c', coupon_code: code, ...more },
  });
const currency = async () =>
  (await sandbox.ok<{ customer: { currency: string | null } }>('GET', '/customers/c')).customer.currency;
const applied = async () =>
  (await sandbox.ok<{ applied_coupons: { coupon_code: string }[] }>('GET', '/applied_coupons')).applied_coupons.map(
    ({ coupon_code: code }) => code,
  );

it('finds the coupon with its customer before it validates the discount', async () => {
  const wrong = { frequency: 'sometimes' };
  expect((await apply('percent', { external_customer_id: 'nobody', ...wrong })).body['code']).toBe(
    'customer_not_found',
  );
  expect((await apply('none', wrong)).body['code']).toBe('coupon_not_found');
  expect((await apply('percent', wrong)).body['error_details']).toEqual({ frequency: ['value_is_invalid'] });
  await apply('percent');
  expect((await apply('percent', wrong)).body['error_details']).toEqual({ coupon: ['coupon_is_not_reusable'] });
});

const updates = `from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "subscription"."customers" set "currency"%'`;
const waiting = () => waitFor('the command', async () => (await watcher.query(`select 1 ${updates}`)).rowCount !== 0);
/** Runs work while the customer's row is locked. */
async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  await holder.query('begin');
  await holder.query('select 1 from subscription.customers where id = $1 for update', [customerId]);
  try {
    return await work();
  } finally {
    await holder.query('commit');
  }
}

describe('a coupon that assigns its currency to a customer', () => {
  it('assigns it at once', async () => {
    expect([(await apply('fixed')).status, await currency()]).toEqual([200, 'USD']);
  });

  it('holds no lock during the assignment, answers, and is consistent in the end', async () => {
    const [status, free, other] = await whileHeld(async () => {
      const answer = apply('fixed');
      await waiting();
      const { rows } = await watcher.query<{ free: boolean }>(
        `select pg_try_advisory_xact_lock(hashtextextended('coupons ' || $1, 0)) as free`,
        [customerId],
      );
      const { status: meanwhile } = await apply('percent');
      return [(await answer).status, rows[0]?.free, meanwhile];
    });
    expect([status, free, other]).toEqual([200, true, 200]);
    await waitFor('the currency', async () => (await currency()) === 'USD');
  });

  it('exists once after the command fails, and still assigns its currency', async () => {
    await whileHeld(async () => {
      const answer = apply('fixed');
      await waiting();
      await watcher.query(`select pg_terminate_backend(pid) ${updates}`);
      expect((await answer).status).toBe(200);
    });
    expect((await apply('fixed')).status).toBe(422);
    expect(await applied()).toEqual(['fixed']);
    await waitFor('the currency', async () => (await currency()) === 'USD');
  });

  it('assigns nothing if it is refused', async () => {
    expect((await apply('fixed', { frequency: 'recurring' })).status).toBe(422);
    await sandbox.awaitIdle();
    expect([await applied(), await currency()]).toEqual([[], null]);
  });

  it('does not assign it again to a customer whose currency was removed', async () => {
    await apply('fixed');
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: null } });
    await sandbox.awaitIdle();
    expect(await currency()).toBeNull();
  });
});
