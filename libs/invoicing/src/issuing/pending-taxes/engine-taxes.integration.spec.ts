import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, TaxEngineAccount, waitFor, WebhookInbox } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  status: string;
  number: string;
  issuing_date: string;
  taxes_amount_cents: number;
  total_amount_cents: number;
  applied_taxes: { tax_code: string; tax_rate: number; amount_cents: number; svc_tax_id: string | null }[];
  fees: { taxes_amount_cents: number; taxes_rate: number }[];
  error_details: { error_code: string; details: Record<string, string> }[];
}

const engines = ['anrok', 'avalara'] as const;
const denver = { address_line1: '1450 Cherokee St', city: 'Denver', state: 'CO', zipcode: '80204', country: 'US' };
/** 2.9 % and 4.81 % of 150.00; both engines round to 11.57. */
const taxOf150 = 1157;

let inbox: WebhookInbox;
let database: pg.Client;
beforeAll(async () => {
  inbox = await WebhookInbox.open();
  database = new pg.Client(databaseUrl());
  await database.connect();
});
afterAll(async () => {
  await inbox.close();
  await database.end();
});

/** An organization whose customer `c` an engine taxes, and its webhooks. */
async function taxedBy(engine: (typeof engines)[number], customer: object = {}) {
  const sandbox = await Sandbox.create('2024-03-01T00:00:00Z', { default_currency: 'USD' });
  const account = new TaxEngineAccount(engine);
  const mappings = [{ item_type: 'fallback_item', external_code: 'saas' }];
  await sandbox.ok('POST', '/tax_providers', account.connection({ mappings }));
  const path = `/${sandbox.organizationId}`;
  await inbox.register(sandbox, path);
  // Local taxes do not apply to the customer of an engine.
  await sandbox.ok('POST', '/taxes', { tax: { name: 'T', code: 't', rate: 50, applied_to_organization: true } });
  await sandbox.ok('POST', '/customers', {
    customer: {
      external_id: 'c',
      currency: 'USD',
      ...denver,
      integration_customers: [{ integration_type: engine, integration_code: 'engine', sync_with_provider: true }],
      ...customer,
    },
  });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Seats', code: 'seats', amount_cents: 15_000, amount_currency: 'USD' },
  });
  return { sandbox, account, path };
}

const sell = async (sandbox: Sandbox): Promise<Invoice> =>
  (
    await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
      invoice: { external_customer_id: 'c', currency: 'USD', fees: [{ add_on_code: 'seats' }] },
    })
  ).invoice;
