import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Stripe } from 'stripe';
import { charge, failureOf, startBench, type TestBench } from './fixture.ts';

let bench: TestBench;
before(async () => (bench = await startBench()));
after(() => bench.stop());

const acceptance = {
  customer_acceptance: { type: 'online' as const, online: { ip_address: '127.0.0.1', user_agent: 'test' } },
};

/** A customer whose bank account is set up with a mandate. */
async function debtor(
  method: string,
  type: 'bacs_debit' | 'sepa_debit' | 'us_bank_account',
): Promise<{ customer: string; method: string; mandate: string }> {
  const { stripe } = bench;
  const customer = (await stripe.customers.create({ name: 'Jenny Rosen' })).id;
  const setup = await stripe.setupIntents.create({
    customer,
    payment_method: method,
    allowed_payment_method_types: [type],
    confirm: true,
    mandate_data: acceptance,
  });
  assert.equal(setup.status, 'succeeded');
  return { customer, method: setup.payment_method as string, mandate: setup.mandate as string };
}

const debit = (
  { customer, method }: { customer: string; method: string },
  type: 'bacs_debit' | 'sepa_debit' | 'us_bank_account',
  currency: string,
): Stripe.PaymentIntentCreateParams => ({
  amount: 2000,
  currency,
  customer,
  payment_method: method,
  allowed_payment_method_types: [type],
  confirm: true,
  off_session: true,
});

describe('direct debits', () => {
  it('succeed soon after the answer', async () => {
    const { stripe, control } = bench;
    const payer = await debtor('pm_success_de', 'sepa_debit');
    const intent = await stripe.paymentIntents.create(debit(payer, 'sepa_debit', 'eur'));
    assert.equal(intent.status, 'processing');
    await control.advance(0);
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    assert.equal(paid.status, 'succeeded');
    const charge = paid.latest_charge as Stripe.Charge;
    assert.equal(charge.payment_method_details?.sepa_debit?.mandate, payer.mandate);
    assert.equal(charge.payment_method_details?.sepa_debit?.last4, '3000');
    assert.equal((await stripe.mandates.retrieve(payer.mandate)).status, 'active');
  });

  for (const [method, outcome, code] of [
    ['pm_successDelayed_de', 'succeeded', undefined],
    ['pm_failedDelayed_de', 'requires_payment_method', 'payment_intent_payment_attempt_failed'],
  ] as const) {
    it(`of ${method} have their outcome after three minutes`, async () => {
      const { stripe, control } = bench;
      const payer = await debtor(method, 'sepa_debit');
      const intent = await stripe.paymentIntents.create(debit(payer, 'sepa_debit', 'eur'));
      await control.advance(170);
      assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, 'processing');
      await failureOf(stripe.paymentIntents.cancel(intent.id), Stripe.errors.StripeInvalidRequestError);
      await control.advance(11);
      const done = await stripe.paymentIntents.retrieve(intent.id);
      assert.equal(done.status, outcome);
      assert.equal(done.last_payment_error?.code, code);
    });
  }

  it('of US accounts fail, are disputed, or stay open', async () => {
    const { stripe, control } = bench;
    const closed = await debtor('pm_usBankAccount_accountClosed', 'us_bank_account');
    const failing = await stripe.paymentIntents.create(debit(closed, 'us_bank_account', 'usd'));
    const disputed = await debtor('pm_usBankAccount_dispute', 'us_bank_account');
    const paid = await stripe.paymentIntents.create(debit(disputed, 'us_bank_account', 'usd'));
    const silent = await debtor('pm_usBankAccount_processing', 'us_bank_account');
    const open = await stripe.paymentIntents.create(debit(silent, 'us_bank_account', 'usd'));
    await control.advance(60 * 60 * 24 * 10);
    assert.equal((await stripe.paymentIntents.retrieve(failing.id)).last_payment_error?.code, 'account_closed');
    const { data } = await stripe.disputes.list({ payment_intent: paid.id });
    assert.equal(data[0]?.status, 'needs_response');
    assert.equal((await stripe.paymentIntents.retrieve(open.id)).status, 'processing');
    assert.equal((await stripe.paymentIntents.cancel(open.id)).status, 'canceled');
  });

  it('of Bacs lose their mandate when the customer revoked it', async () => {
    const { stripe, control } = bench;
    const payer = await debtor('pm_bacsDebit_debitNotAuthorized', 'bacs_debit');
    const intent = await stripe.paymentIntents.create(debit(payer, 'bacs_debit', 'gbp'));
    await control.advance(1);
    assert.equal((await stripe.paymentIntents.retrieve(intent.id)).last_payment_error?.code, 'debit_not_authorized');
    assert.equal((await stripe.mandates.retrieve(payer.mandate)).status, 'inactive');
    const error = await failureOf(
      stripe.paymentIntents.create(debit(payer, 'bacs_debit', 'gbp')),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.equal(error.code, 'payment_intent_mandate_invalid');
  });

  it('need a mandate and their own currency', async () => {
    const { stripe } = bench;
    const customer = (await stripe.customers.create({})).id;
    const method = await stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89 3704 0044 0532 0130 00' },
      billing_details: { name: 'Jenny Rosen', email: 'jenny@example.com' },
    });
    const attached = await stripe.paymentMethods.attach(method.id, { customer });
    const sent = debit({ customer, method: attached.id }, 'sepa_debit', 'eur');
    const error = await failureOf(stripe.paymentIntents.create(sent), Stripe.errors.StripeInvalidRequestError);
    assert.equal(error.code, 'payment_intent_mandate_invalid');
    assert.equal((await stripe.paymentIntents.list({ customer })).data.length, 0);
    const dollars = await failureOf(
      stripe.paymentIntents.create({ ...sent, currency: 'usd' }),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.equal(dollars.code, 'payment_intent_invalid_parameter');
    const held = stripe.paymentIntents.create({ ...sent, capture_method: 'manual' });
    assert.equal((await failureOf(held, Stripe.errors.StripeInvalidRequestError)).param, 'capture_method');
    const { off_session: _off, ...onSession } = sent;
    const paid = await stripe.paymentIntents.create({ ...onSession, mandate_data: acceptance });
    assert.equal(paid.status, 'processing');
    const wrong = stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013009' },
      billing_details: { name: 'a', email: 'a@example.com' },
    });
    assert.equal((await failureOf(wrong, Stripe.errors.StripeInvalidRequestError)).code, 'invalid_bank_account_iban');
  });
});

