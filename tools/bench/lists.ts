// The response times of lists, summaries and the search for an organization with many customers and invoices.
import pg from 'pg';
import type { Api } from '@tollgate/harness/api';
import { say } from '@tollgate/harness/process';
import type { Benchmark } from './benchmark.ts';
import { generate } from './generator.ts';
import type { ReadResult } from './load-tasks.ts';
import { advanceClock, newOrganization, newPlan, subscribe } from './setup.ts';

const copiesAtOnce = 20_000;

/** A table whose rows are copied: the fields of a copy that differ, as SQL over `n` and `copied`. */
interface Copied {
  table: string;
  fields: string;
}

/** The copy of number `n` has ids that follow from it, so that rows of several tables belong together. */
const idOf = (kind: string, n = 'n') => `md5('${kind}' || ${n})::uuid`;
const createdAt = `timestamptz '2022-01-01' + n * interval '1 minute'`;

const ofCustomer: Copied[] = [
  {
    table: 'subscription.customers',
    fields: `'id', ${idOf('customer')}, 'external_id', 'copy-' || n, 'sequential_id', 1000000 + n, 'slug', 'COPY-' || n,
      'name', 'Customer ' || md5(n::text), 'created_at', ${createdAt}`,
  },
  {
    table: 'subscription.subscriptions',
    fields: `'id', ${idOf('subscription')}, 'customer_id', ${idOf('customer')}, 'external_id', 'copy-' || n,
      'next_billing_at', null, 'subscription_at', ${createdAt}, 'created_at', ${createdAt}`,
  },
  {
    table: 'wallet.wallets',
    fields: `'id', ${idOf('wallet')}, 'customer_id', ${idOf('customer')}, 'balance_cents', n, 'created_at', ${createdAt}`,
  },
];
const invoicesOf = (customers: number): Copied => ({
  table: 'invoicing.invoices',
  fields: `'id', ${idOf('invoice')}, 'number', 'COPY-' || n, 'sequential_id', null, 'billing_entity_sequential_id', null,
    'customer_id', ${idOf('customer', `(1 + n % ${customers})`)}, 'issuing_date', date '2022-01-01' + (n % 700)::int,
    'payment_due_date', date '2022-01-01' + (n % 700)::int, 'payment_overdue', n % 100 = 0, 'total_amount_cents', n,
    'payment_status', case when n % 3 = 0 then 'pending' else 'succeeded' end, 'created_at', ${createdAt}`,
});
const paymentsOf = (customers: number): Copied[] => {
  const fields = `'id', ${idOf('payment')}, 'customer_id', ${idOf('customer', `(1 + n % ${customers})`)},
    'amount_cents', n, 'reference', 'transfer ' || n, 'created_at', ${createdAt}`;
  return [
    { table: 'payment.payments', fields: `${fields}, 'payable_id', ${idOf('invoice')}` },
    // Marked, so that the trigger for older processes publishes nothing.
    { table: 'invoicing.payments', fields: `${fields}, 'invoice_id', ${idOf('invoice')}, 'announced', true` },
  ];
};

/** Two fees for each invoice, and a credit note for some. */
const documentsOf = (customers: number): { copied: Copied; ofInvoices: number }[] => {
  const customer = (n: string) => idOf('customer', `(1 + ${n} % ${customers})`);
  return [
    {
      copied: {
        table: 'invoicing.fees',
        fields: `'id', ${idOf('fee')}, 'invoice_id', ${idOf('invoice', '((n + 1) / 2)')}, 'customer_id', ${customer('((n + 1) / 2)')},
          'item_code', 'copy-' || n % 50, 'item_name', 'Item ' || md5(n::text), 'amount_cents', n, 'created_at', ${createdAt}`,
      },
      ofInvoices: 2,
    },
    {
      copied: {
        table: 'invoicing.credit_notes',
        fields: `'id', ${idOf('note')}, 'invoice_id', ${idOf('invoice')}, 'customer_id', ${customer('n')}, 'number', 'COPY-' || n || '-CN1',
          'issuing_date', date '2022-01-01' + (n % 700)::int, 'total_amount_cents', n, 'created_at', ${createdAt}`,
      },
      ofInvoices: 1,
    },
  ];
};
/** Fees and credit notes of more invoices are not made: their lists promise their times for this many. */
const mostInvoicesWithDocuments = 100_000;

/** Copies the only row of the organization in a table. */
async function copy(client: pg.Client, organizationId: string, copied: Copied, count: number): Promise<void> {
  const { table, fields } = copied;
  const only = await client.query<{ id: string }>(`select id from ${table} where organization_id = $1`, [
    organizationId,
  ]);
  for (let first = 1; first <= count; first += copiesAtOnce) {
    const last = Math.min(first + copiesAtOnce - 1, count);
    await client.query(
      `insert into ${table} select row.* from ${table} template, generate_series($2::bigint, $3::bigint) n,
         lateral jsonb_populate_record(template, jsonb_build_object(${fields})) row where template.id = $1`,
      [only.rows[0]?.id, first, last],
    );
  }
  await client.query(`vacuum analyze ${table}`);
}

