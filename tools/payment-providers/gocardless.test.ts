import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { GoCardlessClient } from 'gocardless-nodejs/client';
import { Environments } from 'gocardless-nodejs/constants';
import { AuthenticationError, PermissionsError } from 'gocardless-nodejs/errors';
import { parse } from 'gocardless-nodejs/webhooks';
import { type ProviderDouble, startProvider } from './double.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

let double: ProviderDouble;
let receiver: Receiver;
let client: GoCardlessClient;

const sdk = (token: string): GoCardlessClient => {
  const made = new GoCardlessClient(token, Environments.Sandbox);
  (made as unknown as { _api: { _baseUrl: string } })._api._baseUrl = double.url;
  return made;
};

before(async () => {
  double = await startProvider('gocardless');
  receiver = await startReceiver('');
  client = sdk(double.key);
  await double.control.setAddress(receiver.url);
});
after(async () => {
  await double.stop();
  await receiver.stop();
});
beforeEach(async () => {
  await double.control.settle();
  receiver.requests = [];
  receiver.answer = { status: 200, body: '' };
});

/** A customer with a mandate. */
async function payer(): Promise<{ customer: string; mandate: string }> {
  const { id: customer = '' } = await client.customers.create({ company_name: 'Acme', email: 'a@example.org' });
  const request = await client.billingRequests.create({ mandate_request: { scheme: 'bacs' }, links: { customer } });
  const flow = await client.billingRequestFlows.create({
    redirect_uri: 'https://example.org/',
    links: { billing_request: request.id ?? '' },
  });
  assert.match(flow.authorisation_url ?? '', new RegExp(`/${flow.id}$`));
  const { id: mandate } = await double.control.act<{ id: string }>('complete_flow', { flow: flow.id });
  return { customer, mandate };
}

const debit = (mandate: string, key: string, metadata: Record<string, string> = {}) =>
  client.payments.create({ amount: 1000, currency: 'EUR', metadata, links: { mandate } }, key);

interface ReceivedEvent {
  resource_type: string;
  action: string;
  links: { payment?: string };
}

/** The types of the events that came, of one payment or of all. */
const types = async (payment?: string): Promise<string[]> => {
  await double.control.settle();
  return receiver.requests
    .flatMap(({ body }) => (JSON.parse(body) as { events: ReceivedEvent[] }).events)
    .filter(({ links }) => payment === undefined || links.payment === payment)
    .map(({ resource_type: type, action }) => `${type}.${action}`);
};

