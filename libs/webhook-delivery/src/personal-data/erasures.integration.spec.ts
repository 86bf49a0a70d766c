import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox, validationFailed, waitFor, WebhookInbox } from '@tollgate/testing';
import pg from 'pg';

type Json = Record<string, unknown>;
interface Erasure {
  svc_id: string;
  svc_customer_id: string;
  status: string;
  places: { place: string; status: string; rows: number; retained: number; retained_reason: string | null }[];
  completed_at: string | null;
}

const external = 'ext-quillfeather';
/** The data of the person; none of it is part of another word. */
const person = {
  name: 'Zephyrine Quillfeather',
  email: 'zephyrine@quillfeather.example',
  phone: '+49 30 5550175',
  address_line1: 'Krummbachsteig 77',
};
const traces = [
  ...Object.values(person),
  'quillfeather-note',
  'quillfeather-wallet',
  'quillfeather-return',
  'quillfeather-buyer',
];
/** The law keeps these as they were issued. */
const issued = ['document.documents', 'document.drawn_files', 'document.e_invoices', 'document.voided_files'];

const grantName = 'quillfeather-grant';
/** Calls with a key leave their answers for repetitions. */
const once = { 'idempotency-key': 'once' };

let client: pg.Client;
let sandbox: Sandbox;
let inbox: WebhookInbox;
let customerId: string;

const customer = (fields: object = {}) =>
  sandbox.ok<{ customer: { svc_id: string } }>('POST', '/customers', {
    customer: { external_id: external, currency: 'EUR', country: 'DE', ...fields },
  });
const erase = (name: string, body?: object) =>
  sandbox.ok<{ erasure: Erasure }>('POST', `/customers/${name}/erase`, body);

async function untilCompleted(id: string): Promise<Erasure> {
  let erasure: Erasure | undefined;
  await waitFor(
    'the erasure',
    async () => {
      ({ erasure } = await sandbox.ok<{ erasure: Erasure }>('GET', `/erasures/${id}`));
      return erasure.status === 'completed';
    },
    120_000,
  );
  return erasure as Erasure;
}

