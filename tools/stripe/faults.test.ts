import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Stripe } from 'stripe';
import { Faults, randomOf, shuffled } from './faults.ts';
import { charge, customerWith, failureOf, startBench, type TestBench } from './fixture.ts';

/** A test with a bench of its own: the SDK waits before it repeats a call, so that the tests run at once. */
const withBench = (name: string, run: (bench: TestBench) => Promise<void>): void =>
  void it(name, async () => {
    const bench = await startBench();
    try {
      await run(bench);
    } finally {
      await bench.stop();
    }
  });

const chargesOf = async ({ control }: TestBench, customer: string) =>
  (await control.ledger()).charges.filter((found) => found.customer === customer && found.status === 'succeeded');

// The SDK repeats a call once when its connection is reset, even if it may not repeat others.
const cut = { kind: 'cut', path: '/v1/payment_intents', times: 2 } as const;

describe('faults', { concurrency: true }, () => {
  withBench('cut the connection after the effect: the same key makes one charge', async (bench) => {
    const { stripe, control } = bench;
    const paying = await customerWith(bench, 'pm_card_visa');
    await control.addFault({ ...cut, when: 'after' });
    const options = { idempotencyKey: 'cut-after' };
    await failureOf(stripe.paymentIntents.create(charge(paying), options), Stripe.errors.StripeConnectionError);
    assert.equal((await chargesOf(bench, paying.customer)).length, 1);
    const repeated = await stripe.paymentIntents.create(charge(paying), options);
    assert.equal(repeated.status, 'succeeded');
    assert.equal((await chargesOf(bench, paying.customer)).length, 1);
  });

  withBench('cut it within the answer: the effect is there, too', async (bench) => {
    const { stripe, control } = bench;
    const paying = await customerWith(bench, 'pm_card_visa');
    await control.addFault({ ...cut, when: 'during', times: 1 });
    const options = { idempotencyKey: 'cut-during' };
    await failureOf(stripe.paymentIntents.create(charge(paying), options), Stripe.errors.StripeConnectionError);
    assert.equal((await stripe.paymentIntents.create(charge(paying), options)).status, 'succeeded');
    assert.equal((await chargesOf(bench, paying.customer)).length, 1);
  });

  withBench('cut it before the effect: the repeat makes the charge', async (bench) => {
    const { stripe, control } = bench;
    const paying = await customerWith(bench, 'pm_card_visa');
    await control.addFault({ ...cut, when: 'before' });
    const options = { idempotencyKey: 'cut-before' };
    await failureOf(stripe.paymentIntents.create(charge(paying), options), Stripe.errors.StripeConnectionError);
    assert.equal((await chargesOf(bench, paying.customer)).length, 0);
    await stripe.paymentIntents.create(charge(paying), options);
    assert.equal((await chargesOf(bench, paying.customer)).length, 1);
  });

  withBench('after 25 hours make a second charge of the same key, which a search prevents', async (bench) => {
    const { stripe, control } = bench;
    const paying = await customerWith(bench, 'pm_card_visa');
    const sent = charge(paying, { metadata: { payment: 'p1' } });
    await control.addFault({ ...cut, when: 'after' });
    await failureOf(stripe.paymentIntents.create(sent, { idempotencyKey: 'p1' }), Stripe.errors.StripeConnectionError);
    await control.advance(25 * 60 * 60);
    assert.equal((await stripe.paymentIntents.search({ query: "metadata['payment']:'p1'" })).data.length, 1);
    await stripe.paymentIntents.create(sent, { idempotencyKey: 'p1' });
    assert.equal((await chargesOf(bench, paying.customer)).length, 2);
  });

  withBench('answer 500 after the effect, and again for the same key', async (bench) => {
    const { stripe, control } = bench;
    const paying = await customerWith(bench, 'pm_card_visa');
    await control.addFault({ kind: 'error', when: 'after', method: 'POST', times: 1 });
    const options = { idempotencyKey: 'error-after' };
    const error = await failureOf(stripe.paymentIntents.create(charge(paying), options), Stripe.errors.StripeAPIError);
    assert.equal(error.statusCode, 500);
    await failureOf(stripe.paymentIntents.create(charge(paying), options), Stripe.errors.StripeAPIError);
    assert.equal((await chargesOf(bench, paying.customer)).length, 1);
  });

  withBench('answer 429 and 500 before the effect', async (bench) => {
    const { stripe, control } = bench;
    await control.addFault({ kind: 'rate_limit', times: 1 });
    await control.addFault({ kind: 'error', times: 2 });
    await failureOf(stripe.customers.create({}), Stripe.errors.StripeRateLimitError);
    await failureOf(stripe.customers.create({}), Stripe.errors.StripeAPIError);
    assert.match((await stripe.customers.create({})).id, /^cus_/);
  });

  it('limit the calls of each second', () => {
    const faults = new Faults();
    assert.equal(faults.isOverLimit(1000), false);
    faults.perSecond = 2;
    const instants = [1000, 1500, 1999, 2000, 2001, 2002, 5000];
    assert.deepEqual(
      instants.map((instant) => faults.isOverLimit(instant)),
      [false, false, true, false, false, true, false],
    );
  });

  withBench('answer 429 above the limit', async ({ stripe, control }) => {
    await control.limitRate(1);
    const calls = await Promise.allSettled(Array.from({ length: 30 }, () => stripe.balance.retrieve()));
    const reasons = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason as unknown] : []));
    assert(reasons.length > 0);
    for (const reason of reasons) assert(reason instanceof Stripe.errors.StripeRateLimitError);
  });

  withBench('make the SDK repeat by itself', async (bench) => {
    const { control, double } = bench;
    const patient = new Stripe(double.key, {
      host: double.host,
      port: double.port,
      protocol: 'http',
      maxNetworkRetries: 2,
    });
    const paying = await customerWith(bench, 'pm_card_visa');
    await control.addFault({ kind: 'cut', when: 'after', times: 1, path: '/v1/payment_intents' });
    assert.equal((await patient.paymentIntents.create(charge(paying))).status, 'succeeded');
    assert.equal((await chargesOf(bench, paying.customer)).length, 1);
    const repeated = (await control.calls()).filter(({ is_replay: isReplay }) => isReplay);
    assert.equal(repeated.at(-1)?.path, '/v1/payment_intents');
    assert.equal(new URLSearchParams(repeated.at(-1)?.form).get('off_session'), 'true');
    assert(!JSON.stringify(await control.calls()).includes(double.key));
  });

  it('strike at random, the same for the same seed', () => {
    const struck = (seed: number) => {
      const faults = new Faults();
      faults.add({ kind: 'error', probability: 0.3, seed });
      return Array.from({ length: 100 }, () => faults.take('POST', '/v1/customers').length);
    };
    assert.deepEqual(struck(7), struck(7));
    assert.notDeepEqual(struck(7), struck(8));
    const share = struck(7).reduce((sum, number) => sum + number, 0);
    assert(share > 15 && share < 45, `${share} of 100`);
    assert.deepEqual(shuffled([1, 2, 3, 4, 5], 3), shuffled([1, 2, 3, 4, 5], 3));
    assert(Array.from({ length: 100 }, randomOf(1)).every((number) => number >= 0 && number < 1));
  });
});

describe('the clock', { concurrency: true }, () => {
  withBench('stands still, jumps, and never goes back', async (bench) => {
    const { stripe, control } = bench;
    const { now } = await control.setClock({ is_frozen: true });
    const { created } = await stripe.customers.create({});
    assert.equal(created, now);
    await control.setClock({ to: now + 3600 });
    assert.equal((await stripe.customers.create({})).created, now + 3600);
    await assert.rejects(control.setClock({ to: now }), /does not go back/);
    await control.setClock({ is_frozen: false });
    assert.equal((await control.clock()).is_frozen, false);
  });
});
