// The response times of analytics for an organization with many invoices.
import pg from 'pg';
import type { Api } from '@tollgate/harness/api';
import { say, sleep } from '@tollgate/harness/process';
import type { Benchmark } from './benchmark.ts';
import { generate } from './generator.ts';
import type { ReadResult } from './load-tasks.ts';
import { advanceClock, newOrganization, newPlan, subscribe } from './setup.ts';

const copiesAtOnce = 20_000;
const customers = 20;
const calls = ['gross_revenue', 'invoice_collection', 'invoiced_usage', 'mrr', 'overdue_balance', 'usage'].map(
  (name) => `/api/v1/analytics/${name}`,
);

/** Copies an invoice with its fees and its period, over two years and all customers; one in a hundred is overdue. */
const copy = {
  begin: `create temp table copies as
   select n, gen_random_uuid() as id, gen_random_uuid() as subscription_id, date '2022-01-01' + (n % 700)::int as day,
          (select array_agg(id) from subscription.customers where organization_id = $3)[1 + n % $4] as customer_id
   from generate_series($1::bigint, $2::bigint) n`,
  invoices: `insert into invoicing.invoices
   select row.* from copies join invoicing.invoices template on template.id = $1, lateral jsonb_populate_record(template,
     jsonb_build_object('id', copies.id, 'number', 'BENCH-' || n, 'sequential_id', null, 'billing_entity_sequential_id', null,
       'customer_id', copies.customer_id, 'issuing_date', day, 'payment_due_date', day, 'payment_overdue', n % 100 = 0,
       'payment_status', case when n % 3 = 0 then 'pending' else 'succeeded' end)) row`,
  periods: `insert into invoicing.billing_periods
   select row.* from copies join invoicing.billing_periods template on template.invoice_id = $1, lateral jsonb_populate_record(
     template, jsonb_build_object('id', gen_random_uuid(), 'invoice_id', copies.id, 'run_id', null,
       'subscription_id', copies.subscription_id)) row`,
  fees: `insert into invoicing.fees
   select row.* from copies join invoicing.fees template on template.invoice_id = $1, lateral jsonb_populate_record(template,
     jsonb_build_object('id', gen_random_uuid(), 'invoice_id', copies.id, 'customer_id', copies.customer_id,
       'subscription_id', copies.subscription_id, 'created_at', day)) row`,
  end: 'drop table copies',
};

async function fill(client: pg.Client, organizationId: string, invoiceId: string, count: number): Promise<void> {
  for (let first = 1; first <= count; first += copiesAtOnce) {
    const { begin, invoices, periods, fees, end } = copy;
    // The limits are our own numbers: a statement that creates a table takes no parameters.
    const last = Math.min(first + copiesAtOnce - 1, count);
    const values = [first, last, `'${organizationId}'`, customers];
    await client.query('begin');
    await client.query(begin.replace(/\$(\d)/g, (_, place) => String(values[Number(place) - 1])));
    for (const statement of [invoices, periods, fees]) await client.query(statement, [invoiceId]);
    await client.query(end);
    await client.query('commit');
  }
  await client.query('analyze invoicing.invoices, invoicing.fees');
}

/** Waits until the changes are in the totals, a few seconds later. */
async function untilAddedUp(client: pg.Client, organizationId: string): Promise<void> {
  const waiting = 'select exists (select from invoicing.analytics_changes where organization_id = $1) as waiting';
  for (const deadline = Date.now() + 900_000; ; await sleep(1000)) {
    const { rows } = await client.query<{ waiting: boolean }>(waiting, [organizationId]);
    if (!rows[0]?.waiting) return;
    if (Date.now() > deadline) throw new Error('the figures are not added up');
  }
}

/** Makes an invoice with a plan fee and two charges. @returns its id */
async function template(api: Api): Promise<string> {
  await newPlan(api);
  const [subscription] = await subscribe(api, customers);
  const events = ['calls', 'tokens'].map((code) => ({
    transaction_id: code,
    external_subscription_id: subscription,
    code,
    timestamp: Date.parse('2023-11-16T12:00:00Z') / 1000,
    properties: { amount: 100_000 },
  }));
  await api.ok('POST', '/api/v1/events/batch', { events });
  await advanceClock(api, '2023-12-01T00:10:00Z');
  const path = `/api/v1/invoices?external_customer_id=${subscription}`;
  const [invoice] = (await api.ok<{ invoices: { svc_id: string }[] }>('GET', path)).invoices;
  if (!invoice) throw new Error('there is no invoice to copy');
  return invoice.svc_id;
}

export const analytics: Benchmark = async (service, size) => {
  const { databaseUrl = process.env.DATABASE_URL } = service;
  if (!databaseUrl) throw new Error('DATABASE_URL: where the database of the running service is');
  const api = await newOrganization(service, 'Bench analytics', '2023-11-01T00:00:00Z');
  const invoiceId = await template(api);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const answers: (ReadResult & { path: string })[] = [];
  try {
    const owner = 'select organization_id as id from invoicing.invoices where id = $1';
    const organizationId = (await client.query<{ id: string }>(owner, [invoiceId])).rows[0]?.id ?? '';
    await client.query(`update identity.organizations set created_at = '2022-01-01' where id = $1`, [organizationId]);
    say(`Analytics: making ${size.invoices.toLocaleString('en')} invoices`);
    await fill(client, organizationId, invoiceId, size.invoices);
    await untilAddedUp(client, organizationId);
    say('Analytics: asking for each figure');
    for (const path of calls) {
      const read = { urls: [`${service.baseUrl}${path}`], key: api.key, times: 50, warmUp: 5 };
      answers.push({ path, ...(await generate('read', read)) });
    }
  } finally {
    await client.end();
  }
  const named = answers.map(
    ({ path, p50, p99 }) => `\`${path.split('/').at(-1)}\` ${p50.toFixed(1)} and ${p99.toFixed(1)} ms`,
  );
  return {
    name: 'analytics',
    title: `Analytics over ${size.invoices.toLocaleString('en')} invoices, p99 of the slowest call`,
    value: Math.max(...answers.map(({ p99 }) => p99)),
    unit: ' ms',
    target: 200,
    atLeast: false,
    notes: `each invoice has a plan fee and two charges, one in a hundred is overdue; p50 and p99 of 50 calls: ${named.join(', ')}`,
  };
};
