import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Listed {
  svc_id: string;
  status: string;
  total_amount_cents: number;
  coupons_amount_cents: number;
}
interface AppliedCoupon {
  coupon_code: string;
  status: string;
  amount_cents_remaining: number | null;
  frequency_duration_remaining: number | null;
}
interface Note {
  credit_status: string;
  total_amount_cents: number;
  balance_amount_cents: number;
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      amount_cents: 1000,
      amount_currency: 'EUR',
      pay_in_advance: true,
    },
  });
});

const coupon = async (code: string, terms: object) => {
  await sandbox.ok('POST', '/coupons', { coupon: { name: code, code, expiration: 'no_expiration', ...terms } });
  await sandbox.ok('POST', '/applied_coupons', { applied_coupon: { external_customer_id: 'c', coupon_code: code } });
};
const subscribe = async () => {
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
  });
  await sandbox.awaitIdle();
};
const invoices = async () => (await sandbox.ok<{ invoices: Listed[] }>('GET', '/invoices')).invoices;
const only = async () => (await invoices())[0] as Listed;
const applied = async () =>
  (await sandbox.ok<{ applied_coupons: AppliedCoupon[] }>('GET', '/applied_coupons')).applied_coupons;
const notes = async () => (await sandbox.ok<{ credit_notes: Note[] }>('GET', '/credit_notes')).credit_notes;
const voided = (id: string, body?: object) => sandbox.call('POST', `/invoices/${id}/void`, body);

describe('a voided invoice', () => {
  it('returns its coupons: for one use, for periods, and to the last cent', async () => {
    await coupon('once', { coupon_type: 'percentage', percentage_rate: '10', frequency: 'once' });
    await coupon('fixed', {
      coupon_type: 'fixed_amount',
      amount_cents: 1500,
      amount_currency: 'EUR',
      frequency: 'once',
    });
    await subscribe();
    expect(await applied()).toMatchObject([
      { coupon_code: 'once', status: 'terminated' },
      { coupon_code: 'fixed', status: 'active', amount_cents_remaining: 600 },
    ]);
    expect((await voided((await only()).svc_id)).status).toBe(200);
    expect(await applied()).toMatchObject([
      { coupon_code: 'once', status: 'active' },
      { coupon_code: 'fixed', status: 'active', amount_cents_remaining: 1500 },
    ]);
  });

  it('returns a period once, and no deleted coupon', async () => {
    const recurring = { coupon_type: 'percentage', percentage_rate: '10', frequency: 'recurring' };
    await coupon('gone', { ...recurring, frequency_duration: 1 });
    await coupon('kept', { ...recurring, frequency_duration: 1 });
    await subscribe();
    await sandbox.ok('DELETE', '/coupons/gone');
    await sandbox.awaitIdle();
    const { svc_id: id } = await only();
    const answers = await Promise.all([voided(id), voided(id), voided(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405, 405]);
    expect(await applied()).toMatchObject([
      { coupon_code: 'gone', status: 'terminated' },
      { coupon_code: 'kept', status: 'active', frequency_duration_remaining: 1 },
    ]);
  });

  it('is not billed again by itself, unlike the next period', async () => {
    await subscribe();
    await voided((await only()).svc_id);
    await sandbox.advanceClock('2024-02-01T01:00:00Z');
    expect((await invoices()).map(({ status }) => status)).toEqual(['finalized', 'voided']);
  });

  it('leaves nothing to credit, whatever the void credits', async () => {
    await sandbox.ok('POST', '/taxes', { tax: { name: 'T', code: 't', rate: 19, applied_to_organization: true } });
    await coupon('third', { coupon_type: 'percentage', percentage_rate: '33', frequency: 'forever' });
    await subscribe();
    const { svc_id: id, total_amount_cents: total } = await only();
    expect((await voided(id, { generate_credit_note: true, credit_amount: total + 1 })).status).toBe(422);
    expect((await voided(id, { generate_credit_note: true, credit_amount: 200, refund_amount: 1 })).status).toBe(422);
    expect((await voided(id, { generate_credit_note: true, credit_amount: 200 })).status).toBe(200);
    const [credited, rest] = (await notes()).sort((a, b) => a.credit_status.localeCompare(b.credit_status));
    expect(credited).toMatchObject({ credit_status: 'available', total_amount_cents: 200, balance_amount_cents: 200 });
    expect(rest).toMatchObject({
      credit_status: 'voided',
      total_amount_cents: total - 200,
      balance_amount_cents: 0,
    });
  });

  it('of sold credits has nothing to credit, and so no note', async () => {
    await sandbox.ok('POST', '/wallets', {
      wallet: { external_customer_id: 'c', name: 'W', rate_amount: '1', currency: 'EUR', paid_credits: '65' },
    });
    await sandbox.awaitIdle();
    expect((await voided((await only()).svc_id, { generate_credit_note: true })).status).toBe(200);
    expect(await notes()).toEqual([]);
  });

  it('bills nothing again by itself, even before further months of its year', async () => {
    const yearly = { name: 'Y', code: 'y', interval: 'yearly', amount_cents: 36500, amount_currency: 'EUR' };
    await sandbox.ok('POST', '/plans', { plan: { ...yearly, pay_in_advance: true, bill_charges_monthly: true } });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 'year', plan_code: 'y' },
    });
    await sandbox.awaitIdle();
    const { svc_id: id } = await only();
    expect((await voided(id)).status).toBe(200);
    await sandbox.advanceClock('2024-03-02T00:00:00Z');
    expect((await invoices()).filter(({ status }) => status !== 'voided')).toEqual(
      (await invoices()).filter(({ total_amount_cents: total }) => total === 0),
    );
  });
});
