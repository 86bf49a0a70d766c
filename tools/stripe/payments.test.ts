import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Stripe } from 'stripe';
import { charge, customerWith, failureOf, startBench, type TestBench } from './fixture.ts';

let bench: TestBench;
before(async () => (bench = await startBench()));
after(() => bench.stop());

describe('payment intents by card', () => {
  it('succeed at once, and are found by list, search and expansion', async () => {
    const { stripe } = bench;
    const paying = await customerWith(bench, 'pm_card_visa');
    const intent = await stripe.paymentIntents.create(
      charge(paying, { metadata: { order: '7' }, expand: ['latest_charge'] }),
    );
    assert.equal(intent.status, 'succeeded');
    assert.equal(intent.amount_received, 1000);
    const latest = intent.latest_charge as Stripe.Charge;
    assert.equal(latest.payment_method_details?.card?.last4, '4242');
    assert.equal(latest.paid, true);
    const found = await stripe.paymentIntents.search({ query: "metadata['order']:'7' AND status:'succeeded'" });
    assert.deepEqual(
      found.data.map(({ id }) => id),
      [intent.id],
    );
    const listed = await stripe.paymentIntents.list({ customer: paying.customer });
    assert.deepEqual(
      listed.data.map(({ id }) => id),
      [intent.id],
    );
    const charges = await stripe.charges.list({ payment_intent: intent.id });
    assert.equal(charges.data[0]?.id, latest.id);
    assert.equal((await stripe.charges.retrieve(latest.id)).metadata.order, '7');
  });

  it('are found by a search only after a while', async () => {
    const { stripe, control } = bench;
    await control.setSearchLag(60);
    const paying = await customerWith(bench, 'pm_card_visa');
    await stripe.paymentIntents.create(charge(paying, { metadata: { order: 'late' } }));
    const query = "metadata['order']:'late'";
    assert.equal((await stripe.paymentIntents.search({ query })).data.length, 0);
    await control.advance(61);
    assert.equal((await stripe.paymentIntents.search({ query })).data.length, 1);
    await control.setSearchLag(0);
  });

  it('confirm in a second step', async () => {
    const { stripe } = bench;
    const { customer, method } = await customerWith(bench, 'pm_card_mastercard');
    const created = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer,
      allowed_payment_method_types: ['card'],
    });
    assert.equal(created.status, 'requires_payment_method');
    const updated = await stripe.paymentIntents.update(created.id, {
      payment_method: method,
      description: 'Two steps',
    });
    assert.equal(updated.status, 'requires_confirmation');
    const confirmed = await stripe.paymentIntents.confirm(created.id, { off_session: true });
    assert.equal(confirmed.status, 'succeeded');
    const again = await failureOf(stripe.paymentIntents.confirm(created.id), Stripe.errors.StripeInvalidRequestError);
    assert.equal(again.code, 'payment_intent_unexpected_state');
  });

  it('are declined with the code of the card, and leave an intent that can be paid otherwise', async () => {
    const { stripe, control } = bench;
    const paying = await customerWith(bench, 'pm_card_chargeCustomerFail');
    const error = await failureOf(stripe.paymentIntents.create(charge(paying)), Stripe.errors.StripeCardError);
    assert.equal(error.statusCode, 402);
    assert.equal(error.code, 'card_declined');
    assert.equal(error.decline_code, 'generic_decline');
    assert.equal(error.payment_intent?.status, 'requires_payment_method');
    const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '');
    assert.equal(intent.last_payment_error?.payment_method?.id, paying.method);
    assert.equal(intent.payment_method, null);
    const other = await stripe.paymentMethods.attach('pm_card_visa', { customer: paying.customer });
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: other.id, off_session: true });
    assert.equal(paid.status, 'succeeded');
    await control.refuseCharges(other.id, { decline_code: 'insufficient_funds', times: 1 });
    const refused = await failureOf(
      stripe.paymentIntents.create(charge({ ...paying, method: other.id })),
      Stripe.errors.StripeCardError,
    );
    assert.equal(refused.decline_code, 'insufficient_funds');
    assert.equal((await stripe.paymentIntents.create(charge({ ...paying, method: other.id }))).status, 'succeeded');
  });

  for (const [method, code, declineCode] of [
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_radarBlock', 'card_declined', 'fraudulent'],
  ] as const) {
    it(`refuse ${method}, which cannot be attached either`, async () => {
      const { stripe } = bench;
      const sent = {
        amount: 1000,
        currency: 'eur',
        payment_method: method,
        allowed_payment_method_types: ['card' as const],
        confirm: true,
      };
      const error = await failureOf(stripe.paymentIntents.create(sent), Stripe.errors.StripeCardError);
      assert.deepEqual([error.code, error.decline_code], [code, declineCode]);
      const customer = await stripe.customers.create({});
      await failureOf(stripe.paymentMethods.attach(method, { customer: customer.id }), Stripe.errors.StripeCardError);
    });
  }

  it('are held and captured in part, or released', async () => {
    const { stripe, control } = bench;
    const paying = await customerWith(bench, 'pm_card_visa');
    const held = await stripe.paymentIntents.create(charge(paying, { capture_method: 'manual' }));
    assert.deepEqual([held.status, held.amount_capturable, held.amount_received], ['requires_capture', 1000, 0]);
    const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 600 });
    assert.deepEqual([captured.status, captured.amount_received], ['succeeded', 600]);
    const other = await stripe.paymentIntents.create(charge(paying, { capture_method: 'manual' }));
    const canceled = await stripe.paymentIntents.cancel(other.id, { cancellation_reason: 'abandoned' });
    assert.equal(canceled.status, 'canceled');
    await failureOf(stripe.paymentIntents.cancel(held.id), Stripe.errors.StripeInvalidRequestError);
    const { charges } = await control.ledger();
    assert.equal(charges.find(({ payment_intent: id }) => id === held.id)?.amount_captured, 600);
    assert.equal(charges.find(({ payment_intent: id }) => id === other.id)?.amount_refunded, 1000);
  });

  it('cannot use a method that was used without a customer, or was detached', async () => {
    const { stripe } = bench;
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    const sent = {
      amount: 1000,
      currency: 'eur',
      payment_method: method.id,
      allowed_payment_method_types: ['card' as const],
      confirm: true,
    };
    assert.equal((await stripe.paymentIntents.create(sent)).status, 'succeeded');
    await failureOf(stripe.paymentIntents.create(sent), Stripe.errors.StripeInvalidRequestError);
    const paying = await customerWith(bench, 'pm_card_visa');
    await stripe.paymentMethods.detach(paying.method);
    const error = await failureOf(
      stripe.paymentIntents.create(charge(paying)),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.match(error.message, /may not be used again/);
  });

  it('refuse the method of another customer', async () => {
    const { stripe } = bench;
    const { method } = await customerWith(bench, 'pm_card_visa');
    const { customer } = await customerWith(bench, 'pm_card_visa');
    const error = await failureOf(
      stripe.paymentIntents.create(charge({ customer, method })),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.equal(error.param, 'payment_method');
  });
});

