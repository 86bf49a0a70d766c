import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Stripe } from 'stripe';
import { charge, customerWith, failureOf, startBench, type TestBench } from './fixture.ts';
import { operations } from './operations.ts';
import { parameterTable } from './parameters.ts';

let bench: TestBench;
before(async () => (bench = await startBench()));
after(() => bench.stop());

/** The error of a raw call with a form as its body. */
async function refusal(path: string, form: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${bench.double.url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${bench.double.key}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: form,
  });
  const body = (await response.json()) as { error?: Record<string, string> };
  const { type, code, param, message } = body.error ?? {};
  return { status: response.status, type, code, param, message };
}

describe('the table of parameters', () => {
  it('has the operations of the double, of the SDK of these tests', () => {
    assert.deepEqual(Object.keys(parameterTable.operations).sort(), operations.map(({ name }) => name).sort());
    assert.equal(parameterTable.source.sdk, Stripe.PACKAGE_VERSION);
    assert.equal(parameterTable.source.api, Stripe.API_VERSION);
  });
});

describe('keys', () => {
  it('must be known and not revoked', async () => {
    const { sdk, control } = bench;
    const error = await failureOf(sdk('sk_test_unknown').balance.retrieve(), Stripe.errors.StripeAuthenticationError);
    assert.equal(error.statusCode, 401);
    assert.match(error.message, /^Invalid API Key provided: sk_test_\*+nown$/);
    const key = await control.addKey();
    assert.equal((await sdk(key).balance.retrieve()).object, 'balance');
    await control.revokeKey(key);
    const revoked = await failureOf(sdk(key).balance.retrieve(), Stripe.errors.StripeAuthenticationError);
    assert.equal(revoked.code, 'api_key_expired');
    const missing = await refusal('/v1/customers', '', { Authorization: '' });
    assert.equal(missing.status, 401);
    const basic = { Authorization: `Basic ${Buffer.from(`${bench.double.key}:`).toString('base64')}` };
    assert.equal((await refusal('/v1/customers', '', basic)).status, 200);
  });

  it('with restrictions do only what they may', async () => {
    const { sdk, control, double } = bench;
    const restricted = sdk(await control.addKey({ rights: { customer: 'write', payment_intent: 'read' } }));
    await restricted.customers.create({ name: 'a' });
    assert.equal((await restricted.customers.list()).object, 'list');
    assert.equal((await restricted.paymentIntents.list()).object, 'list');
    const error = await failureOf(
      restricted.paymentIntents.create({ amount: 100, currency: 'eur' }),
      Stripe.errors.StripePermissionError,
    );
    assert.equal(error.statusCode, 403);
    assert.match(error.message, new RegExp(`${double.account}.*rak_payment_intent_write`));
    await failureOf(restricted.webhookEndpoints.list(), Stripe.errors.StripePermissionError);
  });

  it('see their own account only', async () => {
    const { sdk, control, stripe } = bench;
    const { id } = await stripe.customers.create({});
    const { key, account } = await control.addAccount({ country: 'FR' });
    assert.deepEqual(
      [(await sdk(key).accounts.retrieveCurrent()).id, (await sdk(key).accounts.retrieveCurrent()).country],
      [account, 'FR'],
    );
    await failureOf(sdk(key).customers.retrieve(id), Stripe.errors.StripeInvalidRequestError);
  });
});

