import { beforeEach, describe, expect, it } from '@jest/globals';
import { PortalVisitor, Sandbox } from '@tollgate/testing';

interface Shown {
  external_id: string;
  plan_code: string;
  status: string;
  ending_at: string | null;
  next_plan_code: string | null;
  ending_requested_at: string | null;
}
interface Invoice {
  total_amount_cents: number;
  credit_notes_amount_cents: number;
  fees: { amount_cents: number }[];
}

let sandbox: Sandbox;
let me: PortalVisitor;
let entity: string;

const plan = (code: string, amount_cents: number, more: object = {}) =>
  sandbox.ok('POST', '/plans', {
    plan: {
      name: code,
      code,
      interval: 'monthly',
      amount_cents,
      amount_currency: 'EUR',
      pay_in_advance: true,
      ...more,
    },
  });
const subscribe = (external_customer_id: string, external_id: string) =>
  sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id, external_id, plan_code: 'basic', billing_time: 'calendar' },
  });
const allow = (portal_settings: object) =>
  sandbox.ok('PUT', `/billing_entities/${entity}`, { billing_entity: { portal_settings } });

beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const { billing_entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities');
  entity = billing_entities[0]?.code ?? '';
  for (const id of ['c', 'other'])
    await sandbox.ok('POST', '/customers', { customer: { external_id: id, currency: 'EUR' } });
  await plan('basic', 3100);
  await plan('business', 9300);
  await plan('small', 1000);
  await plan('hidden', 5000);
  await plan('dollars', 6000, { amount_currency: 'USD' });
  await subscribe('c', 's');
  await subscribe('other', 'theirs');
  await allow({
    offered_plan_codes: ['business', 'small', 'dollars', 'gone'],
    subscription_ends: ['period_end', 'now'],
  });
  await sandbox.advanceClock('2024-03-11T00:00:00Z');
  me = await PortalVisitor.of(sandbox, 'c');
});

type Method = Parameters<PortalVisitor['call']>[0];
const one = async (method: Method, path: string, body?: object): Promise<Shown> =>
  (await me.ok<{ subscription: Shown }>(method, `/subscriptions/s/${path}`, body)).subscription;
const change = (plan_code: string) => one('PUT', 'plan', { subscription: { plan_code } });
const end = (at: string, reason?: string) => one('PUT', 'end', { end: { at, ...(reason ? { reason } : {}) } });
const preview = async (input: object): Promise<Invoice> =>
  (await me.ok<{ preview: Invoice }>('POST', '/subscriptions/s/preview', { preview: input })).preview;
