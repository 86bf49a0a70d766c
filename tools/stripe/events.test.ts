import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Stripe } from 'stripe';
import { charge, customerWith, failureOf, startBench, startReceiver, type TestBench } from './fixture.ts';

let bench: TestBench;
before(async () => (bench = await startBench()));
after(() => bench.stop());
afterEach(() => bench.control.resetDeliveries());

describe('webhook endpoints', () => {
  it('are created with a secret, changed, listed and deleted', async () => {
    const { stripe } = bench;
    const created = await stripe.webhookEndpoints.create({
      url: 'https://api.example/webhooks?code=a',
      enabled_events: ['payment_intent.succeeded', 'charge.refund.updated'],
      api_version: Stripe.API_VERSION,
    });
    assert.match(created.secret ?? '', /^whsec_/);
    const read = await stripe.webhookEndpoints.retrieve(created.id);
    assert.equal(read.secret, undefined);
    const updated = await stripe.webhookEndpoints.update(created.id, {
      url: 'https://api.example/webhooks?code=b',
      disabled: true,
    });
    assert.deepEqual([updated.url, updated.status], ['https://api.example/webhooks?code=b', 'disabled']);
    assert.equal((await stripe.webhookEndpoints.list()).data.length, 1);
    assert.equal((await stripe.webhookEndpoints.del(created.id)).deleted, true);
    const unknown = stripe.webhookEndpoints.create({
      url: 'https://api.example',
      enabled_events: ['no.such.event' as 'charge.failed'],
    });
    await failureOf(unknown, Stripe.errors.StripeInvalidRequestError);
    await failureOf(
      stripe.webhookEndpoints.create({ url: 'ftp://api.example', enabled_events: ['*'] }),
      Stripe.errors.StripeInvalidRequestError,
    );
  });
});

describe('events', () => {
  it('tell the course of a charge, are signed, and can be read', async () => {
    const { stripe, control } = bench;
    const paying = await customerWith(bench, 'pm_card_visa');
    const receiver = await startReceiver(bench);
    const intent = await stripe.paymentIntents.create(charge(paying), { idempotencyKey: 'events-1' });
    await stripe.customers.update(paying.customer, { name: 'Renamed' });
    await control.settle();
    assert.deepEqual(receiver.types().sort(), [
      'charge.succeeded',
      'customer.updated',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    assert.equal(receiver.forged, 0);
    const event = receiver.events.find(({ type }) => type === 'payment_intent.succeeded');
    assert.equal((event?.data.object as Stripe.PaymentIntent).id, intent.id);
    assert.deepEqual([event?.request?.idempotency_key, event?.api_version], ['events-1', Stripe.API_VERSION]);
    const updated = receiver.events.find(({ type }) => type === 'customer.updated');
    assert.deepEqual(updated?.data.previous_attributes, { name: null });
    assert.equal((await stripe.events.retrieve(event?.id ?? '')).pending_webhooks, 0);
    const { data } = await stripe.events.list({ type: 'payment_intent.*', limit: 2 });
    assert.deepEqual(
      data.map(({ type }) => type),
      ['payment_intent.succeeded', 'payment_intent.created'],
    );
    await receiver.stop();
  });
});

describe('deliveries', () => {
  it('are held, released in another order, and repeated', async () => {
    const { stripe, control } = bench;
    const paying = await customerWith(bench, 'pm_card_visa');
    const receiver = await startReceiver(bench, [
      'payment_intent.created',
      'payment_intent.succeeded',
      'charge.succeeded',
    ]);
    await control.setDeliveries({ hold: true });
    await stripe.paymentIntents.create(charge(paying));
    await control.settle();
    assert.deepEqual(receiver.types(), []);
    assert.equal(await control.release({ order: 'reversed', copies: 2 }), 6);
    assert.deepEqual(receiver.types(), [
      'payment_intent.succeeded',
      'payment_intent.succeeded',
      'charge.succeeded',
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.created',
    ]);
    assert.equal(await control.repeat({ types: ['charge.succeeded'], order: 'shuffled', seed: 2 }), 1);
    assert.equal(receiver.types().at(-1), 'charge.succeeded');
    await receiver.stop();
  });

  it('arrive late, twice, before the answer, or with a wrong signature', async () => {
    const { stripe, control } = bench;
    const receiver = await startReceiver(bench, ['customer.created']);
    await control.setDeliveries({ delay_seconds: 600 });
    await stripe.customers.create({});
    await control.advance(599);
    assert.equal(receiver.events.length, 0);
    await control.advance(2);
    assert.equal(receiver.events.length, 1);
    await control.resetDeliveries();
    await control.setDeliveries({ before_answer: true, copies: 2 });
    const { id } = await stripe.customers.create({});
    assert.deepEqual(
      receiver.events.slice(1).map(({ data }) => (data.object as Stripe.Customer).id),
      [id, id],
    );
    for (const signature of ['wrong', 'stale'] as const) {
      await control.setDeliveries({ copies: 1, signature });
      await stripe.customers.create({});
    }
    assert.deepEqual([receiver.forged, receiver.events.length], [2, 3]);
    await receiver.stop();
  });

  it('are sent again until the endpoint answers, for three days', async () => {
    const { stripe, control } = bench;
    const receiver = await startReceiver(bench, ['customer.created']);
    receiver.status = 500;
    const { id } = await stripe.customers.create({});
    await control.settle();
    await control.advance(10 * 60);
    assert.equal(receiver.events.length, 2);
    const [event] = (await stripe.events.list({ delivery_success: false, type: 'customer.created' })).data;
    assert.deepEqual([(event?.data.object as Stripe.Customer).id, event?.pending_webhooks], [id, 1]);
    const [endpoint] = (await stripe.webhookEndpoints.list()).data;
    await stripe.webhookEndpoints.update(endpoint?.id ?? '', { url: `${receiver.url}?code=new` });
    receiver.status = 204;
    await control.advance(60 * 60);
    assert.match((await control.deliveries()).at(-1)?.url ?? '', /code=new$/);
    assert.deepEqual([receiver.events.length, new Set(receiver.events.map((received) => received.id)).size], [3, 1]);
    receiver.status = 500;
    await stripe.customers.create({});
    await control.settle();
    receiver.status = 200;
    assert.equal(await control.repeat({ is_undelivered: true }), 1);
    assert.equal(await control.repeat({ is_undelivered: true }), 0);
    receiver.status = 500;
    await stripe.customers.create({});
    await control.advance(4 * 24 * 60 * 60);
    const [last] = (await control.deliveries()).slice(-1);
    assert.deepEqual([last?.state, last?.attempts.length], ['failed', 11]);
    await receiver.stop();
  });
});