/** Tables of all services with a text, beside those of issued documents. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(
      `select from ${name} as own where position($1 in lower(own::text)) > 0 limit 1`,
      [text.toLowerCase()],
    );
    if ((rowCount ?? 0) > 0) found.push(name);
  }
  return found;
}

beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  inbox = await WebhookInbox.open();
  await inbox.register(sandbox);
  ({
    customer: { svc_id: customerId },
  } = await customer({
    ...person,
    metadata: [{ key: 'note', value: 'quillfeather-note', display_in_invoice: false }],
  }));
  await customer({ city: 'Berlin' });
  await sandbox.ok('POST', '/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' },
  });
  await sandbox.ok('POST', '/plans', {
    plan: { name: 'P', code: 'p', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR', pay_in_advance: false },
  });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: external, external_id: 'sub-1', plan_code: 'p', name: person.name },
  });
  await sandbox.ok(
    'POST',
    '/wallets',
    {
      wallet: {
        external_customer_id: external,
        rate_amount: '1',
        currency: 'EUR',
        granted_credits: '10',
        name: 'quillfeather-wallet',
      },
    },
    once,
  );
  const { wallets } = await sandbox.ok<{ wallets: { svc_id: string }[] }>('GET', '/wallets');
  const grant = { wallet_id: wallets[0]?.svc_id, granted_credits: '1', name: grantName };
  await sandbox.ok('POST', '/wallet_transactions', { wallet_transaction: grant }, once);
  await sandbox.ok('POST', '/events', {
    event: {
      transaction_id: 't1',
      external_subscription_id: 'sub-1',
      code: 'calls',
      timestamp: Date.parse('2024-01-10T00:00:00Z') / 1000,
      properties: { user_email: person.email, region: 'eu' },
    },
  });
  await sandbox.ok('POST', `/customers/${external}/portal_sessions`, {
    portal_session: { return_url: 'https://app.example.com/quillfeather-return' },
  });
  for (const name of ['one', 'two']) {
    const { portal_person: buyer } = await sandbox.ok<{ portal_person: { svc_id: string } }>(
      'POST',
      `/customers/${external}/portal_people`,
      { portal_person: { email: `${name}@quillfeather-buyer.example`, name, role: 'viewer' } },
    );
    if (name === 'two') await sandbox.ok('DELETE', `/customers/${external}/portal_people/${buyer.svc_id}`);
  }
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' },
  });
});
afterAll(async () => {
  await client.end();
  await inbox.close();
});

describe('the erasure of a customer', () => {
  let invoice: { svc_id: string; number: string; total_amount_cents: number };

  it('is refused while a subscription or an invoice is open, and names them', async () => {
    ({ invoice } = await sandbox.ok<{ invoice: typeof invoice }>(
      'POST',
      '/invoices',
      {
        invoice: { external_customer_id: external, currency: 'EUR', fees: [{ add_on_code: 'a' }] },
      },
      once,
    ));
    expect(await sandbox.call('POST', `/customers/${external}/erase`)).toEqual(
      validationFailed({ active_subscriptions: ['sub-1'], open_invoices: [invoice.number] }),
    );
    expect(await sandbox.call('POST', '/customers/unknown/erase')).toMatchObject({ status: 404 });
    expect(await sandbox.call('POST', `/customers/${external}/erase`, { erasure: {}, x: 1 })).toMatchObject({
      status: 400,
    });
    await sandbox.ok(
      'POST',
      '/payments',
      {
        payment: { invoice_id: invoice.svc_id, amount_cents: invoice.total_amount_cents, reference: 'bank' },
      },
      once,
    );
    await sandbox.ok('DELETE', '/subscriptions/sub-1?on_termination_invoice=skip');
    await sandbox.awaitIdle();
  });

  it('leaves nothing of the person but issued documents, and a proof without personal data', async () => {
    await sandbox.awaitIdle();
    const { erasure: begun } = await erase(external, { erasure: { personal_properties: ['user_email'] } });
    expect(begun).toMatchObject({ svc_customer_id: customerId, status: 'running', completed_at: null });
    const done = await untilCompleted(begun.svc_id);
    const rows = Object.fromEntries(done.places.map((place) => [place.place, place.rows]));
    expect(done.places.every(({ status }) => status === 'done')).toBe(true);
    expect(rows['profile']).toBeGreaterThan(1);
    expect(rows['events']).toBeGreaterThan(0);
    expect(rows['webhooks']).toBeGreaterThan(0);
    expect(rows['activity_log']).toBeGreaterThan(0);
    expect(rows['api_log']).toBeGreaterThan(0);
    const documents = done.places.find(({ place }) => place === 'documents');
    expect(documents).toMatchObject({ rows: 0, retained_reason: 'issued_documents' });
    expect(documents?.retained).toBeGreaterThan(0);
    await sandbox.awaitIdle();
    // The log of calls has the grant still: it names the wallet alone.
    for (const trace of [...traces, grantName]) {
      const found = (await tablesWith(trace)).filter((name) => !issued.includes(name));
      expect([trace, found]).toEqual([trace, []]);
    }
    const { event } = await sandbox.ok<{ event: { properties: Json } }>('GET', '/events/t1');
    expect(event.properties).toEqual({ region: 'eu' });
    const { api_logs: calls } = await sandbox.ok<{ api_logs: Json[] }>('GET', '/api_logs?per_page=100');
    const text = JSON.stringify(calls);
    expect([...traces, external].filter((trace) => text.includes(trace))).toEqual([]);
  });

  it('shows the customer blank in its issued invoices, which stay', async () => {
    const { invoice: shown } = await sandbox.ok<{ invoice: { customer: Json; number: string } }>(
      'GET',
      `/invoices/${invoice.svc_id}`,
    );
    expect(shown).toMatchObject({ number: invoice.number, customer: { name: null, email: null, phone: null } });
    expect(await sandbox.call('GET', `/customers/${external}`)).toMatchObject({ status: 404 });
  });

  it('is repeated without effect, leaves its activity, and spares a new customer with the same external id', async () => {
    const { erasures } = await sandbox.ok<{ erasures: Erasure[] }>('GET', `/erasures?external_customer_id=${external}`);
    expect(erasures).toHaveLength(1);
    expect((await erase(external)).erasure).toEqual(erasures[0]);
    expect((await erase(customerId)).erasure).toEqual(erasures[0]);
    const { activity_logs: activities } = await sandbox.ok<{ activity_logs: Json[] }>(
      'GET',
      `/activity_logs?resource_ids[]=${customerId}&activity_types[]=customer.erased`,
    );
    expect(activities).toHaveLength(1);
    const { customer: other } = await customer({ name: 'Another One' });
    expect((await erase(customerId)).erasure.svc_id).toBe(erasures[0]?.svc_id);
    expect(await sandbox.ok('GET', `/customers/${external}`)).toMatchObject({
      customer: { svc_id: other.svc_id, name: 'Another One' },
    });
    const { erasures: running } = await sandbox.ok<{ erasures: Erasure[] }>('GET', '/erasures?statuses[]=running');
    expect(running).toEqual([]);
  });
});