const invoices = async () =>
  (await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices?external_customer_id=c')).invoices;
const stored = async () =>
  (await sandbox.ok<{ subscription: Record<string, unknown> }>('GET', '/subscriptions/s')).subscription;

describe('plans in the portal (customers, section 3.5)', () => {
  it('lists the present plan and the offered ones of its currency, cheapest first', async () => {
    const { plans } = await me.ok<{ plans: object[] }>('GET', '/plans?external_subscription_id=s');
    expect(plans).toMatchObject([
      { code: 'small', is_current: false, change: 'downgrade', entitlements: [] },
      { code: 'basic', is_current: true, change: null, amount_cents: 3100 },
      { code: 'business', is_current: false, change: 'upgrade', pay_in_advance: true },
    ]);
    expect(await me.call('GET', '/plans?external_subscription_id=theirs')).toMatchObject({ status: 404 });
    expect(await me.call('GET', '/plans')).toMatchObject({ status: 422 });
  });

  it('an upgrade holds at once, and is billed as its preview says', async () => {
    const seen = await preview({ plan_code: 'business' });
    expect(await change('business')).toMatchObject({ external_id: 's', plan_code: 'business', status: 'active' });
    expect(await change('business')).toMatchObject({ plan_code: 'business' });
    await sandbox.awaitIdle();
    const [billed, ...others] = await invoices();
    expect(others).toHaveLength(1);
    expect(billed).toMatchObject({
      total_amount_cents: seen.total_amount_cents,
      credit_notes_amount_cents: seen.credit_notes_amount_cents,
    });
    expect(seen.total_amount_cents).toBeGreaterThan(0);
  });

  it('sixteen upgrades at once are one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        me.call('PUT', '/subscriptions/s/plan', { subscription: { plan_code: 'business' } }),
      ),
    );
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await sandbox.awaitIdle();
    expect(await invoices()).toHaveLength(2);
    expect(await stored()).toMatchObject({ plan_code: 'business', previous_plan_code: 'basic' });
  });

  it('a downgrade waits for the end of the period, and can be taken back', async () => {
    expect(await change('small')).toMatchObject({ plan_code: 'basic', next_plan_code: 'small' });
    expect(await change('small')).toMatchObject({ next_plan_code: 'small' });
    expect(await one('DELETE', 'plan')).toMatchObject({ plan_code: 'basic', next_plan_code: null });
    expect(await one('DELETE', 'plan')).toMatchObject({ next_plan_code: null });
    await sandbox.advanceClock('2024-04-02T00:00:00Z');
    expect(await stored()).toMatchObject({ plan_code: 'basic', status: 'active' });
  });

  it.each(['hidden', 'dollars', 'gone', 'unknown'])('refuses the plan %s, which is not offered', async (plan_code) => {
    const answer = await me.call('PUT', '/subscriptions/s/plan', { subscription: { plan_code } });
    expect(answer).toMatchObject({ status: 422, body: { error_details: { plan_code: ['value_is_invalid'] } } });
  });

  it('refuses in the preview what it refuses in the change', async () => {
    const refused = (plan_code: string) => me.call('POST', '/subscriptions/s/preview', { preview: { plan_code } });
    for (const plan_code of ['hidden', 'dollars', 'gone', 'unknown'])
      expect((await refused(plan_code)).body).toMatchObject({ error_details: { plan_code: ['value_is_invalid'] } });
    await end('period_end');
    expect((await refused('business')).body).toMatchObject({ error_details: { base: ['subscription_is_ending'] } });
  });

  it('a change and an end at the same time leave one subscription or none, and start no other', async () => {
    const answers = await Promise.all([
      me.call('PUT', '/subscriptions/s/plan', { subscription: { plan_code: 'business' } }),
      me.call('PUT', '/subscriptions/s/end', { end: { at: 'now' } }),
      me.call('PUT', '/subscriptions/s/plan', { subscription: { plan_code: 'small' } }),
      me.call('PUT', '/subscriptions/s/end', { end: { at: 'now' } }),
    ]);
    await sandbox.awaitIdle();
    const ended = answers.filter(({ status }, place) => place % 2 === 1 && status === 200).length;
    const { subscriptions } = await sandbox.ok<{ subscriptions: Shown[] }>(
      'GET',
      '/subscriptions?external_customer_id=c&status[]=active&status[]=pending',
    );
    expect(ended).toBeLessThanOrEqual(1);
    if (ended === 1) expect(subscriptions).toEqual([]);
    else expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('offers nothing by default', async () => {
    await allow({ offered_plan_codes: [], subscription_ends: [] });
    expect((await me.call('PUT', '/subscriptions/s/plan', { subscription: { plan_code: 'business' } })).status).toBe(
      422,
    );
    expect((await me.call('PUT', '/subscriptions/s/end', { end: { at: 'now' } })).status).toBe(422);
    expect((await me.call('POST', '/subscriptions/s/preview', { preview: { end: 'now' } })).status).toBe(422);
  });
});