const read = async (sandbox: Sandbox, id: string): Promise<Invoice> =>
  (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice;
const invoices = async (sandbox: Sandbox): Promise<Invoice[]> =>
  (await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices')).invoices;
const typesAt = (path: string): string[] =>
  inbox.to(path).map(({ body }) => (JSON.parse(body) as { webhook_type: string }).webhook_type);
const bodiesAt = <T>(path: string, type: string): T[] =>
  inbox
    .to(path)
    .map(({ body }) => JSON.parse(body) as { webhook_type: string } & T)
    .filter(({ webhook_type }) => webhook_type === type);
const received = (path: string, type: string) =>
  waitFor(type, () => Promise.resolve(typesAt(path).includes(type)), 30_000);
const correct = (sandbox: Sandbox, customer: object) =>
  sandbox.ok('POST', '/customers', { customer: { external_id: 'c', ...customer } });

describe.each(engines)('invoices that %s taxes', (engine) => {
  it('wait for the engine, which books them once', async () => {
    const { sandbox, account, path } = await taxedBy(engine);
    const pending = await sell(sandbox);
    expect(pending).toMatchObject({ status: 'pending', taxes_amount_cents: 0 });
    await sandbox.awaitIdle();
    const issued = await read(sandbox, pending.svc_id);
    expect(issued).toMatchObject({ status: 'finalized', total_amount_cents: 15_000 + taxOf150 });
    expect(issued.taxes_amount_cents).toBe(taxOf150);
    expect(issued.fees.map((fee) => fee.taxes_amount_cents)).toEqual([taxOf150]);
    expect(issued.applied_taxes.map((tax) => tax.amount_cents).sort()).toEqual([435, 722]);
    expect(issued.applied_taxes.map((tax) => tax.svc_tax_id)).toEqual([null, null]);
    expect(await account.documents()).toMatchObject([{ id: pending.svc_id, status: 'booked', version: 1 }]);
    expect(await account.refusals()).toEqual([]);
    await received(path, 'invoice.created');
    expect(typesAt(path)).not.toContain('invoice.one_off_created');
  });

  it('fail when the engine refuses, and are retried by call', async () => {
    const { sandbox, account, path } = await taxedBy(engine, { country: 'FI' });
    const { svc_id: id } = await sell(sandbox);
    await sandbox.awaitIdle();
    const code = engine === 'anrok' ? 'customerAddressCouldNotResolve' : 'InvalidAddress';
    const failed = await read(sandbox, id);
    expect(failed).toMatchObject({
      status: 'failed',
      error_details: [{ error_code: 'tax_error', details: { tax_error: code } }],
    });
    await received(path, 'customer.tax_provider_error');
    expect(bodiesAt(path, 'customer.tax_provider_error')).toMatchObject([
      {
        object_type: 'tax_provider_customer_error',
        tax_provider_customer_error: {
          external_customer_id: 'c',
          tax_provider: engine,
          tax_provider_code: 'engine',
          provider_error: { error_code: code },
        },
      },
    ]);
    const customer = async () =>
      (await sandbox.ok<{ customer: { error_details: object[] } }>('GET', '/customers/c')).customer.error_details;
    expect(await customer()).toMatchObject([{ error_code: 'tax_error', details: { tax_error: code } }]);
    await correct(sandbox, { country: 'US' });
    expect(await customer()).toEqual([]);
    const { invoice } = await sandbox.ok<{ invoice: Invoice }>('POST', `/invoices/${id}/retry`);
    expect(invoice.status).toBe('pending');
    await sandbox.awaitIdle();
    expect(await read(sandbox, id)).toMatchObject({ status: 'finalized', taxes_amount_cents: taxOf150 });
    expect((await read(sandbox, id)).error_details).toEqual([]);
    expect(await account.documents()).toHaveLength(1);
    expect((await sandbox.call('POST', `/invoices/${id}/retry`)).status).toBe(405);
  });

  it.each([{ kind: 'status', status: 503 }, { kind: 'cut_after' }])(
    'wait while the engine is away, and are booked once: %j',
    async (fault) => {
      const { sandbox, account } = await taxedBy(engine);
      await account.fail(fault);
      const { svc_id: id } = await sell(sandbox);
      await sandbox.awaitIdle();
      expect((await read(sandbox, id)).status).toBe('pending');
      const { rows } = await database.query<{ status: string; attempts: number; last_error: string }>(
        'select status, attempts, last_error from invoicing.tax_requests where invoice_id = $1',
        [id],
      );
      expect(rows).toMatchObject([{ status: 'pending', attempts: 1, last_error: expect.any(String) }]);
      await account.recover();
      await database.query('update invoicing.tax_requests set next_attempt_at = now() where invoice_id = $1', [id]);
      await waitFor('the invoice', async () => (await read(sandbox, id)).status === 'finalized', 150_000);
      expect(await account.documents()).toMatchObject([{ id, status: 'booked' }]);
    },
    240_000,
  );

  it('are void at the engine when they are voided, and the notes with them', async () => {
    const { sandbox, account } = await taxedBy(engine);
    const { svc_id: id } = await sell(sandbox);
    await sandbox.awaitIdle();
    const [fee] = (await read(sandbox, id)).fees as unknown as { svc_id: string }[];
    await sandbox.ok('POST', '/credit_notes', {
      credit_note: {
        invoice_id: id,
        reason: 'other',
        credit_amount_cents: 1077,
        refund_amount_cents: 0,
        items: [{ fee_id: fee?.svc_id, amount_cents: 1000 }],
      },
    });
    await sandbox.awaitIdle();
    const booked = await account.documents();
    expect(booked).toMatchObject([
      { id, kind: 'sale' },
      { kind: 'return', status: 'booked' },
    ]);
    expect(booked[1]?.id).toMatch(/^cn_/);
    expect(booked[1]?.total).toBe(engine === 'anrok' ? -1000 : -10);
    await sandbox.ok('POST', `/invoices/${id}/void`);
    // An engine that was slow once gets no call for half a minute, then the report is made again.
    const voided = async () => (await account.documents()).filter(({ status }) => status === 'voided').length;
    await waitFor('two voided documents', async () => (await voided()) === 2, 150_000);
    expect(await account.refusals()).toEqual([]);
  }, 240_000);

  it('get an inverse beside them when a filed return has them', async () => {
    const { sandbox, account } = await taxedBy(engine);
    const { svc_id: id } = await sell(sandbox);
    await sandbox.awaitIdle();
    await account.lock(id);
    await sandbox.ok('POST', `/invoices/${id}/lose_dispute`);
    await sandbox.awaitIdle();
    await sandbox.ok('POST', `/invoices/${id}/void`);
    await sandbox.awaitIdle();
    const documents = await account.documents();
    expect(documents.map((each) => [each.id, each.kind])).toEqual([
      [id, 'sale'],
      [`${id}_voided`, 'inverse'],
    ]);
    expect(documents.reduce((sum, { tax }) => sum + tax, 0)).toBe(0);
  });

  it('are drafts with estimated taxes until they are final', async () => {
    const { sandbox, account, path } = await taxedBy(engine, { billing_configuration: { invoice_grace_period: 3 } });
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'P',
        code: 'p',
        interval: 'monthly',
        amount_cents: 15_000,
        amount_currency: 'USD',
        pay_in_advance: false,
      },
    });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
    });
    await sandbox.advanceClock('2024-04-01T01:00:00Z');
    const [draft] = await invoices(sandbox);
    const id = draft?.svc_id as string;
    expect(await read(sandbox, id)).toMatchObject({ status: 'draft', taxes_amount_cents: taxOf150 });
    expect(await account.documents()).toEqual([]);
    await received(path, 'invoice.ready_to_finalize');
    await sandbox.ok('PUT', `/invoices/${id}/finalize`);
    await sandbox.awaitIdle();
    expect(await read(sandbox, id)).toMatchObject({ status: 'finalized', taxes_amount_cents: taxOf150 });
    expect(await account.documents()).toMatchObject([{ id, version: 1 }]);
    await received(path, 'invoice.created');
  });

  it('are drafts that wait for the engine with their subscription, and that show its refusal', async () => {
    const { sandbox, account } = await taxedBy(engine, { billing_configuration: { invoice_grace_period: 3 } });
    await account.fail({ kind: 'status', status: 502 });
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'P',
        code: 'p',
        interval: 'monthly',
        amount_cents: 15_000,
        amount_currency: 'USD',
        pay_in_advance: false,
      },
    });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
    });
    await sandbox.advanceClock('2024-04-01T01:00:00Z');
    const id = (await invoices(sandbox))[0]?.svc_id as string;
    expect(await sandbox.call('PUT', `/invoices/${id}/finalize`)).toMatchObject({
      status: 403,
      body: { code: 'cannot_finalize_with_pending_taxes' },
    });
    expect(await sandbox.call('DELETE', '/subscriptions/s')).toMatchObject({
      status: 405,
      body: { code: 'cannot_terminate_with_pending_taxes' },
    });
    await account.recover();
    await correct(sandbox, { country: 'FI' });
    // A process rests after a failure of the engine; the refresh repeats the request.
    await waitFor(
      'the engine',
      async () => {
        await sandbox.ok('PUT', `/invoices/${id}/refresh`);
        await sandbox.awaitIdle();
        return (await read(sandbox, id)).error_details.length > 0;
      },
      100_000,
    );
    expect(await read(sandbox, id)).toMatchObject({ status: 'draft', error_details: [{ error_code: 'tax_error' }] });
    await sandbox.ok('DELETE', '/subscriptions/s');
  }, 150_000);

  it('are previewed with its estimate', async () => {
    const { sandbox, account } = await taxedBy(engine);
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'P',
        code: 'p',
        interval: 'monthly',
        amount_cents: 15_000,
        amount_currency: 'USD',
        pay_in_advance: true,
      },
    });
    const preview = (customer: object) =>
      sandbox.call('POST', '/invoices/preview', { plan_code: 'p', subscription_at: '2024-03-01', customer });
    const { body } = await preview({ external_id: 'c' });
    expect((body['invoice'] as Invoice).taxes_amount_cents).toBe(taxOf150);
    const links = [{ integration_type: engine, integration_code: 'engine' }];
    const stranger = await preview({ currency: 'USD', ...denver, integration_customers: links });
    expect((stranger.body['invoice'] as Invoice).taxes_amount_cents).toBe(taxOf150);
    const refused = await preview({ currency: 'USD', ...denver, country: 'FI', integration_customers: links });
    expect(refused.status).toBe(422);
    expect(refused.body['error_details']).toHaveProperty('tax_error');
    expect(await account.documents()).toEqual([]);
  });

  it('have local taxes again when the engine is disconnected', async () => {
    const { sandbox, account } = await taxedBy(engine);
    await sandbox.ok('DELETE', '/tax_providers/engine');
    const issued = await sell(sandbox);
    expect(issued).toMatchObject({ status: 'finalized', taxes_amount_cents: 7500 });
    expect(await account.calls()).toBe(engine === 'anrok' ? 0 : 1);
  });
});