describe('3-D Secure', () => {
  it('is refused off session, and possible on session by the page', async () => {
    const { stripe } = bench;
    const paying = await customerWith(bench, 'pm_card_authenticationRequired');
    const error = await failureOf(stripe.paymentIntents.create(charge(paying)), Stripe.errors.StripeCardError);
    assert.deepEqual([error.code, error.decline_code], ['authentication_required', 'authentication_required']);
    const { off_session: _off, ...sent } = charge(paying, { return_url: 'https://shop.example/back?x=1' });
    const failing = await failureOf(
      stripe.paymentIntents.create({ ...sent, error_on_requires_action: true }),
      Stripe.errors.StripeCardError,
    );
    assert.deepEqual([failing.code, failing.decline_code], ['authentication_required', 'authentication_not_handled']);
    const intent = await stripe.paymentIntents.create(sent);
    assert.equal(intent.status, 'requires_action');
    const page = intent.next_action?.redirect_to_url?.url ?? '';
    assert.match(await (await fetch(page)).text(), /Confirm your payment/);
    const answer = await fetch(`${page}?act=succeed`, { redirect: 'manual' });
    const location = new URL(answer.headers.get('location') ?? '');
    assert.equal(location.searchParams.get('x'), '1');
    assert.equal(location.searchParams.get('payment_intent'), intent.id);
    assert.equal(location.searchParams.get('redirect_status'), 'succeeded');
    assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, 'succeeded');
  });

  it('can fail, or be followed by a decline', async () => {
    const { stripe, control } = bench;
    const paying = await customerWith(bench, 'pm_card_authenticationRequired');
    const { off_session: _off, ...sent } = charge(paying);
    const intent = await stripe.paymentIntents.create(sent);
    assert.equal(intent.next_action?.type, 'use_stripe_sdk');
    await control.actOnPayment(intent.id, 'fail');
    const failed = await stripe.paymentIntents.retrieve(intent.id);
    assert.equal(failed.status, 'requires_payment_method');
    assert.equal(failed.last_payment_error?.code, 'payment_intent_authentication_failure');
    const other = await customerWith(bench, 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds');
    const { off_session: _other, ...second } = charge(other);
    const waiting = await stripe.paymentIntents.create(second);
    await control.actOnPayment(waiting.id, 'succeed');
    const declined = await stripe.paymentIntents.retrieve(waiting.id);
    assert.equal(declined.last_payment_error?.decline_code, 'insufficient_funds');
  });

  it('is needed once by cards that can be set up', async () => {
    const { stripe, control } = bench;
    const customer = (await stripe.customers.create({})).id;
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      allowed_payment_method_types: ['card'],
    });
    assert.equal(setup.status, 'requires_action');
    await control.actOnSetup(setup.id, 'succeed');
    const { status, payment_method: method } = await stripe.setupIntents.retrieve(setup.id);
    assert.equal(status, 'succeeded');
    assert.equal(
      (await stripe.paymentIntents.create(charge({ customer, method: method as string }))).status,
      'succeeded',
    );
    const ready = await customerWith(bench, 'pm_card_authenticationRequiredSetupForOffSession');
    assert.equal((await stripe.paymentIntents.create(charge(ready))).status, 'succeeded');
    const { off_session: _off, ...onSession } = charge(ready);
    assert.equal((await stripe.paymentIntents.create(onSession)).status, 'requires_action');
  });
});