describe('calls', () => {
  it('must have a known address and version', async () => {
    const unknown = await refusal('/v1/no_such_thing', '');
    assert.deepEqual([unknown.status, unknown.type], [404, 'invalid_request_error']);
    const old = await refusal('/v1/customers', '', { 'Stripe-Version': '2024-06-20' });
    assert.match(old.message ?? '', /Invalid Stripe API version/);
    const json = await refusal('/v1/customers', '{}', { 'Content-Type': 'application/json' });
    assert.equal(json.status, 400);
    assert.equal((await refusal('/v1/customers', '', { 'Stripe-Account': 'acct_1' })).status, 401);
  });

  for (const [name, path, form, code, param] of [
    ['an unknown parameter', '/v1/customers', 'colour=red', 'parameter_unknown', 'colour'],
    ['an unknown nested one', '/v1/customers', 'address[planet]=Mars', 'parameter_unknown', 'address[planet]'],
    [
      'one of an older version',
      '/v1/payment_intents',
      'amount=100&currency=eur&payment_method_types[]=card',
      'parameter_unknown',
      'payment_method_types',
    ],
    ['a missing one', '/v1/payment_intents', 'currency=eur', 'parameter_missing', 'amount'],
    ['an empty one', '/v1/customers', 'name=', 'parameter_invalid_empty', 'name'],
    ['no whole number', '/v1/payment_intents', 'amount=10.5&currency=eur', 'parameter_invalid_integer', 'amount'],
    ['no boolean', '/v1/payment_intents', 'amount=100&currency=eur&confirm=yes', undefined, 'confirm'],
    ['an unknown value', '/v1/refunds', 'charge=ch_1&reason=other', undefined, 'reason'],
    ['too long a text', '/v1/customers', `name=${'x'.repeat(257)}`, undefined, 'name'],
    ['a text for an object', '/v1/customers', 'address=Berlin', undefined, 'address'],
    ['a text for a list', '/v1/customers', 'expand=a', undefined, 'expand'],
    ['a list with gaps', '/v1/customers', 'expand[1]=a', undefined, 'expand'],
    ['one sent twice', '/v1/customers', 'name=a&name=b', undefined, 'name'],
    ['an unknown country', '/v1/customers', 'address[country]=XY', 'country_code_invalid', 'address[country]'],
    ['a malformed e-mail', '/v1/customers', 'email=nobody', 'email_invalid', 'email'],
    ['an unknown currency', '/v1/payment_intents', 'amount=100&currency=xyz', undefined, 'currency'],
    ['a currency in capitals', '/v1/payment_intents', 'amount=100&currency=EUR', undefined, 'currency'],
    ['too small an amount', '/v1/payment_intents', 'amount=49&currency=usd', 'amount_too_small', 'amount'],
    ['too large an amount', '/v1/payment_intents', 'amount=100000000&currency=usd', 'amount_too_large', 'amount'],
    ['an amount below 1', '/v1/payment_intents', 'amount=0&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['too long a value of metadata', '/v1/customers', `metadata[a]=${'x'.repeat(501)}`, undefined, 'metadata[a]'],
    [
      'an unknown customer',
      '/v1/payment_intents',
      'amount=100&currency=eur&customer=cus_x',
      'resource_missing',
      'customer',
    ],
    [
      'off_session without confirm',
      '/v1/payment_intents',
      'amount=100&currency=eur&off_session=true',
      'parameter_unknown',
      'off_session',
    ],
    [
      'a type that is not activated',
      '/v1/payment_intents',
      'amount=100&currency=eur&allowed_payment_method_types[]=klarna',
      'payment_intent_invalid_parameter',
      'allowed_payment_method_types[0]',
    ],
    ['one that the double does not model', '/v1/customers', 'test_clock=clock_1', 'double_not_modeled', 'test_clock'],
    [
      'no address to come back to',
      '/v1/payment_intents',
      'amount=100&currency=eur&confirm=true&payment_method=pm_card_visa',
      'parameter_missing',
      'return_url',
    ],
  ] as const) {
    it(`are refused for ${name}`, async () => {
      const error = await refusal(path, form);
      assert.deepEqual(
        [error.status, error.type, error.code, error.param],
        [400, 'invalid_request_error', code, param],
      );
    });
  }

  it('expand what they request, and nothing else', async () => {
    const { stripe } = bench;
    const intent = await stripe.paymentIntents.create(charge(await customerWith(bench, 'pm_card_visa')));
    const read = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ['customer', 'latest_charge.balance_transaction'],
    });
    assert.equal((read.customer as Stripe.Customer).email, 'a@example.org');
    assert.equal(((read.latest_charge as Stripe.Charge).balance_transaction as Stripe.BalanceTransaction).amount, 1000);
    assert.equal(typeof (await stripe.paymentIntents.retrieve(intent.id)).latest_charge, 'string');
    const list = await stripe.paymentIntents.list({ limit: 1, expand: ['data.payment_method'] });
    assert.equal((list.data[0]?.payment_method as Stripe.PaymentMethod).type, 'card');
    await failureOf(
      stripe.paymentIntents.retrieve(intent.id, { expand: ['amount'] }),
      Stripe.errors.StripeInvalidRequestError,
    );
  });

  it('search by well-formed queries', async () => {
    const { stripe } = bench;
    for (const query of ["metadata['a':'b'", "colour:'red'", "status:'x' AND created>1 OR amount:5", '']) {
      const error = await failureOf(stripe.paymentIntents.search({ query }), Stripe.errors.StripeInvalidRequestError);
      assert.equal(error.statusCode, 400);
    }
    const { data } = await stripe.paymentIntents.search({
      query: "-status:'canceled' AND amount>=1000 AND metadata['none']:null",
    });
    assert.equal(data.length, 1);
  });
});