it('fees without an invoice are taxed by a call each, or stay untaxed', async () => {
  const { sandbox, account, path } = await taxedBy('anrok');
  await sandbox.ok('POST', '/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' },
  });
  const { billable_metrics: metrics } = await sandbox.ok<{ billable_metrics: { svc_id: string }[] }>(
    'GET',
    '/billable_metrics',
  );
  const charge = {
    billable_metric_id: metrics[0]?.svc_id,
    charge_model: 'standard',
    pay_in_advance: true,
    invoiceable: false,
    properties: { amount: '150' },
  };
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      amount_cents: 0,
      amount_currency: 'USD',
      pay_in_advance: false,
      charges: [charge],
    },
  });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
  });
  const use = async (transaction_id: string) => {
    await sandbox.ok('POST', '/events', { event: { transaction_id, external_subscription_id: 's', code: 'calls' } });
    await sandbox.awaitIdle();
  };
  const fees = async () =>
    (await sandbox.ok<{ fees: { event_transaction_id: string; taxes_amount_cents: number }[] }>('GET', '/fees')).fees;
  await use('e1');
  expect(await fees()).toMatchObject([{ event_transaction_id: 'e1', taxes_amount_cents: taxOf150 }]);
  await received(path, 'fee.created');
  await correct(sandbox, { country: 'FI' });
  await use('e2');
  expect((await fees()).find((fee) => fee.event_transaction_id === 'e2')?.taxes_amount_cents).toBe(0);
  await received(path, 'fee.tax_provider_error');
  expect(bodiesAt(path, 'fee.tax_provider_error')).toMatchObject([
    { tax_provider_fee_error: { tax_provider_code: 'engine', event_transaction_id: 'e2' } },
  ]);
  expect(await account.documents()).toEqual([]);
});

