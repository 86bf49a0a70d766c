import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Stripe } from 'stripe';
import { charge, customerWith, failureOf, startBench, type TestBench } from './fixture.ts';

let bench: TestBench;
before(async () => (bench = await startBench()));
after(() => bench.stop());

describe('customers', () => {
  it('are created, read, changed, listed, found and deleted', async () => {
    const { stripe } = bench;
    const created = await stripe.customers.create({
      name: 'Hooli',
      email: 'billing@hooli.example',
      phone: '+49 30 1',
      address: { city: 'Berlin', country: 'DE', line1: 'Main 1', postal_code: '10115' },
      metadata: { svc_customer_id: '1', customer_id: 'hooli' },
    });
    assert.match(created.id, /^cus_/);
    assert.deepEqual(created.address, {
      city: 'Berlin',
      country: 'DE',
      line1: 'Main 1',
      line2: null,
      postal_code: '10115',
      state: null,
    });
    const updated = await stripe.customers.update(created.id, {
      name: 'Hooli SE',
      address: { line2: 'Floor 2' },
      metadata: { customer_id: '', more: 'x' },
    });
    assert.equal(updated.address?.city, 'Berlin');
    assert.deepEqual(updated.metadata, { svc_customer_id: '1', more: 'x' });
    const { data } = await stripe.customers.list({ email: 'billing@hooli.example' });
    assert.deepEqual(
      data.map(({ id }) => id),
      [created.id],
    );
    assert.equal(
      (await stripe.customers.search({ query: "name~'hooli' AND metadata['more']:'x'" })).data[0]?.id,
      created.id,
    );
    assert.deepEqual(await stripe.customers.del(created.id), { id: created.id, object: 'customer', deleted: true });
    const deleted = await stripe.customers.retrieve(created.id);
    assert.equal(deleted.deleted, true);
    const error = await failureOf(
      stripe.customers.update(created.id, { name: 'x' }),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.deepEqual([error.statusCode, error.code], [404, 'resource_missing']);
  });

  it('come in pages', async () => {
    const { stripe, sdk, control } = bench;
    const { key } = await control.addAccount();
    const other = sdk(key);
    for (let number = 1; number <= 5; number += 1) await other.customers.create({ name: `c${number}` });
    const names: (string | null | undefined)[] = [];
    for await (const customer of other.customers.list({ limit: 2 })) names.push(customer.name);
    assert.deepEqual(names, ['c5', 'c4', 'c3', 'c2', 'c1']);
    const first = await other.customers.list({ limit: 2 });
    const next = await other.customers.list({ limit: 2, starting_after: first.data[1]?.id ?? '' });
    const back = await other.customers.list({ limit: 1, ending_before: next.data[0]?.id ?? '' });
    assert.deepEqual([first.has_more, next.data[0]?.name, back.data[0]?.name], [true, 'c3', 'c4']);
    await failureOf(stripe.customers.list({ limit: 101 }), Stripe.errors.StripeInvalidRequestError);
    const unmodeled = await failureOf(
      stripe.customers.list({ test_clock: 'clock_1' }),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.equal(unmodeled.code, 'double_not_modeled');
    await failureOf(
      stripe.customers.list({ starting_after: next.data[0]?.id ?? '' }),
      Stripe.errors.StripeInvalidRequestError,
    );
  });
});

describe('fields of a customer', () => {
  it('are removed by empty texts', async () => {
    const { stripe } = bench;
    const { id } = await stripe.customers.create({
      name: 'Hooli',
      phone: '1',
      address: { line1: 'Main 1', line2: 'Floor 2', country: 'DE' },
      metadata: { a: '1' },
    });
    const updated = await stripe.customers.update(id, { name: '', phone: '', address: { line2: '' }, metadata: '' });
    assert.deepEqual([updated.name, updated.phone, updated.metadata], [null, null, {}]);
    assert.deepEqual([updated.address?.line1, updated.address?.line2], ['Main 1', null]);
    assert.equal((await stripe.customers.update(id, { address: '' })).address, null);
    await failureOf(
      stripe.customers.update(id, { address: { country: 'UK' } }),
      Stripe.errors.StripeInvalidRequestError,
    );
  });

  it('lose the default method by an empty text', async () => {
    const { stripe } = bench;
    const { customer, method } = await customerWith(bench, 'pm_card_visa');
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
    const updated = await stripe.customers.update(customer, { invoice_settings: { default_payment_method: '' } });
    assert.equal(updated.invoice_settings.default_payment_method, null);
  });
});

describe('payment methods', () => {
  it('are attached, listed, made the default, and detached', async () => {
    const { stripe, control } = bench;
    const { customer, method } = await customerWith(bench, 'pm_card_amex');
    const second = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const settings = { invoice_settings: { default_payment_method: method } };
    const updated = await stripe.customers.update(customer, {
      ...settings,
      expand: ['invoice_settings.default_payment_method'],
    });
    assert.equal((updated.invoice_settings.default_payment_method as Stripe.PaymentMethod).card?.brand, 'amex');
    assert.equal((await stripe.paymentMethods.list({ customer, type: 'card' })).data.length, 2);
    assert.equal((await stripe.customers.listPaymentMethods(customer, { limit: 1 })).data[0]?.id, second.id);
    assert.equal((await stripe.customers.retrievePaymentMethod(customer, method)).id, method);
    await control.detachMethod(method);
    const owner = (await stripe.customers.retrieve(customer)) as Stripe.Customer;
    assert.equal(owner.invoice_settings.default_payment_method, null);
    assert.equal((await stripe.paymentMethods.retrieve(method)).customer, null);
    await failureOf(stripe.paymentMethods.detach(method), Stripe.errors.StripeInvalidRequestError);
    const foreign = await customerWith(bench, 'pm_card_visa');
    const wrong = { invoice_settings: { default_payment_method: foreign.method } };
    await failureOf(stripe.customers.update(customer, wrong), Stripe.errors.StripeInvalidRequestError);
    await failureOf(
      stripe.paymentMethods.attach(foreign.method, { customer }),
      Stripe.errors.StripeInvalidRequestError,
    );
    await control.renewCard(second.id);
    assert.equal((await stripe.paymentMethods.retrieve(second.id)).card?.last4, '1881');
  });

  it('are never made from card numbers', async () => {
    const call = bench.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2030 },
    });
    const error = await failureOf(call, Stripe.errors.StripeCardError);
    assert.match(error.message, /unsafe/);
  });
});