describe('idempotency keys', () => {
  it('repeat the answer for 24 hours, then the call', async () => {
    const { stripe, control } = bench;
    const sent = charge(await customerWith(bench, 'pm_card_visa'));
    const first = await stripe.paymentIntents.create(sent, { idempotencyKey: 'day' });
    await control.advance(24 * 60 * 60 - 10);
    const second = await stripe.paymentIntents.create(sent, { idempotencyKey: 'day' });
    assert.equal(second.id, first.id);
    assert.equal(second.lastResponse.headers['idempotent-replayed'], 'true');
    await control.advance(20);
    const third = await stripe.paymentIntents.create(sent, { idempotencyKey: 'day' });
    assert.notEqual(third.id, first.id);
  });

  it('belong to one call with its parameters', async () => {
    const { stripe, sdk, control } = bench;
    const first = await stripe.customers.create({ name: 'a' }, { idempotencyKey: 'same' });
    const error = await failureOf(
      stripe.customers.create({ name: 'b' }, { idempotencyKey: 'same' }),
      Stripe.errors.StripeIdempotencyError,
    );
    assert.equal(error.statusCode, 400);
    const path = await failureOf(
      stripe.customers.update(first.id, { name: 'a' }, { idempotencyKey: 'same' }),
      Stripe.errors.StripeIdempotencyError,
    );
    assert.match(path.message, /same endpoint/);
    const empty = { idempotencyKey: 'empty' };
    await stripe.customers.update(first.id, { name: '' }, empty);
    await failureOf(stripe.customers.update(first.id, {}, empty), Stripe.errors.StripeIdempotencyError);
    const { key } = await control.addAccount();
    assert.notEqual((await sdk(key).customers.create({ name: 'b' }, { idempotencyKey: 'same' })).id, first.id);
  });

  it('repeat declines, and forget what was refused before it began', async () => {
    const { stripe } = bench;
    const paying = await customerWith(bench, 'pm_card_chargeCustomerFail');
    const options = { idempotencyKey: 'declined' };
    const first = await failureOf(stripe.paymentIntents.create(charge(paying), options), Stripe.errors.StripeCardError);
    const second = await failureOf(
      stripe.paymentIntents.create(charge(paying), options),
      Stripe.errors.StripeCardError,
    );
    assert.equal(second.charge, first.charge);
    const wrong = { name: 'x'.repeat(300) };
    await failureOf(
      stripe.customers.create(wrong, { idempotencyKey: 'corrected' }),
      Stripe.errors.StripeInvalidRequestError,
    );
    assert.equal((await stripe.customers.create({ name: 'x' }, { idempotencyKey: 'corrected' })).name, 'x');
  });

  it('are in use while the first call runs', async () => {
    const { stripe, control } = bench;
    // The answer waits for an endpoint, which waits for the second call.
    const received = Promise.withResolvers<ServerResponse>();
    const server = createServer((_request, response) => received.resolve(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sent = { url: `http://127.0.0.1:${port}`, enabled_events: ['customer.created' as const] };
    const endpoint = await stripe.webhookEndpoints.create(sent);
    await control.setDeliveries({ before_answer: true });
    const options = { idempotencyKey: 'concurrent' };
    const running = stripe.customers.create({ name: 'a' }, options);
    const response = await received.promise;
    const error = await failureOf(stripe.customers.create({ name: 'a' }, options), Stripe.errors.StripeAPIError);
    assert.deepEqual([error.statusCode, error.code], [409, 'idempotency_key_in_use']);
    response.end();
    const first = await running;
    assert.equal((await stripe.customers.create({ name: 'a' }, options)).id, first.id);
    await control.resetDeliveries();
    await stripe.webhookEndpoints.del(endpoint.id);
    server.closeAllConnections();
    server.close();
  });
});