it('two engines cannot have one code, and no answer shows a key', async () => {
  const { sandbox, account } = await taxedBy('avalara');
  const again = await sandbox.call('POST', '/tax_providers', new TaxEngineAccount('anrok').connection());
  expect(again).toMatchObject({ status: 422, body: { error_details: { code: ['value_already_exist'] } } });
  const wrong = new TaxEngineAccount('avalara').connection({ code: 'other', license_key: 'revoked-key' });
  expect(await sandbox.call('POST', '/tax_providers', wrong)).toMatchObject({
    status: 422,
    body: { error_details: { license_key: ['value_is_invalid'] } },
  });
  expect(
    await sandbox.call('POST', '/tax_providers', { tax_provider: { provider: 'anrok', code: 'x', name: 'X' } }),
  ).toMatchObject({
    status: 422,
    body: { error_details: { api_key: ['value_is_mandatory'] } },
  });
  const shown = JSON.stringify([
    await sandbox.ok('GET', '/tax_providers'),
    await sandbox.ok('GET', '/tax_providers/engine'),
    await sandbox.ok('PUT', '/tax_providers/engine', { tax_provider: { name: 'Renamed' } }),
    await sandbox.ok('GET', '/api_logs'),
  ]);
  expect(shown).toContain('Renamed');
  expect(shown).not.toContain(account.secret);
  const { rows } = await database.query<{ secret: string }>(
    'select secret from invoicing.tax_providers where organization_id = $1',
    [sandbox.organizationId],
  );
  expect(rows.map(({ secret }) => secret.startsWith('sealed:'))).toEqual([true]);
});
