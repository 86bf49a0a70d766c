import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';
import pg from 'pg';

/** Every figure, computed from the rows themselves. */
const recomputed = `
  with revenue as (
    select * from invoicing.invoices
    where status = 'finalized' and not self_billed and payment_dispute_lost_at is null
  ), expected as (
    select organization_id, customer_id, 'invoices' as measure, billing_entity_id, currency,
           date_trunc('month', issuing_date)::date as period, payment_status as label, 1 as number, total_amount_cents::numeric as amount
    from revenue
    union all
    select i.organization_id, i.customer_id, 'refunds', i.billing_entity_id, i.currency, date_trunc('month', i.issuing_date)::date, '', 1, n.refund_amount_cents
    from revenue i join invoicing.credit_notes n on n.invoice_id = i.id where n.status = 'finalized' and n.refund_amount_cents > 0
    union all
    select f.organization_id, f.customer_id, 'loose_fees', null, f.currency, date_trunc('month', f.created_at at time zone 'UTC')::date, '', 1, f.amount_cents
    from invoicing.fees f where f.invoice_id is null and f.fee_type = 'charge' and f.pay_in_advance and f.deleted_at is null
    union all
    select f.organization_id, i.customer_id, 'usage', i.billing_entity_id, f.currency, date_trunc('month', f.created_at at time zone 'UTC')::date,
           f.item_code, 1, f.amount_cents - f.precise_coupons_amount_cents
    from invoicing.fees f join invoicing.invoices i on i.id = f.invoice_id
    where f.fee_type = 'charge' and f.deleted_at is null and not i.self_billed and i.payment_dispute_lost_at is null and i.status <> 'deleted'
    union all
    select f.organization_id, i.customer_id, 'subscription_fees', i.billing_entity_id, f.currency,
           case when p.pay_in_advance and p.interval in ('quarterly', 'semiannual', 'yearly') then i.issuing_date
                else date_trunc('month', i.issuing_date)::date end,
           case when p.interval in ('weekly', 'monthly') then p.interval
                else p.interval || case when p.pay_in_advance then ':advance:' else ':arrears:' end
                  || floor(extract(epoch from f.to_datetime - f.from_datetime) / 60)::bigint end,
           1, f.amount_cents - f.precise_coupons_amount_cents + f.taxes_amount_cents
    from invoicing.fees f join revenue i on i.id = f.invoice_id
    join catalog.plans p on p.id = (select b.plan_id from invoicing.billing_periods b
      where b.invoice_id = f.invoice_id and b.subscription_id = f.subscription_id order by b.id limit 1)
    where f.fee_type = 'subscription' and f.deleted_at is null
  )`;
const figures = `
  kept as (
    select organization_id, customer_id, measure, billing_entity_id, currency, period, label, number, amount
    from invoicing.analytics_customer_totals
    union all
    select organization_id, customer_id, measure, billing_entity_id, currency, period, label, number, amount
    from invoicing.analytics_changes
  ), kept_of_all as (
    select organization_id, measure, billing_entity_id, currency, period, label, number, amount from invoicing.analytics_totals
    union all
    select organization_id, measure, billing_entity_id, currency, period, label, number, amount
    from invoicing.analytics_changes where measure <> 'loose_fees'
  )`;
/** Figures that differ from the rows: by customer, and of all customers together. */
const wrong = `
  ${recomputed}, ${figures}
  select measure, period, label, sum(number) as number, sum(amount) as amount from (
    select organization_id, customer_id, measure, billing_entity_id, currency, period, label, number, amount from expected
    where measure in ('invoices', 'refunds', 'loose_fees')
    union all
    select organization_id, customer_id, measure, billing_entity_id, currency, period, label, -number, -amount from kept
    where measure in ('invoices', 'refunds', 'loose_fees')
    union all
    select organization_id, null, measure, billing_entity_id, currency, period, label, number, amount from expected
    where measure <> 'loose_fees'
    union all
    select organization_id, null, measure, billing_entity_id, currency, period, label, -number, -amount from kept_of_all
  ) compared
  group by organization_id, customer_id, measure, billing_entity_id, currency, period, label
  having sum(number) <> 0 or sum(amount) <> 0`;

let sandbox: Sandbox;
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
});
afterAll(() => client.end());

const made = async (path: string, wrapper: string, body: object): Promise<string> =>
  (
    (await sandbox.ok<Record<string, { svc_id: string }>>('POST', path, { [wrapper]: body }))[wrapper] as {
      svc_id: string;
    }
  ).svc_id;
const sell = (customer: string, currency: string, cents: number) =>
  made('/invoices', 'invoice', {
    external_customer_id: customer,
    currency,
    fees: [{ add_on_code: 'setup', unit_amount_cents: cents }],
  });
const counted = async (): Promise<string[]> => {
  const { rows } = await client.query<{ measure: string }>(
    'select distinct measure from invoicing.analytics_changes where organization_id = $1 order by 1',
    [sandbox.organizationId],
  );
  return rows.map(({ measure }) => measure);
};

