import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  status: string;
  total_amount_cents: number;
  taxes_amount_cents: number;
  issuing_date: string;
}

/** A customer with a grace period of ten days and one draft of March over 100.00. */
async function withDraft(): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-02-15T10:00:00Z');
  await sandbox.ok('POST', '/customers', {
    customer: { external_id: 'c1', billing_configuration: { invoice_grace_period: 10 } },
  });
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 10_000,
      amount_currency: 'EUR',
      pay_in_advance: true,
    },
  });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: {
      external_customer_id: 'c1',
      plan_code: 'p',
      external_id: 's1',
      subscription_at: '2024-02-01T00:00:00Z',
    },
  });
  await sandbox.advanceClock('2024-03-02T10:01:00Z');
  return sandbox;
}

const invoices = async (sandbox: Sandbox) => (await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices')).invoices;

describe('drafts', () => {
  it('follow a new tax and a new price at the next refresh of five minutes', async () => {
    const sandbox = await withDraft();
    const [draft] = await invoices(sandbox);
    expect(draft).toMatchObject({ status: 'draft', total_amount_cents: 10_000 });

    await sandbox.ok('POST', '/taxes', {
      tax: { name: 'VAT', code: 'vat', rate: '20', applied_to_organization: true },
    });
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-03-02T10:04:59Z');
    expect(await invoices(sandbox)).toMatchObject([{ total_amount_cents: 10_000 }]);
    await sandbox.advanceClock('2024-03-02T10:05:00Z');
    expect(await invoices(sandbox)).toMatchObject([
      { svc_id: draft?.svc_id, status: 'draft', taxes_amount_cents: 2_000, total_amount_cents: 12_000 },
    ]);

    await sandbox.ok('PUT', '/plans/p', { plan: { amount_cents: 20_000 } });
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-03-02T10:10:00Z');
    expect(await invoices(sandbox)).toMatchObject([{ status: 'draft', total_amount_cents: 24_000 }]);
  });

  it('follow a charge that is added to their plan alone', async () => {
    const sandbox = await withDraft();
    const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
      'POST',
      '/billable_metrics',
      {
        billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' },
      },
    );
    await sandbox.ok('POST', '/events', {
      event: {
        transaction_id: 't1',
        external_subscription_id: 's1',
        code: 'calls',
        timestamp: Date.parse('2024-02-20T00:00:00Z') / 1000,
      },
    });
    await sandbox.ok('POST', '/plans/p/charges', {
      charge: {
        billable_metric_id: metric.svc_id,
        code: 'calls',
        charge_model: 'standard',
        properties: { amount: '7' },
      },
    });
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-03-02T10:10:00Z');
    expect(await invoices(sandbox)).toMatchObject([{ status: 'draft', total_amount_cents: 10_700 }]);
  });

  it('remain as billed after the end of their subscription', async () => {
    const sandbox = await withDraft();
    await sandbox.ok('DELETE', '/subscriptions/s1?on_termination_invoice=skip&on_termination_credit_note=skip');
    await sandbox.ok('POST', '/taxes', {
      tax: { name: 'VAT', code: 'vat', rate: '20', applied_to_organization: true },
    });
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-03-02T11:00:00Z');
    expect(await invoices(sandbox)).toMatchObject([{ status: 'draft', total_amount_cents: 10_000 }]);
  });

  it('leave no credit note of zero when a coupon covers all of them', async () => {
    const sandbox = await withDraft();
    await sandbox.ok('POST', '/coupons', {
      coupon: {
        name: 'All',
        code: 'all',
        coupon_type: 'percentage',
        percentage_rate: '100',
        frequency: 'forever',
        expiration: 'no_expiration',
      },
    });
    await sandbox.ok('POST', '/applied_coupons', {
      applied_coupon: { external_customer_id: 'c1', coupon_code: 'all' },
    });
    await sandbox.ok('DELETE', '/subscriptions/s1');
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-04-15T00:00:00Z');
    expect(await invoices(sandbox)).toMatchObject([
      { status: 'finalized', total_amount_cents: 0 },
      { status: 'finalized', total_amount_cents: 0 },
    ]);
    expect((await sandbox.ok<{ credit_notes: unknown[] }>('GET', '/credit_notes')).credit_notes).toEqual([]);
  });

  it('use no credits before their creation, even if their UTC day began earlier', async () => {
    const sandbox = await Sandbox.create('2023-11-15T00:00:00Z');
    await sandbox.ok('POST', '/customers', {
      customer: {
        external_id: 'c1',
        currency: 'EUR',
        timezone: 'America/Los_Angeles',
        billing_configuration: { invoice_grace_period: 1 },
      },
    });
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'p',
        code: 'p',
        interval: 'monthly',
        amount_cents: 10_000,
        amount_currency: 'EUR',
        pay_in_advance: false,
      },
    });
    const { wallet } = await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', {
      wallet: { external_customer_id: 'c1', currency: 'EUR', rate_amount: '1', granted_credits: '1000' },
    });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c1', plan_code: 'p', external_id: 's1' },
    });
    await sandbox.advanceClock('2023-11-20T00:50:00Z');
    await sandbox.ok('DELETE', '/subscriptions/s1');
    await sandbox.advanceClock('2023-11-20T00:51:00Z');
    expect(await invoices(sandbox)).toMatchObject([{ status: 'finalized', issuing_date: '2023-11-19' }]);
    const { wallet_transactions: transactions } = await sandbox.ok<{ wallet_transactions: object[] }>(
      'GET',
      `/wallets/${wallet.svc_id}/wallet_transactions?transaction_type=outbound`,
    );
    expect(transactions).toMatchObject([{ status: 'settled', settled_at: '2023-11-20T00:50:00Z' }]);
  });

  it('become final at once when their plan is deleted, including the last invoice', async () => {
    const sandbox = await withDraft();
    await sandbox.ok('DELETE', '/plans/p');
    await sandbox.awaitIdle();
    const all = await invoices(sandbox);
    expect(all).toHaveLength(2);
    for (const invoice of all) expect(invoice).toMatchObject({ status: 'finalized', issuing_date: '2024-03-02' });
  });

  it('become final five minutes after their customer is deleted, including the last invoice', async () => {
    const sandbox = await withDraft();
    await sandbox.ok('DELETE', '/customers/c1');
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-03-02T10:05:59Z');
    expect((await invoices(sandbox)).map(({ status }) => status)).toEqual(['draft', 'draft']);
    await sandbox.advanceClock('2024-03-02T10:06:00Z');
    expect((await invoices(sandbox)).map(({ status }) => status)).toEqual(['finalized', 'finalized']);
  });
});