describe('checkout', () => {
  it('saves a method for later charges', async () => {
    const { stripe, control } = bench;
    const customer = (await stripe.customers.create({ email: 'a@example.org' })).id;
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      success_url: 'https://shop.example/done?session={CHECKOUT_SESSION_ID}',
      customer,
      allowed_payment_method_types: ['card', 'sepa_debit'],
      consent_collection: { terms_of_service: 'required' },
    });
    assert.equal(session.status, 'open');
    assert.match(await (await fetch(session.url ?? '')).text(), /Save a payment method/);
    const declined = await fetch(session.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ payment_method: 'pm_card_chargeDeclined' }),
    });
    assert.equal(declined.status, 402);
    const done = await fetch(session.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ payment_method: 'pm_success_de' }),
      redirect: 'manual',
    });
    assert.equal(done.headers.get('location'), `https://shop.example/done?session=${session.id}`);
    const complete = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] });
    assert.deepEqual(
      [complete.status, complete.payment_status, complete.consent?.terms_of_service],
      ['complete', 'no_payment_required', 'accepted'],
    );
    const setup = complete.setup_intent as Stripe.SetupIntent;
    const sent = charge(
      { customer, method: setup.payment_method as string },
      { allowed_payment_method_types: ['sepa_debit'] },
    );
    assert.equal((await stripe.paymentIntents.create(sent)).status, 'processing');
    await assert.rejects(
      control.completeCheckout(session.id, { payment_method: 'pm_card_visa' }),
      /status of complete/,
    );
  });

  it('takes a payment and keeps the card', async () => {
    const { stripe, control } = bench;
    const customer = (await stripe.customers.create({})).id;
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://shop.example/done',
      customer,
      allowed_payment_method_types: ['card'],
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 4200, product_data: { name: 'INV-1' } } },
      ],
      payment_intent_data: { metadata: { payment_type: 'one-time' }, setup_future_usage: 'off_session' },
    });
    assert.deepEqual([session.amount_total, session.payment_status, session.payment_intent], [4200, 'unpaid', null]);
    assert.equal((await stripe.checkout.sessions.listLineItems(session.id)).data[0]?.description, 'INV-1');
    await assert.rejects(
      control.completeCheckout(session.id, { payment_method: 'pm_card_chargeDeclined' }),
      /declined/,
    );
    await control.completeCheckout(session.id, { payment_method: 'pm_card_authenticationRequired' });
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent', 'line_items'] });
    const intent = paid.payment_intent as Stripe.PaymentIntent;
    assert.deepEqual(
      [paid.payment_status, intent.status, intent.metadata.payment_type],
      ['paid', 'succeeded', 'one-time'],
    );
    assert.equal((await stripe.paymentMethods.retrieve(intent.payment_method as string)).customer, customer);
  });

  it('expires by call and by time', async () => {
    const { stripe, control } = bench;
    const sent: Stripe.Checkout.SessionCreateParams = {
      mode: 'setup',
      success_url: 'https://shop.example',
      currency: 'eur',
    };
    const first = await stripe.checkout.sessions.create(sent);
    assert.equal((await stripe.checkout.sessions.expire(first.id)).status, 'expired');
    await failureOf(stripe.checkout.sessions.expire(first.id), Stripe.errors.StripeInvalidRequestError);
    assert(!first.payment_method_types.includes('us_bank_account'));
    const second = await stripe.checkout.sessions.create(sent);
    await control.advance(24 * 60 * 60 - 60);
    assert.equal((await stripe.checkout.sessions.retrieve(second.id)).status, 'open');
    await control.advance(61);
    assert.equal((await stripe.checkout.sessions.retrieve(second.id)).status, 'expired');
    assert.equal((await stripe.checkout.sessions.list({ status: 'expired' })).data.length, 2);
  });
});

describe('setup intents', () => {
  it('are created, changed, confirmed and canceled', async () => {
    const { stripe } = bench;
    const customer = (await stripe.customers.create({})).id;
    const created = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card'] });
    await stripe.setupIntents.update(created.id, { metadata: { a: 'b' } });
    const confirmed = await stripe.setupIntents.confirm(created.id, { payment_method: 'pm_card_visa' });
    assert.deepEqual([confirmed.status, confirmed.metadata], ['succeeded', { a: 'b' }]);
    const other = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card'] });
    const error = await failureOf(
      stripe.setupIntents.confirm(other.id, { payment_method: 'pm_card_chargeDeclined' }),
      Stripe.errors.StripeCardError,
    );
    assert.equal(error.setup_intent?.last_setup_error?.code, 'card_declined');
    assert.equal((await stripe.setupIntents.cancel(other.id)).status, 'canceled');
    assert.equal((await stripe.setupIntents.list({ customer })).data.length, 2);
    const debit = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['sepa_debit'] });
    const lacking = await failureOf(
      stripe.setupIntents.confirm(debit.id, { payment_method: 'pm_success_de' }),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.equal(lacking.code, 'setup_intent_mandate_invalid');
  });
});
