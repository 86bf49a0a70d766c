import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  status: string;
  sequential_id: number | null;
  total_amount_cents: number;
}

const number = 'DE123456789';
let database: pg.Client;
beforeAll(async () => {
  database = new pg.Client(databaseUrl());
  await database.connect();
});
afterAll(() => database.end());

let sandbox: Sandbox;
let id: string;
/** A customer with a pending lookup of taxes, and an invoice of 100.00 that waits for them. */
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const { billing_entities } = await sandbox.ok<{ billing_entities: { code: string }[] }>('GET', '/billing_entities');
  await sandbox.ok('PUT', `/billing_entities/${billing_entities[0]?.code}`, {
    billing_entity: { country: 'FR', eu_tax_management: true },
  });
  const customer = { external_id: 'c', currency: 'EUR', country: 'DE', tax_identification_number: number };
  await sandbox.ok('POST', '/customers', { customer });
  await checks(`now() + interval '1 day'`);
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 10_000, amount_currency: 'EUR' },
  });
  const invoice = { external_customer_id: 'c', fees: [{ add_on_code: 'a' }] };
  ({ svc_id: id } = (await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', { invoice })).invoice);
});

const checks = (at: string) =>
  database.query(`update subscription.vat_checks set next_try_at = ${at} where organization_id = $1`, [
    sandbox.organizationId,
  ]);

/** The registry does not know the number: its customer has the tax of Germany, 19 %. */
async function answer(): Promise<void> {
  const registryAnswer = { valid: false, country_code: 'DE', vat_number: '123456789', name: null, address: null };
  await database.query(
    `insert into subscription.vat_answers (organization_id, vat_number, answer, answered_at) values ($1, $2, $3, now())`,
    [sandbox.organizationId, number, JSON.stringify({ ...registryAnswer, request_date: null })],
  );
  await checks('now()');
  await waitFor('the answer', async () => {
    const { rowCount } = await database.query('select from subscription.vat_checks where organization_id = $1', [
      sandbox.organizationId,
    ]);
    return rowCount === 0;
  });
  await sandbox.awaitIdle();
}

/** Changes the deduction of coupons from the stored fee of the invoice. */
const spoil = (cents: number) =>
  database.query('update invoicing.fees set precise_coupons_amount_cents = $2 where invoice_id = $1', [id, cents]);
const read = async () => (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice;

describe('an invoice that waits for taxes', () => {
  it('is checked with its taxes: a contradictory one fails, and a retry taxes it again', async () => {
    await spoil(2_000);
    await answer();
    expect(await read()).toMatchObject({
      status: 'failed',
      sequential_id: null,
      error_details: [{ error_code: 'does_not_add_up' }],
    });
    const { activity_logs: logged } = await sandbox.ok<{ activity_logs: object[] }>(
      'GET',
      '/activity_logs?activity_types[]=invoice.failed',
    );
    expect(logged).toHaveLength(1);

    await sandbox.ok('POST', `/invoices/${id}/retry`);
    await sandbox.awaitIdle();
    expect(await read()).toMatchObject({ status: 'failed', error_details: [{ error_code: 'does_not_add_up' }] });

    await spoil(0);
    expect(await sandbox.ok('POST', `/invoices/${id}/retry`)).toMatchObject({ invoice: { status: 'pending' } });
    await sandbox.awaitIdle();
    expect(await read()).toMatchObject({
      status: 'finalized',
      sequential_id: 1,
      total_amount_cents: 11_900,
      error_details: [],
    });
  });

  it('is final as written if it adds up', async () => {
    await answer();
    expect(await read()).toMatchObject({ status: 'finalized', total_amount_cents: 11_900, error_details: [] });
  });
});
