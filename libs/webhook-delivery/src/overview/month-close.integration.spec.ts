import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aCustomer, call, databaseUrl, Sandbox } from '@tollgate/testing';
import pg from 'pg';

interface Close {
  month_close: { month: string; checks: { type: string; count: number | null; list: string | null }[] };
}

let sandbox: Sandbox;
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  sandbox = await Sandbox.create('2026-01-10T12:00:00Z');
  await aCustomer('acme').with({ currency: 'EUR' }).createIn(sandbox);
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1_000, amount_currency: 'EUR' },
  });
}, 60_000);
afterAll(() => client.end());

const sell = async (): Promise<string> => {
  const { invoice } = await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', {
    invoice: { external_customer_id: 'acme', currency: 'EUR', fees: [{ add_on_code: 'setup' }] },
  });
  return invoice.svc_id;
};
const countsOf = async (month: string) => {
  const { month_close: close } = await sandbox.ok<Close>('GET', `/overview/month_close?month=${month}`);
  return new Map(close.checks.map(({ type, count }) => [type, count]));
};

it('finds the number that is missing before an invoice, in the month of that invoice', async () => {
  for (let place = 0; place < 2; place += 1) await sell();
  expect((await countsOf('2026-01')).get('number_gaps')).toBe(0);
  const last = await sell();
  await client.query('update invoicing.invoices set sequential_id = 5 where id = $1', [last]);
  expect((await countsOf('2026-01')).get('number_gaps')).toBe(1);
  expect((await countsOf('2026-02')).get('number_gaps')).toBe(0);
});

it('counts unsent mails by real time, until they are sent or refused', async () => {
  const month = new Date().toISOString().slice(0, 7);
  const organization = await sandbox.ok<{ organization: { svc_id: string } }>('GET', '/organizations');
  const insert = `
    insert into document.mails (id, organization_id, kind, subject_id, recipients, sent_at, refused_at, asked_for, steps, next_try_at)
    values (gen_random_uuid(), $1, 'invoice', gen_random_uuid(), '{"to":["a@example.com"]}', $2, $3, false, '[]', now() + interval '1 year')`;
  const now = new Date();
  for (const [sent, refused] of [
    [null, null],
    [null, now],
    [now, null],
  ])
    await client.query(insert, [organization.organization.svc_id, sent, refused]);
  const counts = await countsOf(month);
  expect([counts.get('refused_emails'), counts.get('waiting_emails')]).toEqual([1, 1]);
});

it('leaves out the checks whose lists the key may not read', async () => {
  const { api_key } = await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
    api_key: { name: 'few', permissions: { invoice: ['read'] } },
  });
  const { body } = await call('GET', '/api/v1/overview/month_close?month=2026-01', `Bearer ${api_key.value}`);
  expect((body as unknown as Close).month_close.checks.map(({ type }) => type)).toEqual([
    'unbilled_work',
    'draft_invoices',
    'pending_invoices',
    'failed_invoices',
    'number_gaps',
    'refused_emails',
    'waiting_emails',
  ]);
});
