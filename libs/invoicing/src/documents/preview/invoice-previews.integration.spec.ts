import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Preview {
  svc_id: null;
  number: string;
  issuing_date: string;
  fees_amount_cents: number;
  coupons_amount_cents: number;
  credit_notes_amount_cents: number;
  total_amount_cents: number;
  fees: { item: { type: string; code: string }; amount_cents: number; svc_id: null; units: string }[];
  subscriptions: { plan_code: string; svc_id: string | null }[];
  credits: { item: { type: string; code: string; svc_item_id: string | null }; amount_cents: number }[];
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-04-01T00:00:00Z');
  await sandbox.ok('POST', '/taxes', { tax: { name: 'T', code: 't', rate: 20, applied_to_organization: true } });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    { billable_metric: { name: 'M', code: 'm', aggregation_type: 'count_agg' } },
  );
  const charges = [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } }];
  await plan('small', 3000, true, charges);
  await plan('large', 6000, true);
  await plan('arrears', 3000, false);
});

const plan = (code: string, amount_cents: number, pay_in_advance: boolean, charges: object[] = []) =>
  sandbox.ok('POST', '/plans', {
    plan: { name: code, code, interval: 'monthly', amount_cents, amount_currency: 'EUR', pay_in_advance, charges },
  });
const subscribe = async (plan_code: string, external_id = 's') => {
  await sandbox.ok('POST', '/subscriptions', { subscription: { external_customer_id: 'c', external_id, plan_code } });
  await sandbox.awaitIdle();
};
const preview = async (body: object): Promise<Preview> =>
  (await sandbox.ok<{ invoice: Preview }>('POST', '/invoices/preview', body)).invoice;
const forStored = (subscriptions: object) => preview({ customer: { external_id: 'c' }, subscriptions });
const count = async (path: string) =>
  (await sandbox.ok<{ meta: { total_count: number } }>('GET', path)).meta.total_count;

