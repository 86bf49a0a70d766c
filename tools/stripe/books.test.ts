import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Stripe } from 'stripe';
import { randomOf } from './faults.ts';
import { startBench, type TestBench } from './fixture.ts';

const methods = [
  'pm_card_visa',
  'pm_card_chargeCustomerFail',
  'pm_card_refundFail',
  'pm_card_pendingRefund',
  'pm_card_createDispute',
  'pm_card_authenticationRequiredSetupForOffSession',
];

/** Random charges, refunds, captures, cancellations and decisions on disputes; what Stripe refuses is skipped. */
async function play({ stripe, control }: TestBench, seed: number, steps: number): Promise<void> {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: T[]): T | undefined => list[below(list.length)];
  const customer = (await stripe.customers.create({})).id;
  const attached: string[] = [];
  for (const method of methods) attached.push((await stripe.paymentMethods.attach(method, { customer })).id);
  const intents: string[] = [];
  const acts: (() => Promise<unknown>)[] = [
    async () => {
      const intent = await stripe.paymentIntents.create({
        amount: 50 + below(10_000),
        currency: pick(['eur', 'usd']) as string,
        customer,
        payment_method: pick(attached) as string,
        allowed_payment_method_types: ['card'],
        capture_method: below(4) === 0 ? 'manual' : 'automatic',
        confirm: true,
        off_session: true,
      });
      intents.push(intent.id);
    },
    () => stripe.refunds.create({ payment_intent: pick(intents) ?? '-', amount: 1 + below(3000) }),
    () => stripe.refunds.create({ payment_intent: pick(intents) ?? '-' }),
    () =>
      stripe.paymentIntents.capture(pick(intents) ?? '-', below(2) === 0 ? {} : { amount_to_capture: 1 + below(2000) }),
    () => stripe.paymentIntents.cancel(pick(intents) ?? '-'),
    () => control.advance(below(400)),
    async () => {
      const dispute = pick((await stripe.disputes.list({ limit: 100 })).data);
      if (dispute) await control.closeDispute(dispute.id, below(2) === 0 ? 'won' : 'lost');
    },
  ];
  for (let step = 0; step < steps; step += 1) {
    const act = (below(2) === 0 ? acts[0] : pick(acts)) as () => Promise<unknown>;
    await act().catch((error: unknown) => {
      const isRefused =
        error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
      if (!isRefused && !/already closed/.test(String(error))) throw error;
    });
  }
  await control.advance(1000);
}

it('charges, refunds, disputes and the balance agree after any course', async () => {
  const bench = await startBench();
  const { stripe, control } = bench;
  try {
    await play(bench, 7, 150);
    const { charges, refunds, totals } = await control.ledger();
    assert(charges.length > 40 && refunds.length > 10, `${charges.length} charges, ${refunds.length} refunds`);
    const { available, pending } = await stripe.balance.retrieve();
    for (const [currency, { net }] of Object.entries(totals)) {
      const parts = [...available, ...pending].filter((part) => part.currency === currency);
      assert.equal(
        parts.reduce((sum, { amount }) => sum + amount, 0),
        net,
        currency,
      );
    }
    for (const charge of charges) {
      const back = refunds.filter(({ charge: id, status }) => id === charge.id && status !== 'failed');
      assert.equal(
        back.reduce((sum, { amount }) => sum + amount, 0),
        charge.amount_refunded,
        charge.id,
      );
      assert(charge.amount_refunded <= charge.amount);
      const intent = await stripe.paymentIntents.retrieve(charge.payment_intent as string);
      if (intent.status === 'succeeded') assert.equal(intent.amount_received, charge.amount_captured);
    }
  } finally {
    await bench.stop();
  }
});
