import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Stripe } from 'stripe';
import { charge, customerWith, failureOf, startBench, type TestBench } from './fixture.ts';

let bench: TestBench;
before(async () => (bench = await startBench()));
after(() => bench.stop());

describe('other types of methods', () => {
  it('link pays like a card', async () => {
    const { stripe } = bench;
    const customer = (await stripe.customers.create({})).id;
    const created = await stripe.paymentMethods.create({ type: 'link', billing_details: { email: 'a@example.org' } });
    const method = (await stripe.paymentMethods.attach(created.id, { customer })).id;
    const intent = await stripe.paymentIntents.create(
      charge({ customer, method }, { allowed_payment_method_types: ['card', 'link'] }),
    );
    assert.equal(intent.status, 'succeeded');
  });

  it('boleto waits for the customer to pay a voucher', async () => {
    const { stripe, control } = bench;
    const customer = (await stripe.customers.create({})).id;
    const intent = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'brl',
      customer,
      allowed_payment_method_types: ['boleto'],
      payment_method_data: {
        type: 'boleto',
        boleto: { tax_id: '000.000.000-00' },
        billing_details: { name: 'Fulano', email: 'fulano@example.com' },
      },
      confirm: true,
    });
    assert.equal(intent.next_action?.type, 'boleto_display_details');
    await control.actOnPayment(intent.id, 'succeed');
    assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, 'succeeded');
  });

  it('crypto redirects the customer', async () => {
    const { stripe } = bench;
    const customer = (await stripe.customers.create({})).id;
    const intent = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer,
      allowed_payment_method_types: ['crypto'],
      payment_method_data: { type: 'crypto' },
      confirm: true,
      return_url: 'https://shop.example/back',
    });
    const page = intent.next_action?.redirect_to_url?.url ?? '';
    const answer = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ act: 'fail' }),
      redirect: 'manual',
    });
    assert.match(answer.headers.get('location') ?? '', /redirect_status=failed/);
    assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, 'requires_payment_method');
  });

  it('a delayed method of a checkout reports its outcome later', async () => {
    const { stripe, control } = bench;
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://shop.example/done',
      allowed_payment_method_types: ['sepa_debit'],
      line_items: [{ quantity: 2, price_data: { currency: 'eur', unit_amount: 500, product_data: { name: 'INV-2' } } }],
    });
    await control.completeCheckout(session.id, { payment_method: 'pm_failedDelayed_de' });
    assert.equal((await stripe.checkout.sessions.retrieve(session.id)).payment_status, 'unpaid');
    await control.advance(200);
    const { data } = await stripe.events.list({
      types: ['checkout.session.completed', 'checkout.session.async_payment_failed'],
    });
    assert.deepEqual(
      data.map(({ type }) => type),
      ['checkout.session.async_payment_failed', 'checkout.session.completed'],
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
