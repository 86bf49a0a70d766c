import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FeeExplanation, InvoiceExplanation } from '@tollgate/contracts';
import pg from 'pg';
import { databaseUrl, Sandbox } from '@tollgate/testing';

let database: pg.Client;
let sandbox: Sandbox;
let fee: { svc_id: string; amount_cents: number };
let invoiceId: string;

interface FeeAnswer {
  explanation: FeeExplanation | null;
  reason: string | null;
}
const explanation = () => sandbox.ok<FeeAnswer>('GET', `/fees/${fee.svc_id}/explanation`);
const invoiceExplanation = async () =>
  (await sandbox.ok<{ explanation: InvoiceExplanation }>('GET', `/invoices/${invoiceId}/explanation`)).explanation;

beforeAll(async () => {
  database = new pg.Client(databaseUrl());
  await database.connect();
  sandbox = await Sandbox.create();
  await sandbox.ok('POST', '/taxes', { tax: { name: 'VAT', code: 'vat', rate: 20, applied_to_organization: true } });
  await sandbox.ok('POST', '/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'sum_agg', field_name: 'n' },
  });
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'GET',
    '/billable_metrics/calls',
  );
  const ranges = [
    { from_value: 0, to_value: 5, per_unit_amount: '0', flat_amount: '0' },
    { from_value: 6, to_value: null, per_unit_amount: '0.35', flat_amount: '2' },
  ];
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      amount_cents: 0,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges: [
        {
          billable_metric_id: metric.svc_id,
          code: 'calls',
          charge_model: 'graduated',
          properties: { graduated_ranges: ranges },
        },
      ],
    },
  });
  await sandbox.ok('POST', '/coupons', {
    coupon: {
      name: 'Tenth',
      code: 'tenth',
      coupon_type: 'percentage',
      percentage_rate: '10',
      frequency: 'forever',
      expiration: 'no_expiration',
    },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/applied_coupons', { applied_coupon: { external_customer_id: 'c', coupon_code: 'tenth' } });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
  });
  for (const [position, n] of [4, 3.5].entries())
    await sandbox.ok('POST', '/events', {
      event: { transaction_id: `t${position}`, external_subscription_id: 's', code: 'calls', properties: { n } },
    });
  await sandbox.advanceClock('2024-02-02T00:00:00Z');
  const { fees } = await sandbox.ok<{ fees: (typeof fee & { svc_invoice_id: string; item: { type: string } })[] }>(
    'GET',
    '/fees?fee_type=charge',
  );
  const [first] = fees;
  if (!first) throw new Error('the period has no fee');
  fee = first;
  invoiceId = first.svc_invoice_id;
});
afterAll(() => database.end());

describe('the explanation of a fee', () => {
  it('leads from the stored inputs to its amount', async () => {
    const { explanation: explained, reason } = await explanation();
    expect(reason).toBeNull();
    expect(explained).toMatchObject({
      kind: 'charge',
      plan_code: 'p',
      charge_code: 'calls',
      charge_model: 'graduated',
      events_count: 2,
      agrees: true,
      differences: [],
      amount_cents: 288,
    });
    expect(explained?.steps.map(({ id, value }) => [id, value])).toEqual([
      ['units', '7.5'],
      ['range_1_reached', '5'],
      ['range_1', '0'],
      ['range_2_units', '2.5'],
      ['range_2_price', '0.875'],
      ['range_2', '2.875'],
      ['amount', '2.875'],
      ['in_cents', '287.5'],
      ['cents', '288'],
    ]);
    expect(explained?.tax_steps.map(({ id, value }) => [id, value])).toEqual([
      ['taxable', '259'],
      ['tax_1', '51.8'],
      ['tax_1_cents', '52'],
      ['taxes', '51.8'],
      ['taxes_cents', '52'],
    ]);
  });

  it('stays the same when metric, plan and charge change, and an event comes late', async () => {
    const before = JSON.stringify([await explanation(), await invoiceExplanation()]);
    await sandbox.ok('PUT', '/billable_metrics/calls', { billable_metric: { name: 'Renamed', description: 'new' } });
    await sandbox.ok('PUT', '/plans/p/charges/calls', {
      charge: {
        properties: { graduated_ranges: [{ from_value: 0, to_value: null, per_unit_amount: '9', flat_amount: '9' }] },
      },
    });
    await sandbox.ok('POST', '/events', {
      event: {
        transaction_id: 'late',
        external_subscription_id: 's',
        code: 'calls',
        timestamp: Date.UTC(2024, 0, 20) / 1000,
        properties: { n: 9 },
      },
    });
    await sandbox.awaitIdle();
    await sandbox.ok('PUT', '/plans/p', { plan: { name: 'Other', amount_cents: 7 } });
    expect(JSON.stringify([await explanation(), await invoiceExplanation()])).toBe(before);
  });

  it('is of one organization alone', async () => {
    const other = await Sandbox.create();
    const answers = await Promise.all([
      other.call('GET', `/fees/${fee.svc_id}/explanation`),
      other.call('GET', `/invoices/${invoiceId}/explanation`),
      sandbox.call('GET', '/fees/none/explanation'),
    ]);
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [404, 'fee_not_found'],
      [404, 'invoice_not_found'],
      [404, 'fee_not_found'],
    ]);
  });

  it('tells a stored amount that its steps do not lead to', async () => {
    await database.query('update invoicing.fees set amount_cents = amount_cents + 1 where id = $1', [fee.svc_id]);
    const { explanation: explained } = await explanation();
    expect(explained?.agrees).toBe(false);
    expect(explained?.differences[0]).toEqual({ field: 'amount_cents', stored: '289', computed: '288' });
    const invoice = await invoiceExplanation();
    expect(invoice.differences.map(({ field }) => field)).toContain('fees_amount_cents');
    await database.query('update invoicing.fees set amount_cents = amount_cents - 1 where id = $1', [fee.svc_id]);
    expect((await explanation()).explanation?.agrees).toBe(true);
  });

  it('is absent for a fee without stored inputs, and says why', async () => {
    await database.query('delete from invoicing.fee_inputs where fee_id = $1', [fee.svc_id]);
    expect(await explanation()).toEqual({ explanation: null, reason: 'inputs_not_stored' });
    expect((await invoiceExplanation()).fees).toMatchObject([{ explained: true }, { explained: false }]);
  });
});