describe('a draft during the lookup of the VAT number of its customer', () => {
  const number = 'DE123456789';
  let database: pg.Client;
  beforeAll(async () => {
    database = new pg.Client(databaseUrl());
    await database.connect();
  });
  afterAll(() => database.end());

  /** The registry receives no request meanwhile, reachable or not. */
  const postponed = (sandbox: Sandbox, until: string) =>
    database.query(
      `update subscription.vat_checks set next_try_at = ${until} where organization_id = '${sandbox.organizationId}'`,
    );
  const status = async (sandbox: Sandbox) => (await invoices(sandbox)).at(-1)?.status;

  async function lookedUp(): Promise<Sandbox> {
    const sandbox = await withDraft();
    await sandbox.ok('PUT', `/billing_entities/${await issuer(sandbox)}`, {
      billing_entity: { country: 'FR', eu_tax_management: true },
    });
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: 'c1', country: 'DE', tax_identification_number: number },
    });
    await postponed(sandbox, `now() + interval '1 day'`);
    return sandbox;
  }

  it('remains one until the result, and is then final with the resulting taxes', async () => {
    const sandbox = await lookedUp();
    const [draft] = (await invoices(sandbox)).filter((invoice) => invoice.status === 'draft');
    const refused = await sandbox.call('PUT', `/invoices/${draft?.svc_id}/finalize`);
    expect([refused.status, refused.body['code']]).toEqual([403, 'cannot_finalize_with_pending_taxes']);
    await sandbox.advanceClock('2024-03-20T00:00:00Z');
    expect(await read(sandbox, draft?.svc_id)).toMatchObject({ status: 'draft' });
    const answer = {
      valid: true,
      country_code: 'DE',
      vat_number: '123456789',
      name: null,
      address: null,
      request_date: null,
    };
    await database.query(
      `insert into subscription.vat_answers (organization_id, vat_number, answer, answered_at) values ($1, $2, $3, now())`,
      [sandbox.organizationId, number, JSON.stringify(answer)],
    );
    await postponed(sandbox, 'now()');
    await waitFor(
      'the answer',
      async () => {
        const { rowCount } = await database.query(
          `select 1 from subscription.vat_checks where organization_id = '${sandbox.organizationId}'`,
        );
        return rowCount === 0;
      },
      30_000,
    );
    await sandbox.awaitIdle();
    expect(await read(sandbox, draft?.svc_id)).toMatchObject({
      status: 'finalized',
      issuing_date: '2024-03-20',
      taxes_amount_cents: 0,
    });
  });

  it('becomes final on its day after the number is removed', async () => {
    const sandbox = await lookedUp();
    await sandbox.advanceClock('2024-03-20T00:00:00Z');
    expect(await status(sandbox)).toBe('draft');
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1', tax_identification_number: null } });
    await sandbox.awaitIdle();
    expect(await status(sandbox)).toBe('finalized');
  });
});

const issuer = async (sandbox: Sandbox): Promise<string> =>
  (await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities')).billing_entities[0]?.code ??
  '';
const read = async (sandbox: Sandbox, id = ''): Promise<Invoice> =>
  (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice;
