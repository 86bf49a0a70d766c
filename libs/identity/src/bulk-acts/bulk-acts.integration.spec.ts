import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { callAs, databaseUrl, Sandbox, signUp, waitFor } from '@tollgate/testing';

interface BulkAct {
  svc_id: string;
  status: string;
  stop_reason: string | null;
  records_total: number;
  records_done: number;
  records_skipped: number;
  records_refused: number;
  records_left: number;
  records_waiting: number;
  svc_user_id: string | null;
  svc_api_key_id: string | null;
}

interface Listed {
  svc_id: string;
  number: string;
  status: string;
}

const ended = ['completed', 'stopped'];

/** Drafts of some customers, one each, on the clock of a sandbox. */
async function withDrafts(count: number): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'p',
      code: 'p',
      interval: 'monthly',
      amount_cents: 1_000,
      amount_currency: 'EUR',
      pay_in_advance: false,
    },
  });
  for (let index = 0; index < count; index++) {
    const external_customer_id = `c${index}`;
    await sandbox.ok('POST', '/customers', {
      customer: { external_id: external_customer_id, billing_configuration: { invoice_grace_period: 10 } },
    });
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id, external_id: `s${index}`, plan_code: 'p' },
    });
  }
  await sandbox.advanceClock('2024-02-01T01:00:00Z');
  return sandbox;
}

const finalizeAll = (expected_count: number) => ({
  bulk_act: { act: 'invoices.finalize', filters: { status: 'draft' }, expected_count },
});

async function endOf(sandbox: Sandbox, id: string): Promise<BulkAct> {
  let act: BulkAct | undefined;
  await waitFor('the end of the act', async () => {
    act = (await sandbox.ok<{ bulk_act: BulkAct }>('GET', `/bulk_acts/${id}`)).bulk_act;
    return ended.includes(act.status);
  });
  return act as BulkAct;
}

/**
 * The state of an act whose process was killed before it stored what it did.
 * @param isKeyGone whether its caller is gone, too
 */
async function interrupt(id: string, isKeyGone: boolean): Promise<void> {
  const client = new pg.Client(databaseUrl());
  await client.connect();
  await client.query(`update identity.bulk_act_records set outcome = 'waiting' where bulk_act_id = $1`, [id]);
  await client.query(
    `update identity.bulk_acts set status = 'processing', records_waiting = records_total, records_done = 0,
       completed_at = null, touched_at = now() - interval '1 hour', api_key_id = coalesce($2, api_key_id)
     where id = $1`,
    [id, isKeyGone ? randomUUID() : null],
  );
  await client.end();
}

const drafts = async (sandbox: Sandbox): Promise<Listed[]> =>
  (await sandbox.ok<{ invoices: Listed[] }>('GET', '/invoices?status=draft')).invoices;

const numbers = async (sandbox: Sandbox): Promise<string[]> =>
  (await sandbox.ok<{ invoices: Listed[] }>('GET', '/invoices')).invoices.map(
    ({ number, status }) => `${number} ${status}`,
  );