describe('the explanation of usage that is not invoiced yet', () => {
  interface UsageAnswer {
    explanations: { charge_code: string; amount_cents: number; agrees: boolean }[];
    meta: { total_count: number };
  }
  const path = '/customers/c/current_usage';

  it('has a page of parts, which add up to the current usage', async () => {
    const query = 'external_subscription_id=s';
    const { customer_usage: usage } = await sandbox.ok<{ customer_usage: { amount_cents: number } }>(
      'GET',
      `${path}?${query}`,
    );
    const answer = await sandbox.ok<UsageAnswer>('GET', `${path}/explanation?${query}&per_page=1&charge_code=calls`);
    expect(answer.meta.total_count).toBe(1);
    expect(answer.explanations).toMatchObject([
      { charge_code: 'calls', agrees: true, amount_cents: usage.amount_cents },
    ]);
  });

  it('has the errors of current usage', async () => {
    const answers = await Promise.all([
      sandbox.call('GET', '/customers/nobody/current_usage/explanation?external_subscription_id=s'),
      sandbox.call('GET', `${path}/explanation`),
      sandbox.call('GET', `${path}/explanation?external_subscription_id=s&charge_code=none`),
    ]);
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [404, 'customer_not_found'],
      [405, 'no_active_subscription'],
      [404, 'charge_not_found'],
    ]);
  });
});

describe('the explanation of an invoice', () => {
  it('leads from its fees over coupons and taxes to its total', async () => {
    const explained = await invoiceExplanation();
    expect(explained).toMatchObject({ agrees: true, differences: [], total_amount_cents: 311 });
    const values = Object.fromEntries(explained.steps.map(({ id, value }) => [id, value]));
    expect(values).toMatchObject({
      fees: '288',
      coupon_1: '29',
      coupon_1_fee_1: '0',
      coupon_1_fee_2: '29',
      taxes: '52',
      total: '311',
    });
  });

  it('names the wallets that paid, in the order of their use', async () => {
    for (const [name, priority] of [
      ['second', 2],
      ['first', 1],
    ] as const)
      await sandbox.ok('POST', '/wallets', {
        wallet: {
          external_customer_id: 'c',
          name,
          priority,
          currency: 'EUR',
          rate_amount: '1',
          granted_credits: '0.5',
        },
      });
    await sandbox.advanceClock('2024-03-02T00:00:00Z');
    const { invoices } = await sandbox.ok<{ invoices: { svc_id: string; prepaid_credit_amount_cents: number }[] }>(
      'GET',
      '/invoices?external_customer_id=c',
    );
    const paid = invoices.find((invoice) => invoice.prepaid_credit_amount_cents === 100);
    const { explanation: explained } = await sandbox.ok<{ explanation: InvoiceExplanation }>(
      'GET',
      `/invoices/${paid?.svc_id}/explanation`,
    );
    expect(explained.wallets).toMatchObject([
      { name: 'first', amount_cents: 50 },
      { name: 'second', amount_cents: 50 },
    ]);
    const [one, two] = explained.steps.filter(({ kind }) => kind === 'wallet');
    expect([one?.of, two?.of]).toEqual(explained.wallets.map((wallet) => wallet.svc_wallet_id));
    expect(explained.steps.find(({ id }) => id === 'prepaid_credits')).toMatchObject({
      args: ['$wallet_1', '$wallet_2'],
      value: '100',
    });
    expect(explained.agrees).toBe(true);
  });
});