describe('a preview', () => {
  it('of a proposal is the first invoice, at the start or at the end of the period, with taxes', async () => {
    const proposal = await preview({ customer: { currency: 'EUR' }, plan_code: 'small' });
    expect(proposal).toMatchObject({
      svc_id: null,
      number: '',
      issuing_date: '2024-04-01',
      fees_amount_cents: 3000,
      total_amount_cents: 3600,
      subscriptions: [{ plan_code: 'small', svc_id: null }],
    });
    const arrears = await preview({ customer: {}, plan_code: 'arrears', subscription_at: '2024-04-16T00:00:00Z' });
    expect(arrears).toMatchObject({ issuing_date: '2024-05-01', fees_amount_cents: 1500 });
  });

  it('of the next invoice has the usage so far, and equals the later bill', async () => {
    await subscribe('small');
    await sandbox.advanceClock('2024-04-10T00:00:00Z');
    await sandbox.ok('POST', '/events', {
      event: { transaction_id: '1', external_subscription_id: 's', code: 'm' },
    });
    const shown = await forStored({ external_ids: ['s'] });
    expect(shown).toMatchObject({ issuing_date: '2024-05-01', fees_amount_cents: 3100, total_amount_cents: 3720 });
    expect(shown.fees.map(({ item }) => item.type).sort()).toEqual(['charge', 'subscription']);
    await sandbox.advanceClock('2024-05-01T01:00:00Z');
    const { invoices } = await sandbox.ok<{ invoices: Preview[] }>('GET', '/invoices');
    expect(invoices[0]).toMatchObject({ issuing_date: '2024-05-01', total_amount_cents: 3720 });
  });

  it('of an end credits the prepaid time after it, and stores nothing', async () => {
    await subscribe('small');
    await sandbox.advanceClock('2024-04-10T00:00:00Z');
    await sandbox.ok('POST', '/events', {
      event: { transaction_id: '1', external_subscription_id: 's', code: 'm' },
    });
    const shown = await forStored({ external_ids: ['s'], terminated_at: '2024-04-15T12:00:00Z' });
    expect(shown).toMatchObject({
      issuing_date: '2024-04-15',
      fees_amount_cents: 100,
      credit_notes_amount_cents: 120,
      total_amount_cents: 0,
    });
    expect(shown.credits).toMatchObject([{ item: { type: 'credit_note', svc_item_id: null }, amount_cents: 120 }]);
    expect([await count('/invoices'), await count('/credit_notes')]).toEqual([1, 0]);
  });

  it('of a plan change is an upgrade now or a downgrade at the end of the period', async () => {
    await subscribe('small');
    await sandbox.advanceClock('2024-04-16T00:00:00Z');
    const up = await forStored({ external_ids: ['s'], plan_code: 'large' });
    expect(up).toMatchObject({ issuing_date: '2024-04-16', fees_amount_cents: 3000, credit_notes_amount_cents: 1800 });
    expect(up.subscriptions.map(({ plan_code: code }) => code)).toEqual(['small', 'large']);
    await subscribe('large', 't');
    const down = await forStored({ external_ids: ['t'], plan_code: 'small' });
    expect(down).toMatchObject({ issuing_date: '2024-05-01', fees_amount_cents: 3000, credit_notes_amount_cents: 0 });
    expect(await count('/subscriptions?external_customer_id=c')).toBe(2);
  });

  it('of a downgrade shows the agreed end instead, if the subscription ends by the day of the change', async () => {
    await sandbox.ok('POST', '/subscriptions', {
      subscription: {
        external_customer_id: 'c',
        external_id: 's',
        plan_code: 'large',
        ending_at: '2024-05-01T12:00:00Z',
      },
    });
    await sandbox.awaitIdle();
    const down = await forStored({ external_ids: ['s'], plan_code: 'small' });
    expect(down).toMatchObject({ issuing_date: '2024-05-01', fees_amount_cents: 0 });
    expect(down.subscriptions.map(({ plan_code: code }) => code)).toEqual(['large']);
    const up = await forStored({ external_ids: ['s'], plan_code: 'arrears' });
    expect(up.subscriptions.map(({ plan_code: code }) => code)).toEqual(['large']);
  });

  it('uses the coupons of the customer before those of the call, and consumes none', async () => {
    const coupon = { name: 'k', code: 'k', frequency: 'once', expiration: 'no_expiration' };
    await sandbox.ok('POST', '/coupons', {
      coupon: { ...coupon, coupon_type: 'percentage', percentage_rate: '10' },
    });
    const couponInputs = [{ code: 'x', coupon_type: 'fixed_amount', amount_cents: 500, amount_currency: 'EUR' }];
    const requestPreview = () => preview({ customer: { external_id: 'c' }, plan_code: 'small', coupons: couponInputs });
    const described = await requestPreview();
    expect(described).toMatchObject({ coupons_amount_cents: 500, total_amount_cents: 3000 });
    expect(described.credits).toMatchObject([{ item: { type: 'coupon', code: 'x', svc_item_id: null } }]);
    await sandbox.ok('POST', '/applied_coupons', { applied_coupon: { external_customer_id: 'c', coupon_code: 'k' } });
    for (const expected of [300, 300]) expect((await requestPreview()).coupons_amount_cents).toBe(expected);
  });

  it.each([
    ['subscriptions without a customer', {}, { external_ids: ['s'] }, { customer: ['must_be_persisted'] }],
    [
      'an invalid end',
      { external_id: 'c' },
      { external_ids: ['s'], terminated_at: 'soon' },
      { terminated_at: ['invalid_timestamp'] },
    ],
    [
      'the end of two',
      { external_id: 'c' },
      { external_ids: ['s', 't'], terminated_at: '2024-05-15' },
      { subscriptions: ['only_one_subscription_allowed_for_termination'] },
    ],
    [
      'another plan for two',
      { external_id: 'c' },
      { external_ids: ['s', 't'], plan_code: 'large' },
      { subscriptions: ['only_one_subscription_allowed_for_plan_change'] },
    ],
  ])('refuses %s', async (_, customer, subscriptions, details) => {
    await subscribe('small');
    await subscribe('arrears', 't');
    const { status, body } = await sandbox.call('POST', '/invoices/preview', { customer, subscriptions });
    expect([status, body['error_details']]).toEqual([422, details]);
  });
});