describe('an act on many records', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await withDrafts(3);
    await sandbox.ok('POST', '/roles', { role: { code: 'viewer', name: 'Viewer', permissions: ['invoices:view'] } });
    await sandbox.ok('POST', '/roles', {
      role: { code: 'issuer', name: 'Issuer', permissions: ['invoices:view', 'invoices:update'] },
    });
  });

  it('needs the permissions of its call and of its list', async () => {
    const viewer = await signUp(sandbox, ['viewer']);
    expect(await callAs(viewer.token, 'POST', '/bulk_acts', finalizeAll(3))).toMatchObject({ status: 403 });
    expect(await callAs(viewer.token, 'GET', '/bulk_acts')).toMatchObject({ status: 200 });
    const { api_key: reader } = await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
      api_key: { name: 'reader', permissions: { customer: ['read', 'write'] } },
    });
    expect(await callAs(reader.value, 'POST', '/bulk_acts', finalizeAll(3))).toMatchObject({ status: 403 });
    expect(await drafts(sandbox)).toHaveLength(3);
  });

  it('is made once under its Idempotency-Key, and its account is exact', async () => {
    const headers = { 'idempotency-key': 'month-end' };
    const first = await sandbox.ok<{ bulk_act: BulkAct }>('POST', '/bulk_acts', finalizeAll(3), headers);
    const { svc_id: id } = first.bulk_act;
    expect(first.bulk_act).toMatchObject({ records_total: 3, records_waiting: 3, svc_user_id: null });
    expect(first.bulk_act.svc_api_key_id).not.toBeNull();
    expect(await endOf(sandbox, id)).toMatchObject({ status: 'completed', records_done: 3, records_waiting: 0 });
    // No draft is left, and yet the repetition has the first answer.
    expect(await sandbox.ok('POST', '/bulk_acts', finalizeAll(3), headers)).toEqual(first);
    expect(await endOf(sandbox, id)).toMatchObject({ status: 'completed', records_done: 3 });
    const { bulk_act_results: results } = await sandbox.ok<{ bulk_act_results: { outcome: string; name: string }[] }>(
      'GET',
      `/bulk_acts/${id}/results`,
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    expect(await drafts(sandbox)).toEqual([]);
  });

  it('is in the feed of changes, for those who may list invoices', async () => {
    await waitFor('its changes', async () => {
      const { changes } = await sandbox.ok<{ changes: { type: string }[] }>('GET', '/changes?types=bulk_act');
      return changes.length > 0;
    });
  });

  it.each([
    ['requested', false],
    ['not_permitted', true],
  ])('stops before its next records, with its reason: %s', async (reason, isKeyGone) => {
    const other = await withDrafts(2);
    const begun = await other.ok<{ bulk_act: BulkAct }>('POST', '/bulk_acts', finalizeAll(2));
    const id = begun.bulk_act.svc_id;
    await endOf(other, id);
    await interrupt(id, isKeyGone);
    await other.ok('POST', `/bulk_acts/${id}/stop`);
    expect(await endOf(other, id)).toMatchObject({
      status: 'stopped',
      stop_reason: reason,
      records_waiting: 0,
      records_done: 0,
      records_left: 2,
    });
    expect(await other.call('POST', `/bulk_acts/${id}/stop`)).toMatchObject({
      status: 405,
      body: { code: 'bulk_act_has_ended' },
    });
  });

  it('goes on where a killed service left it, and counts what that had done', async () => {
    const other = await withDrafts(3);
    const headers = { 'idempotency-key': 'one' };
    const begin = () => other.ok<{ bulk_act: BulkAct }>('POST', '/bulk_acts', finalizeAll(3), headers);
    const id = (await begin()).bulk_act.svc_id;
    await endOf(other, id);
    const before = await numbers(other);
    await interrupt(id, false);
    // A repeated call queues the job again, as the search for abandoned acts does.
    await begin();
    expect(await endOf(other, id)).toMatchObject({ status: 'completed', records_done: 3, records_skipped: 0 });
    expect(await numbers(other)).toEqual(before);
  });

  it('is not seen by another organization', async () => {
    const { bulk_acts: acts } = await sandbox.ok<{ bulk_acts: BulkAct[] }>('GET', '/bulk_acts');
    const other = await Sandbox.create();
    expect(await other.call('GET', `/bulk_acts/${acts[0]?.svc_id}`)).toMatchObject({ status: 404 });
    expect(await other.call('POST', `/bulk_acts/${acts[0]?.svc_id}/stop`)).toMatchObject({ status: 404 });
  });
});

describe('acts on subscriptions, customers and credit notes', () => {
  it('end what is active, apply a coupon once, and skip what is so already', async () => {
    const sandbox = await withDrafts(2);
    await sandbox.ok('POST', '/coupons', {
      coupon: {
        name: 'k',
        code: 'k',
        frequency: 'once',
        expiration: 'no_expiration',
        coupon_type: 'percentage',
        percentage_rate: '10',
      },
    });
    await sandbox.ok('POST', '/applied_coupons', { applied_coupon: { external_customer_id: 'c0', coupon_code: 'k' } });
    const run = async (act: string, count: number, values: object = {}) => {
      const body = { bulk_act: { act, filters: {}, expected_count: count, arguments: values } };
      const { bulk_act: begun } = await sandbox.ok<{ bulk_act: BulkAct }>('POST', '/bulk_acts', body);
      return endOf(sandbox, begun.svc_id);
    };
    expect(
      await sandbox.call('POST', '/bulk_acts', {
        bulk_act: { act: 'customers.apply_coupon', filters: {}, expected_count: 2 },
      }),
    ).toMatchObject({
      status: 422,
      body: { error_details: { arguments: { coupon_code: ['value_is_mandatory'] } } },
    });
    expect(await run('customers.apply_coupon', 2, { coupon_code: 'k' })).toMatchObject({
      records_done: 1,
      records_skipped: 1,
    });
    expect(await run('customers.request_payment', 2)).toMatchObject({ records_skipped: 2 });
    expect(await run('invoices.retry_payment', 2)).toMatchObject({ records_refused: 2 });
    expect(await run('invoices.send', 2)).toMatchObject({ records_refused: 2 });
    expect(await run('invoices.add_metadata', 2, { metadata: [{ key: 'run', value: '1' }] })).toMatchObject({
      records_refused: 2,
    });
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: 'q',
        code: 'q',
        interval: 'monthly',
        amount_cents: 2_000,
        amount_currency: 'EUR',
        pay_in_advance: false,
      },
    });
    expect(await run('subscriptions.change_plan', 2, { plan_code: 'q' })).toMatchObject({ records_done: 2 });
    expect(await run('subscriptions.change_plan', 2, { plan_code: 'q' })).toMatchObject({ records_skipped: 2 });
    expect(await run('subscriptions.end', 2, { on_termination_invoice: 'skip' })).toMatchObject({ records_done: 2 });
    const all = (await numbers(sandbox)).length;
    expect(await run('invoices.finalize', all)).toMatchObject({ status: 'completed', records_refused: 0 });
    expect(await run('invoices.add_metadata', all, { metadata: [{ key: 'run', value: '1' }] })).toMatchObject({
      records_done: all,
    });
    expect(await run('invoices.void', all)).toMatchObject({ records_done: all });
    expect(await run('invoices.void', all)).toMatchObject({ records_skipped: all });
  });
});