describe('bank transfers', () => {
  const transfer = (customer: string, amount: number): Stripe.PaymentIntentCreateParams => ({
    amount,
    currency: 'eur',
    customer,
    allowed_payment_method_types: ['customer_balance'],
    payment_method_data: { type: 'customer_balance' },
    payment_method_options: {
      customer_balance: {
        funding_type: 'bank_transfer',
        bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } },
      },
    },
    confirm: true,
  });

  it('wait for money, take it in parts, and keep the rest', async () => {
    const { stripe, control } = bench;
    const customer = (await stripe.customers.create({ name: 'Jenny Rosen' })).id;
    const intent = await stripe.paymentIntents.create(transfer(customer, 5000));
    const instructions = intent.next_action?.display_bank_transfer_instructions;
    assert.equal(instructions?.amount_remaining, 5000);
    assert.match(await (await fetch(instructions?.hosted_instructions_url ?? '')).text(), /Transfer €50\.00/);
    assert.match(instructions?.financial_addresses?.[0]?.iban?.iban ?? '', /^DE/);
    const { bank_transfer: funding } = await stripe.customers.createFundingInstructions(customer, {
      currency: 'eur',
      funding_type: 'bank_transfer',
      bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } },
    });
    assert.equal(funding.financial_addresses[0]?.iban?.iban, instructions?.financial_addresses?.[0]?.iban?.iban);
    await control.fund(customer, { amount: 2000, currency: 'eur' });
    const part = await stripe.paymentIntents.retrieve(intent.id);
    assert.equal(part.next_action?.display_bank_transfer_instructions?.amount_remaining, 3000);
    await stripe.testHelpers.customers.fundCashBalance(customer, { amount: 3500, currency: 'eur' });
    assert.match(
      await (await fetch(instructions?.hosted_instructions_url ?? '', { method: 'POST' })).text(),
      /succeeded/,
    );
    assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, 'succeeded');
    assert.deepEqual((await stripe.customers.retrieveCashBalance(customer)).available, { eur: 500 });
    assert.equal((await stripe.paymentIntents.create(transfer(customer, 500))).status, 'succeeded');
    const { data } = await stripe.customers.listCashBalanceTransactions(customer);
    assert.deepEqual(
      data.map(({ net_amount: amount }) => amount),
      [-500, -3000, 3500, -2000, 2000],
    );
  });

  it('need a customer, a country, and reconcile by request if so set', async () => {
    const { stripe, control } = bench;
    const customer = (await stripe.customers.create({})).id;
    const lacking = {
      ...transfer(customer, 5000),
      payment_method_options: {
        customer_balance: {
          funding_type: 'bank_transfer' as const,
          bank_transfer: { type: 'eu_bank_transfer' as const },
        },
      },
    };
    const error = await failureOf(stripe.paymentIntents.create(lacking), Stripe.errors.StripeInvalidRequestError);
    assert.match(error.param ?? '', /country/);
    await stripe.customers.updateCashBalance(customer, { settings: { reconciliation_mode: 'manual' } });
    const intent = await stripe.paymentIntents.create(transfer(customer, 1000));
    await control.fund(customer, { amount: 1000, currency: 'eur' });
    assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, 'requires_action');
    await assert.rejects(control.actOnPayment(intent.id, 'succeed'), /status of requires_action/);
    assert.equal((await stripe.paymentIntents.applyCustomerBalance(intent.id)).status, 'succeeded');
  });

  it('give back what a canceled intent had received', async () => {
    const { stripe, control } = bench;
    const customer = (await stripe.customers.create({})).id;
    const intent = await stripe.paymentIntents.create(transfer(customer, 1000));
    await control.fund(customer, { amount: 400, currency: 'eur' });
    await stripe.paymentIntents.cancel(intent.id);
    assert.deepEqual((await stripe.customers.retrieveCashBalance(customer)).available, { eur: 400 });
  });
});

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
    const { receipt_url: receipt } = await stripe.charges.retrieve(intent.latest_charge as string);
    assert.match(await (await fetch(receipt ?? '')).text(), /Receipt: €10\.00/);
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