/** An organization with a row of each kind to copy. */
async function template(api: Api): Promise<void> {
  await newPlan(api);
  const [customer = ''] = await subscribe(api, 1);
  await api.ok('POST', '/api/v1/wallets', {
    wallet: { external_customer_id: customer, rate_amount: '1', currency: 'USD' },
  });
  await advanceClock(api, '2023-12-01T00:10:00Z');
  const { invoices } = await api.ok<{ invoices: { svc_id: string }[] }>('GET', '/api/v1/invoices');
  const { fees } = await api.ok<{ fees: { svc_id: string }[] }>('GET', '/api/v1/fees');
  await api.ok('POST', '/api/v1/credit_notes', {
    credit_note: {
      invoice_id: invoices[0]?.svc_id,
      credit_amount_cents: 1,
      items: [{ fee_id: fees[0]?.svc_id, amount_cents: 1 }],
    },
  });
  await api.ok('POST', '/api/v1/payments', {
    payment: { invoice_id: invoices[0]?.svc_id, amount_cents: 1, reference: 'transfer' },
  });
}

const summarized = Array.from({ length: 50 }, (_, n) => `external_ids[]=copy-${n + 1}`).join('&');
const paths = [
  '/customers',
  '/customers?cursor=',
  '/customers?sort=name&cursor=',
  '/customers?search_term=copy-77&cursor=',
  '/customers?search_term=nobody&cursor=',
  '/customers?expand[]=subscriptions&cursor=',
  '/subscriptions',
  '/subscriptions?sort=created_at&counts=status&cursor=',
  '/subscriptions?expand[]=customer&expand[]=plan&cursor=',
  '/invoices',
  '/invoices?cursor=',
  '/invoices?sort=-total_amount_cents&cursor=',
  '/invoices?sort=payment_due_date&payment_overdue=true&cursor=',
  '/invoices?counts=status&cursor=',
  '/invoices?counts=payment_status&cursor=',
  '/invoices?status=failed&cursor=',
  '/invoices?payment_status=failed&cursor=',
  '/invoices?search_term=copy-777&cursor=',
  '/invoices?search_term=nothing&cursor=',
  '/invoices?sort=payment_due_date&cursor=',
  '/fees',
  '/fees?cursor=',
  '/fees?search_term=copy&cursor=',
  '/fees?search_term=nothing&cursor=',
  '/fees?search_term=c4ca4238a0b92&cursor=',
  '/fees?external_customer_id=copy-1&cursor=',
  '/credit_notes',
  '/credit_notes?sort=-total_amount_cents&cursor=',
  '/credit_notes?sort=issuing_date&cursor=',
  '/credit_notes?search_term=copy-777&cursor=',
  '/credit_notes?search_term=nothing&cursor=',
  '/credit_notes?external_customer_id=copy-1&cursor=',
  '/payments',
  '/payments?search_term=transfer%20777&cursor=',
  '/payments?sort=-amount_cents&counts=payment_status&cursor=',
  '/wallets',
  '/wallets?sort=-balance_cents&cursor=',
  '/wallets?search_term=nobody&cursor=',
  `/customer_summaries?${summarized}`,
  '/customers/copy-1/overview',
  '/overview',
  '/search?q=copy-77',
  '/search?q=transfer%20777',
];

export const lists: Benchmark = async (service, size) => {
  const { databaseUrl = process.env.DATABASE_URL } = service;
  if (!databaseUrl) throw new Error('DATABASE_URL: where the database of the running service is');
  const [api, other] = [
    await newOrganization(service, 'Bench lists', '2023-11-01T00:00:00Z'),
    await newOrganization(service, 'Bench lists, another organization'),
  ];
  await template(api);
  await newPlan(other);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const read = (path: string, key: string, times: number) =>
    generate('read', { urls: [`${service.baseUrl}/api/v1${path}`], key, times, warmUp: 5 });
  const answers: (ReadResult & { path: string })[] = [];
  const alone = await read('/plans', other.key, 50);
  try {
    const owner = `select organization_id as id from subscription.subscriptions order by id desc limit 1`;
    const organizationId = (await client.query<{ id: string }>(owner)).rows[0]?.id ?? '';
    say(
      `Lists: making ${size.customers.toLocaleString('en')} customers, ${size.invoices.toLocaleString('en')} invoices`,
    );
    for (const copied of ofCustomer) await copy(client, organizationId, copied, size.customers);
    for (const copied of [invoicesOf(size.customers), ...paymentsOf(size.customers)])
      await copy(client, organizationId, copied, size.invoices);
    for (const { copied, ofInvoices } of documentsOf(size.customers))
      await copy(client, organizationId, copied, ofInvoices * Math.min(size.invoices, mostInvoicesWithDocuments));
    say('Lists: asking for the first page of each');
    for (const path of paths) answers.push({ path, ...(await read(path, api.key, 30)) });
  } finally {
    await client.end();
  }
  say('Lists: another organization meanwhile');
  const [beside] = await Promise.all([
    read('/plans', other.key, 100),
    ...['/invoices', '/customers?search_term=nobody&cursor='].map((path) => read(path, api.key, 30)),
  ]);
  const named = answers.map(
    ({ path, p50, p95 }) =>
      `\`${path.replace(summarized, 'external_ids[]=…')}\` ${p50.toFixed(0)} and ${p95.toFixed(0)} ms`,
  );
  return {
    name: 'lists',
    title: `First pages of lists over ${size.customers.toLocaleString('en')} customers and ${size.invoices.toLocaleString('en')} invoices, slowest p95`,
    value: Math.max(...answers.map(({ p95 }) => p95)),
    unit: ' ms',
    target: 150,
    atLeast: false,
    notes: `p50 and p95 of 30 calls, 100 rows each: ${named.join(', ')}; plans of another organization, p95: ${alone.p95.toFixed(1)} ms alone, ${beside.p95.toFixed(1)} ms beside lists`,
  };
};