describe('the double of GoCardless', () => {
  it('refuses unknown tokens, and those that may only read', async () => {
    await assert.rejects(sdk('sandbox_other').customers.list(), AuthenticationError);
    const { token } = await double.control.act<{ token: string }>('read_only_token');
    assert.ok(await sdk(token).creditors.list());
    await assert.rejects(sdk(token).customers.create({ company_name: 'Acme' }), PermissionsError);
  });

  it('refuses unknown fields and customers without a name', async () => {
    await assert.rejects(client.customers.create({ email: 'a@example.org' }), /Validation failed/);
    await assert.rejects(client.customers.create({ company_name: 'A', wrong: 1 } as never), /Validation failed/);
    const metadata = { a: '1', b: '2', c: '3', d: '4' };
    await assert.rejects(client.customers.create({ company_name: 'A', metadata }), /Validation failed/);
  });

  it('makes a payment once for a key, and forgets keys on request', async () => {
    const { mandate } = await payer();
    const first = await debit(mandate, 'once');
    assert.equal((await debit(mandate, 'once')).id, first.id);
    await double.control.evictKeys();
    assert.notEqual((await debit(mandate, 'once')).id, first.id);
  });

  it('leads a payment through its states, and reports each', async () => {
    const { customer, mandate } = await payer();
    const { id: payment } = await debit(mandate, 'states', { svc_payment_id: 'p1' });
    await assert.rejects(double.control.act('move_payment', { payment, status: 'paid_out' }), /cannot become/);
    await double.control.act('pay_out');
    assert.equal((await client.payments.find(payment ?? '')).status, 'paid_out');
    await double.control.act('move_payment', { payment, status: 'charged_back', cause: 'refund_requested' });
    assert.deepEqual(await types(payment), [
      'payments.created',
      'payments.submitted',
      'payments.confirmed',
      'payments.paid_out',
      'payments.charged_back',
    ]);
    const { payments } = await client.payments.list({ customer, created_at: { gte: '2020-01-01T00:00:00Z' } });
    assert.deepEqual(
      payments.map(({ id }) => id),
      [payment],
    );
  });

  it('takes no payment on a mandate that ended, and cancels what was not submitted', async () => {
    const { customer, mandate } = await payer();
    const { id: payment = '' } = await debit(mandate, 'ends');
    await client.mandates.cancel(mandate);
    assert.equal((await client.payments.find(payment)).status, 'cancelled');
    await assert.rejects(debit(mandate, 'late'), /inactive/);
    const listed = await client.mandates.list({ customer, status: ['active', 'pending_submission'] });
    assert.deepEqual(listed.mandates, []);
    await assert.rejects(client.mandates.cancel(mandate), /ended/);
  });

  it('checks the sum of refunds', async () => {
    const { mandate } = await payer();
    const { id: payment = '' } = await debit(mandate, 'refunded');
    const refund = (amount: number, total: number, key: string) =>
      client.refunds.create({ amount, total_amount_confirmation: total, links: { payment } }, key);
    await assert.rejects(refund(400, 400, 'early'), /state/);
    await double.control.act('pay_out');
    await assert.rejects(refund(400, 500, 'wrong'), /Validation failed/);
    const made = await refund(400, 400, 'right');
    assert.equal((await refund(400, 400, 'right')).id, made.id);
    await assert.rejects(refund(700, 1100, 'much'), /exceeds/);
    await double.control.act('move_refund', { refund: made.id, status: 'bounced' });
    assert.equal(Number((await client.payments.find(payment)).amount_refunded), 0);
  });

  it('signs its deliveries: in batches, repeated, in disorder, and forged', async () => {
    const { control } = double;
    await control.setDeliveries({ hold: true, batch: 10 });
    await payer();
    assert.deepEqual(await types(), []);
    await control.setDeliveries({ hold: false });
    assert.equal(await control.send({ which: 'held', order: 'reversed', copies: 2 }), 2);
    const [first] = receiver.requests;
    assert.equal(receiver.requests.length, 2);
    const signature = String(first?.headers['webhook-signature']);
    assert.equal(parse(first?.body ?? '', double.webhookSecret, signature).length, 2);
    assert.deepEqual((await types()).slice(0, 2), ['billing_requests.fulfilled', 'mandates.created']);
    await control.setDeliveries({ batch: 1, forged: true });
    receiver.answer = { status: 400, body: '' };
    await payer();
    await control.settle();
    const last = receiver.requests.at(-1);
    assert.throws(() => parse(last?.body ?? '', double.webhookSecret, String(last?.headers['webhook-signature'])));
    await control.setDeliveries({ forged: false });
    assert.equal(await control.send({ which: 'unconfirmed' }), 2);
  });

  it('fails on request, before and after the effect', async () => {
    const { mandate } = await payer();
    const before = (await double.control.ledger()).payments.length;
    await double.control.addFault({ kind: 'error', when: 'before', method: 'POST', path: '/payments', times: 1 });
    await assert.rejects(debit(mandate, 'faults'));
    assert.equal((await double.control.ledger()).payments.length, before);
    await double.control.addFault({ kind: 'cut', when: 'after', method: 'POST', path: '/payments', times: 1 });
    await assert.rejects(debit(mandate, 'faults'));
    assert.equal((await double.control.ledger()).payments.length, before + 1);
    await debit(mandate, 'faults');
    assert.equal((await double.control.ledger()).payments.length, before + 1);
    await double.control.addFault({ kind: 'rate_limit', path: '/payments', method: 'POST', times: 1 });
    await assert.rejects(debit(mandate, 'limit'), /Rate limit/);
  });
});
