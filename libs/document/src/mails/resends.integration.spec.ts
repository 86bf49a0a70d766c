import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';
import pg from 'pg';

let client: pg.Client;
let sandbox: Sandbox;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  for (const [external_id, email] of [
    ['c', 'one@example.com, two@example.com'],
    ['silent', null],
  ])
    await sandbox.ok('POST', '/customers', { customer: { external_id, email, currency: 'EUR' } });
  const { billing_entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities');
  code = billing_entities[0]?.code ?? '';
});
afterAll(() => client.end());

let code: string;
const settings = (billing_entity: object) => sandbox.ok('PUT', `/billing_entities/${code}`, { billing_entity });
const sell = async (external_customer_id: string, more: object = {}): Promise<string> => {
  const invoice = { external_customer_id, currency: 'EUR', fees: [{ add_on_code: 'setup', ...more }] };
  const made = await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', { invoice });
  await sandbox.awaitIdle();
  return made.invoice.svc_id;
};
const mails = async () =>
  (
    await client.query<{ kind: string; subject_id: string; recipients: object; sent: boolean }>(
      'select kind, subject_id, recipients, sent_at is not null as sent from document.mails where organization_id = $1 order by id',
      [sandbox.organizationId],
    )
  ).rows;
const resend = async (path: string, body?: object) => {
  const { status, body: answer } = await sandbox.call('POST', `${path}/resend_email`, body);
  return status === 200 ? [status, answer] : [status, (answer as { code: string }).code];
};

it("sends issued documents by the issuer's settings, and resends them to requested addresses", async () => {
  const quiet = await sell('c');
  expect(await mails()).toEqual([]);
  expect(await resend('/invoices/01890000-0000-7000-8000-000000000000')).toEqual([404, 'invoice_not_found']);
  expect(await resend(`/invoices/${quiet}`)).toEqual([405, 'email_settings_disabled']);
  await settings({ email_settings: ['invoice.finalized', 'payment_receipt.created'] });
  const unsent = await sell('c');
  expect(await mails()).toEqual([]);
  expect((await sandbox.call('POST', `/invoices/${unsent}/resend_email`, { cc: ['nobody'] })).body).toMatchObject({
    code: 'validation_errors',
    error_details: { billing_entity: [expect.any(String)], cc: [expect.stringContaining('nobody')] },
  });
  await settings({ email: 'billing@example.com' });
  const sent = await sell('c');
  await sell('silent');
  await sell('c', { unit_amount_cents: 0 });
  const recipients = { to: ['one@example.com', 'two@example.com'], cc: [], bcc: [] };
  expect(await mails()).toMatchObject([{ kind: 'invoice', subject_id: sent, recipients }]);
  expect((await sandbox.call('POST', `/invoices/${await sell('silent')}/resend_email`)).body).toMatchObject({
    error_details: { to: [expect.any(String)] },
  });
  expect(await resend(`/invoices/${sent}`, { to: ['else@example.com'], bcc: ['all@example.com'] })).toEqual([200, {}]);
  await sandbox.ok('POST', '/payments', { payment: { invoice_id: sent, amount_cents: 1000, reference: 'r' } });
  await sandbox.awaitIdle();
  expect(await mails()).toMatchObject([
    { kind: 'invoice' },
    { kind: 'invoice', recipients: { to: ['else@example.com'], bcc: ['all@example.com'] } },
    { kind: 'payment_receipt', recipients },
  ]);
  await waitFor('mails to leave', async () => (await mails()).every((mail) => mail.sent));
  await sandbox.ok('POST', `/invoices/${sent}/void`);
  expect(await resend(`/invoices/${sent}`)).toEqual([405, 'invoice_not_finalized']);
});

it('requests overdue invoices by e-mail when no provider is charged', async () => {
  await settings({ email: 'billing@example.com', email_settings: [] });
  const before = (await mails()).length;
  const invoice = await sell('c');
  await sandbox.advanceClock('2024-01-12T00:00:00Z');
  const { payment_request: request } = await sandbox.ok<{ payment_request: { svc_id: string } }>(
    'POST',
    '/payment_requests',
    { payment_request: { external_customer_id: 'c', email: 'pay@example.com', svc_invoice_ids: [invoice] } },
  );
  await sandbox.awaitIdle();
  const recipients = { to: ['pay@example.com'], cc: [], bcc: [] };
  expect((await mails()).slice(before)).toMatchObject([
    { kind: 'payment_request', subject_id: request.svc_id, recipients },
  ]);
  await waitFor('the mail to leave', async () => (await mails()).every((mail) => mail.sent));
});

it('sends an e-mail without charging a provider when a request states manual payment', async () => {
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'linked', currency: 'EUR' } });
  await sandbox.ok('POST', '/payment_providers', {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
  await sandbox.ok('PUT', '/customers/linked/payment_provider', {
    payment_provider: { payment_provider_code: 'test', provider_method_id: 'pm_succeeds' },
  });
  const before = (await mails()).length;
  const sold = { external_customer_id: 'linked', skip_psp: true, fees: [{ add_on_code: 'setup' }] };
  const sellOne = async () =>
    (await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', { invoice: sold })).invoice.svc_id;
  const invoices = [await sellOne(), await sellOne()];
  await sandbox.advanceClock('2024-01-15T00:00:00Z');
  const requested: string[] = [];
  for (const [index, payment_method_type] of ['provider', 'manual'].entries()) {
    const { payment_request: request } = await sandbox.ok<{ payment_request: { svc_id: string } }>(
      'POST',
      '/payment_requests',
      {
        payment_request: {
          external_customer_id: 'linked',
          email: 'pay@example.com',
          svc_invoice_ids: [invoices[index]],
          payment_method: { payment_method_type },
        },
      },
    );
    requested.push(request.svc_id);
  }
  await sandbox.awaitIdle();
  const { payments } = await sandbox.ok<{ payments: object[] }>('GET', '/payments');
  expect(payments.filter((one) => 'svc_payable_id' in one && one.svc_payable_id === requested[0])).toHaveLength(1);
  expect((await mails()).slice(before)).toMatchObject([{ kind: 'payment_request', subject_id: requested[1] }]);
});

it('limits the number of recipients and mails', async () => {
  await settings({ email: 'billing@example.com', email_settings: ['invoice.finalized'] });
  const path = `/invoices/${await sell('c')}`;
  const strangers = (count: number) => Array.from({ length: count }, (_, index) => `stranger${index}@example.com`);
  const refused = { status: 422, body: { error_details: { to: [expect.stringContaining('10 recipients')] } } };
  const requestResend = (body: object) => sandbox.call('POST', `${path}/resend_email`, body);
  expect(await requestResend({ to: strangers(11) })).toMatchObject(refused);
  expect(await requestResend({ to: strangers(4), cc: strangers(4), bcc: strangers(3) })).toMatchObject(refused);
  expect(await requestResend({ to: strangers(4), cc: strangers(3), bcc: strangers(3) })).toMatchObject({ status: 200 });
  await client.query(
    `insert into document.mails (id, organization_id, kind, subject_id, recipients, sent_at, asked_for)
     select gen_random_uuid(), $1, 'invoice', gen_random_uuid(), '{}', now(), true from generate_series(1, 97)`,
    [sandbox.organizationId],
  );
  const answers = await Promise.all(Array.from({ length: 6 }, () => requestResend({ to: strangers(1) })));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
  expect(statuses).toEqual(expect.arrayContaining([200, 429]));
  expect(await requestResend({ to: strangers(1) })).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
});