describe('the end of a subscription in the portal (customers, section 3.5)', () => {
  it('comes with the end of the period, bills no new one, and can be taken back', async () => {
    expect(await end('period_end', ' We have finished ')).toMatchObject({
      status: 'active',
      ending_at: '2024-04-01T00:00:00Z',
      ending_requested_at: '2024-03-11T00:00:00Z',
    });
    expect(await stored()).toMatchObject({ ending_reason: 'We have finished' });
    expect(
      (await me.call('PUT', '/subscriptions/s/plan', { subscription: { plan_code: 'business' } })).body,
    ).toMatchObject({
      error_details: { base: ['subscription_is_ending'] },
    });
    expect(await one('DELETE', 'end')).toMatchObject({ ending_at: null, ending_requested_at: null });
    await end('period_end');
    const seen = await preview({ end: 'period_end' });
    await sandbox.advanceClock('2024-04-02T00:00:00Z');
    const { subscriptions } = await sandbox.ok<{ subscriptions: Shown[] }>(
      'GET',
      '/subscriptions?external_customer_id=c&status[]=terminated',
    );
    expect(subscriptions).toMatchObject([{ external_id: 's', status: 'terminated' }]);
    const [last] = await invoices();
    expect(last?.total_amount_cents).toBe(seen.total_amount_cents);
  });

  it('restores the agreed end when it is taken back, and leaves an earlier one', async () => {
    await sandbox.ok('PUT', '/subscriptions/s', { subscription: { ending_at: '2024-12-31T00:00:00Z' } });
    await end('period_end');
    expect(await one('DELETE', 'end')).toMatchObject({ ending_at: '2024-12-31T00:00:00Z' });
    await sandbox.ok('PUT', '/subscriptions/s', { subscription: { ending_at: '2024-03-20T00:00:00Z' } });
    expect(await end('period_end')).toMatchObject({ ending_at: '2024-03-20T00:00:00Z', ending_requested_at: null });
    expect(await one('DELETE', 'end')).toMatchObject({ ending_at: '2024-03-20T00:00:00Z' });
  });

  it('at once credits the unused time, as its preview says', async () => {
    const seen = await preview({ end: 'now' });
    expect(await end('now', 'Too expensive')).toMatchObject({ status: 'terminated' });
    await sandbox.awaitIdle();
    expect((await me.call('PUT', '/subscriptions/s/end', { end: { at: 'now' } })).status).toBe(404);
    const { credit_notes } = await sandbox.ok<{ credit_notes: object[] }>('GET', '/credit_notes');
    expect(credit_notes).toHaveLength(1);
    expect(seen.total_amount_cents).toBe((await invoices())[0]?.total_amount_cents);
    const { subscription } = await sandbox.ok<{ subscription: object }>('GET', '/subscriptions/s?status=terminated');
    expect(subscription).toMatchObject({ ending_reason: 'Too expensive' });
  });

  it('of another customer does not exist', async () => {
    for (const [method, path, body] of [
      ['PUT', 'end', { end: { at: 'now' } }],
      ['DELETE', 'end', undefined],
      ['PUT', 'plan', { subscription: { plan_code: 'business' } }],
      ['DELETE', 'plan', undefined],
      ['POST', 'preview', { preview: { end: 'now' } }],
      ['POST', 'preview', { preview: { plan_code: 'business' } }],
    ] as const)
      expect(await me.call(method, `/subscriptions/theirs/${path}`, body)).toMatchObject({ status: 404 });
  });

  it('names what is missing', async () => {
    const refused = async (method: Method, path: string, body: object) =>
      (await me.call(method, `/subscriptions/s/${path}`, body)).body as { error_details: object };
    expect(await refused('PUT', 'end', { end: { reason: 'Done' } })).toMatchObject({
      error_details: { at: ['value_is_mandatory'] },
    });
    expect(await refused('PUT', 'end', { end: { at: 'later' } })).toMatchObject({ status: 422 });
    expect(await refused('PUT', 'plan', { subscription: { plan_code: '' } })).toMatchObject({
      error_details: { plan_code: ['value_is_mandatory'] },
    });
    expect(await refused('POST', 'preview', { preview: { plan_code: 'business', end: 'now' } })).toMatchObject({
      error_details: { plan_code: ['value_is_invalid'] },
    });
  });
});
