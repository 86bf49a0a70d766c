import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox, validationFailed, waitFor, WebhookInbox } from '@tollgate/testing';
import pg from 'pg';

interface Mail {
  svc_id: string;
  email_type: string;
  svc_resource_id: string;
  requested: boolean;
  recipients: { email: string; field: string }[];
  created_at: string;
}
interface Statement {
  external_customer_id: string;
  from_date: string;
  to_date: string;
  closing_balance_cents: number;
}

let client: pg.Client;
let sandbox: Sandbox;
let inbox: WebhookInbox;
let code: string;

const issuer = (billing_entity: object) => sandbox.ok('PUT', `/billing_entities/${code}`, { billing_entity });
const customer = (external_id: string, fields: object = {}) =>
  sandbox.ok('POST', '/customers', {
    customer: { external_id, currency: 'EUR', email: `${external_id}@example.com`, ...fields },
  });
const sell = (external_customer_id: string) =>
  sandbox.ok('POST', '/invoices', {
    invoice: { external_customer_id, currency: 'EUR', fees: [{ add_on_code: 'a' }] },
  });
const mails = async (email: string) =>
  (await sandbox.ok<{ emails: Mail[] }>('GET', `/emails?email_type=statement&email=${email}`)).emails;

/** The statements of a customer that webhooks reported, in the order of their days. */
const reported = (external: string) =>
  inbox
    .ofType<{ customer_statement: Statement }>('customer_statement.generated')
    .map(({ customer_statement: statement }) => statement)
    .filter((statement) => statement.external_customer_id === external)
    .map(({ from_date, to_date, closing_balance_cents }) => [from_date, to_date, closing_balance_cents] as const)
    .sort();
const untilReported = (external: string, count: number) =>
  waitFor(`${count} statements of ${external}`, () => Promise.resolve(reported(external).length === count));

beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  inbox = await WebhookInbox.open();
  await inbox.register(sandbox);
  const { billing_entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities');
  code = billing_entities[0]?.code ?? '';
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' },
  });
});
afterAll(async () => {
  await client.end();
  await inbox.close();
});

describe('a statement by e-mail', () => {
  it('goes to the customer or to the named addresses, with the file of the same statement', async () => {
    await customer('asked', { billing_configuration: { document_locale: 'de' } });
    await sell('asked');
    const path = '/customers/asked/statement/send_email?from_date=2024-01-01&to_date=2024-01-31';
    expect(await sandbox.call('POST', path)).toEqual(
      validationFailed({ billing_entity: ['must have an email configured'] }),
    );
    await issuer({ email: 'billing@example.com' });
    const { email } = await sandbox.ok<{ email: Mail }>('POST', path);
    expect(email).toMatchObject({
      email_type: 'statement',
      requested: true,
      recipients: [{ email: 'asked@example.com', field: 'to' }],
    });
    const named = { to: ['boss@example.com'], cc: ['copy@example.com'] };
    const { email: other } = await sandbox.ok<{ email: Mail }>('POST', path, named);
    expect(other.svc_resource_id).toBe(email.svc_resource_id);
    expect(other.recipients.map((one) => one.email)).toEqual(['boss@example.com', 'copy@example.com']);
    expect(await sandbox.call('POST', path, { bcc: ['nobody'] })).toMatchObject({ status: 422 });
    expect(await sandbox.call('POST', '/customers/none/statement/send_email')).toMatchObject({ status: 404 });
    const left = async () => {
      const { rows } = await client.query<{ waiting: bigint }>(
        'select count(*) as waiting from document.mails where organization_id = $1 and sent_at is null',
        [sandbox.organizationId],
      );
      return rows[0]?.waiting === 0n;
    };
    await waitFor('the mails to leave', left);
  });
});

describe('scheduled statements', () => {
  it('have three schedules', async () => {
    const wrong = { statement_schedule: 'daily' };
    const refused = validationFailed({ statement_schedule: ['value_is_invalid'] });
    expect(await sandbox.call('PUT', `/billing_entities/${code}`, { billing_entity: wrong })).toEqual(refused);
    expect(await sandbox.call('POST', '/customers', { customer: { external_id: 'w', ...wrong } })).toEqual(refused);
    expect(await issuer({ statement_schedule: null })).toMatchObject({ billing_entity: { statement_schedule: 'off' } });
  });

  it('come once a period to each customer, by its own schedule and time zone', async () => {
    await customer('monthly', { timezone: 'Asia/Tokyo' });
    await customer('quarterly', { statement_schedule: 'quarterly' });
    await customer('never', { statement_schedule: 'off' });
    await customer('still');
    for (const one of ['monthly', 'quarterly', 'never']) await sell(one);
    await issuer({ statement_schedule: 'monthly' });
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-01-31T14:59:59Z');
    expect(await mails('monthly@example.com')).toEqual([]);
    await sandbox.advanceClock('2024-01-31T15:00:00Z');
    expect(await mails('monthly@example.com')).toMatchObject([{ email_type: 'statement', requested: false }]);
    await sandbox.advanceClock('2024-04-10T00:00:00Z');
    await untilReported('monthly', 3);
    expect(reported('monthly')).toEqual([
      ['2024-01-01', '2024-01-31', 1000],
      ['2024-02-01', '2024-02-29', 1000],
      ['2024-03-01', '2024-03-31', 1000],
    ]);
    await untilReported('quarterly', 1);
    expect(reported('quarterly')).toEqual([['2024-01-01', '2024-03-31', 1000]]);
    expect([reported('never'), reported('still')]).toEqual([[], []]);
    expect(await mails('monthly@example.com')).toHaveLength(3);
    expect(await mails('still@example.com')).toEqual([]);
  });

  it('end with their switch, and with the customer', async () => {
    await customer('monthly', { statement_schedule: 'off' });
    await sandbox.awaitIdle();
    await sandbox.ok('DELETE', '/customers/quarterly');
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-07-10T00:00:00Z');
    expect(reported('monthly')).toHaveLength(3);
    expect(reported('quarterly')).toHaveLength(1);
  });

  it('are due again after an interruption, and still come once', async () => {
    await customer('again', { statement_schedule: 'monthly' });
    await sell('again');
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-08-01T00:00:00Z');
    await untilReported('again', 1);
    const { rows } = await client.query<{ from_date: string; to_date: string; next_at: Date }>(
      `select from_date::text, to_date::text, next_at from document.statement_schedules schedule
       where organization_id = $1 and customer_id = (select id from subscription.customers
         where organization_id = $1 and external_id = 'again')`,
      [sandbox.organizationId],
    );
    expect(rows).toEqual([
      { from_date: '2024-08-01', to_date: '2024-08-31', next_at: new Date('2024-09-01T00:00:00Z') },
    ]);
    await sandbox.advanceClock('2024-08-20T00:00:00Z');
    expect(reported('again')).toHaveLength(1);
  });

  it('are published and filed without a mail where nobody has an address', async () => {
    await customer('quiet', { email: null, statement_schedule: 'monthly' });
    await sell('quiet');
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-09-01T00:00:00Z');
    await untilReported('quiet', 1);
    expect(reported('quiet')).toEqual([['2024-08-01', '2024-08-31', 1000]]);
  });
});