/** Customers, plans and usage of every kind of figure. */
async function prepare(): Promise<void> {
  const metric = await made('/billable_metrics', 'billable_metric', {
    name: 'Calls',
    code: 'calls',
    aggregation_type: 'count_agg',
  });
  const tax = { name: 'VAT', code: 'vat', rate: 20, applied_to_organization: true };
  await made('/taxes', 'tax', tax);
  await made('/add_ons', 'add_on', { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' });
  const charge = (terms: object) => ({
    billable_metric_id: metric,
    charge_model: 'standard',
    properties: { amount: '3' },
    ...terms,
  });
  for (const [code, interval, pay_in_advance, charges] of [
    ['monthly', 'monthly', true, [charge({})]],
    ['weekly', 'weekly', false, []],
    ['quarterly', 'quarterly', true, []],
    ['loose', 'monthly', false, [charge({ pay_in_advance: true, invoiceable: false })]],
  ] as const)
    await made('/plans', 'plan', {
      name: code,
      code,
      interval,
      amount_cents: 3100,
      amount_currency: 'EUR',
      pay_in_advance,
      charges,
    });
  await made('/customers', 'customer', { external_id: 'c', currency: 'EUR' });
  await made('/customers', 'customer', {
    external_id: 'drafts',
    currency: 'EUR',
    billing_configuration: { invoice_grace_period: 3 },
  });
  await made('/customers', 'customer', { external_id: 'partner', currency: 'EUR', account_type: 'partner' });
}

/** Everything that moves a figure: bills, refreshed drafts, voids, refunds, payments, disputes. */
async function live(): Promise<void> {
  const subscriptions = [
    ['c', 'monthly'],
    ['c', 'weekly'],
    ['c', 'quarterly'],
    ['c', 'loose'],
    ['drafts', 'monthly'],
    ['partner', 'monthly'],
  ] as const;
  for (const [customer, plan] of subscriptions)
    await made('/subscriptions', 'subscription', {
      external_customer_id: customer,
      external_id: `${customer}-${plan}`,
      plan_code: plan,
    });
  for (const external_subscription_id of ['c-monthly', 'c-loose', 'drafts-monthly', 'partner-monthly'])
    await sandbox.ok('POST', '/events', {
      event: {
        transaction_id: external_subscription_id,
        external_subscription_id,
        code: 'calls',
        timestamp: Date.parse('2024-01-10T00:00:00Z') / 1000,
      },
    });
  await sandbox.advanceClock('2024-02-02T00:00:00Z');
  const [paid, voided, disputed] = [
    await sell('c', 'EUR', 1000),
    await sell('c', 'USD', 500),
    await sell('c', 'EUR', 700),
  ];
  await made('/payments', 'payment', { invoice_id: paid, amount_cents: 1200, reference: 'r' });
  const { invoice } = await sandbox.ok<{ invoice: { fees: { svc_id: string }[] } }>('GET', `/invoices/${paid}`);
  await made('/credit_notes', 'credit_note', {
    invoice_id: paid,
    refund_amount_cents: 600,
    items: [{ fee_id: invoice.fees[0]?.svc_id, amount_cents: 500 }],
  });
  await sandbox.ok('POST', `/invoices/${voided}/void`);
  await sandbox.ok('POST', `/invoices/${disputed}/lose_dispute`);
  const { invoices } = await sandbox.ok<{ invoices: { svc_id: string }[] }>('GET', '/invoices?status=draft');
  expect(invoices.length).toBeGreaterThan(0);
  for (const { svc_id } of invoices) await sandbox.ok('PUT', `/invoices/${svc_id}/refresh`);
  await sandbox.advanceClock('2024-02-12T00:00:00Z');
}

describe('figures of analytics', () => {
  it('equal the rows of every organization at every instant, before and after the totals add them up', async () => {
    await prepare();
    await live();
    await sandbox.awaitIdle();
    const { gross_revenues: revenue } = await sandbox.ok<{ gross_revenues: object[] }>(
      'GET',
      '/analytics/gross_revenue?currency=eur',
    );
    expect((await client.query(wrong)).rows).toEqual([]);
    await waitFor('what changed to be added up', async () => (await counted()).length === 0);
    expect((await client.query(wrong)).rows).toEqual([]);
    const { rows: stored } = await client.query<{ measure: string }>(
      `select distinct measure from (select organization_id, measure from invoicing.analytics_totals
       union select organization_id, measure from invoicing.analytics_customer_totals) kept where organization_id = $1 order by 1`,
      [sandbox.organizationId],
    );
    expect(stored.map(({ measure }) => measure)).toEqual([
      'invoices',
      'loose_fees',
      'refunds',
      'subscription_fees',
      'usage',
    ]);
    const again = await sandbox.ok<{ gross_revenues: object[] }>('GET', '/analytics/gross_revenue?currency=eur');
    expect(again.gross_revenues).toEqual(revenue);
    expect(revenue).toMatchObject([{ month: '2024-01-01T00:00:00.000Z' }, { month: '2024-02-01T00:00:00.000Z' }]);
  });
});
