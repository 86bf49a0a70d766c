import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  activities,
  all200,
  receiveWebhooks,
  listen,
  oneAnd,
  Sandbox,
  statusesOf,
  stopListening,
  concurrently,
  webhooksOf,
  waitFor,
} from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  status: string;
  total_due_amount_cents: number;
  fees: { svc_id: string }[];
}

beforeAll(listen);
afterAll(stopListening);

let sandbox: Sandbox;
let path: string;
let made = 0;
/** A customer whose invoices stay drafts for three days. */
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  path = `/documents-${++made}`;
  await receiveWebhooks(sandbox, path);
  const billing_configuration = { invoice_grace_period: 3 };
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR', billing_configuration } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 10_000, amount_currency: 'EUR' },
  });
  const plan = { name: 'P', code: 'p', interval: 'monthly', amount_cents: 3_100, amount_currency: 'EUR' };
  await sandbox.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: false } });
});

async function sold(): Promise<Invoice> {
  const invoice = { external_customer_id: 'c', fees: [{ add_on_code: 'a' }] };
  return (await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', { invoice })).invoice;
}

const subscription = { external_customer_id: 'c', external_id: 's', plan_code: 'p' };

/** Each change is published once: as an activity, and as a webhook of that name. */
async function expectPublishedOnce(webhook: string, activity = webhook): Promise<void> {
  await sandbox.awaitIdle();
  await waitFor(webhook, () => Promise.resolve(webhooksOf(path, webhook).length));
  expect(webhooksOf(path, webhook)).toEqual([webhook]);
  expect([activity, await activities(sandbox, activity)]).toEqual([activity, 1]);
}

describe('with many concurrent callers', () => {
  it('one call voids an invoice', async () => {
    const { svc_id: id } = await sold();
    expect(statusesOf(await concurrently(() => sandbox.call('POST', `/invoices/${id}/void`)))).toEqual(oneAnd(405));
    await expectPublishedOnce('invoice.voided');
  });

  it('one call starts a subscription, all return it, and one ends it', async () => {
    const started = await concurrently(() => sandbox.call('POST', '/subscriptions', { subscription }));
    expect(statusesOf(started)).toEqual(all200);
    const { subscriptions } = await sandbox.ok<{ subscriptions: object[] }>('GET', '/subscriptions');
    expect(subscriptions).toHaveLength(1);
    await expectPublishedOnce('subscription.started');
  });

  it('one call finalizes a draft, and none finalizes it twice', async () => {
    await sandbox.ok('POST', '/subscriptions', { subscription });
    await sandbox.advanceClock('2024-04-01T00:00:00Z');
    const { invoices } = await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices');
    const id = invoices[0]?.svc_id ?? '';
    const answers = await concurrently(() => sandbox.call('PUT', `/invoices/${id}/finalize`));
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await expectPublishedOnce('invoice.created');
    expect(await sandbox.ok('GET', `/invoices/${id}`)).toMatchObject({
      invoice: { status: 'finalized', sequential_id: 1 },
    });
  });

  it('one call pays the whole amount due of an invoice', async () => {
    const { svc_id: invoice_id } = await sold();
    const pay = (reference: string) =>
      sandbox.call('POST', '/payments', { payment: { invoice_id, amount_cents: 10_000, reference } });
    let reference = 0;
    const paid = await concurrently(() => pay(`r${++reference}`));
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(paid.filter(({ status }) => status >= 500)).toEqual([]);
    await expectPublishedOnce('invoice.payment_status_updated');
    expect(await sandbox.ok('GET', `/invoices/${invoice_id}`)).toMatchObject({
      invoice: { total_due_amount_cents: 0, payment_status: 'succeeded' },
    });
  });

  it('one call credits a whole invoice, and one voids the note', async () => {
    const { svc_id: invoice_id } = await sold();
    const { invoice } = await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${invoice_id}`);
    const items = [{ fee_id: invoice.fees[0]?.svc_id, amount_cents: 10_000 }];
    const credit_note = { invoice_id, credit_amount_cents: 10_000, items };
    const credited = await concurrently(() => sandbox.call('POST', '/credit_notes', { credit_note }));
    expect(statusesOf(credited)).toEqual(oneAnd(422));
    await expectPublishedOnce('credit_note.created');
    const { credit_notes: notes } = await sandbox.ok<{ credit_notes: { svc_id: string }[] }>('GET', '/credit_notes');
    expect(notes).toHaveLength(1);
    const voided = await concurrently(() => sandbox.call('PUT', `/credit_notes/${notes[0]?.svc_id}/void`));
    expect(statusesOf(voided)).toEqual(oneAnd(405));
  });
});
