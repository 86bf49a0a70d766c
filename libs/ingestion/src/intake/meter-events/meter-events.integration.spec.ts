import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  aMetric,
  aPlan,
  aSubscription,
  baseUrl,
  eventsWith,
  Sandbox,
  storedEvents,
  StripeAccount,
} from '@tollgate/testing';

let sandbox: Sandbox;
let customer: string;

interface Reply {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

async function send(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Reply> {
  const answer = await fetch(`${baseUrl}/v1/billing/meter_events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, ...headers },
    body: new URLSearchParams(form),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
    headers: answer.headers,
  };
}

const usage = (identifier: string, changes: Record<string, string> = {}) => ({
  event_name: 'tokens',
  identifier,
  timestamp: String(Date.UTC(2024, 0, 5) / 1000),
  'payload[stripe_customer_id]': customer,
  'payload[value]': '25',
  ...changes,
});

async function makeCustomer(stripe: StripeAccount, externalId: string): Promise<string> {
  await sandbox.ok('POST', '/customers', {
    customer: { external_id: externalId, currency: 'EUR', billing_configuration: stripe.link },
  });
  const { customer: made } = await sandbox.ok<{
    customer: { billing_configuration: { provider_customer_id: string } };
  }>('GET', `/customers/${externalId}`);
  return made.billing_configuration.provider_customer_id;
}

let several: string;
let idle: string;
beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  const stripe = await StripeAccount.connect(sandbox);
  const metric = await aMetric('tokens').sumOf('value').createIn(sandbox);
  await aPlan().charge(metric, '2').createIn(sandbox);
  customer = await makeCustomer(stripe, 'acme');
  await aSubscription('acme-basic', 'acme').createIn(sandbox);
  several = await makeCustomer(stripe, 'two');
  await aSubscription('two-a', 'two').createIn(sandbox);
  await aSubscription('two-b', 'two').createIn(sandbox);
  idle = await makeCustomer(stripe, 'idle');
});

describe('a meter event', () => {
  it('counts once for the subscription of its customer, however often it comes', async () => {
    for (let time = 0; time < 2; time++)
      expect(await send(usage('once', { 'payload[model]': 'small' }))).toMatchObject({
        status: 200,
        body: {
          object: 'billing.meter_event',
          event_name: 'tokens',
          identifier: 'once',
          livemode: false,
          payload: { stripe_customer_id: customer, value: '25', model: 'small' },
          timestamp: Date.UTC(2024, 0, 5) / 1000,
        },
      });
    expect(await storedEvents(sandbox, 'once')).toMatchObject([
      {
        code: 'tokens',
        external_subscription_id: 'acme-basic',
        timestamp: '2024-01-05T00:00:00.000Z',
        properties: { value: '25', model: 'small' },
      },
    ]);
    const { customer_usage: current } = await sandbox.ok<{ customer_usage: { amount_cents: number } }>(
      'GET',
      '/customers/acme/current_usage?external_subscription_id=acme-basic',
    );
    expect(current.amount_cents).toBe(5000);
  });

  it('has the identifier of its repeated call, or a new one', async () => {
    const { identifier: _, ...unnamed } = usage('');
    for (let time = 0; time < 2; time++)
      expect((await send(unnamed, { 'idempotency-key': 'retry-1' })).body).toMatchObject({ identifier: 'retry-1' });
    expect(await storedEvents(sandbox, 'retry-1')).toHaveLength(1);
    const [first, second] = [await send(unnamed), await send(unnamed)];
    expect(first.body['identifier']).not.toBe(second.body['identifier']);
  });

  it('may name the subscription, and may come as JSON', async () => {
    expect((await send(usage('named', { 'payload[external_subscription_id]': 'two-b' }))).status).toBe(200);
    expect(await storedEvents(sandbox, 'named')).toMatchObject([
      { external_subscription_id: 'two-b', properties: { value: '25' } },
    ]);
    const answer = await fetch(`${baseUrl}/v1/billing/meter_events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        event_name: 'tokens',
        identifier: 'json',
        payload: { stripe_customer_id: customer, value: 3 },
      }),
    });
    expect([answer.status, await storedEvents(sandbox, 'json')]).toMatchObject([
      200,
      [{ external_subscription_id: 'acme-basic', properties: { value: '3' } }],
    ]);
  });

  it.each([
    ['an unknown customer', () => 'cus_unknown', 'resource_missing'],
    ['a customer of several subscriptions', () => several, 'several_active_subscriptions'],
    ['a customer without one', () => idle, 'no_active_subscription'],
  ])('of %s is refused', async (_, customerOf, code) => {
    const { status, body } = await send(usage('refused', { 'payload[stripe_customer_id]': customerOf() }));
    expect([status, body]).toMatchObject([
      400,
      { error: { type: 'invalid_request_error', code, param: 'payload[stripe_customer_id]' } },
    ]);
    expect(await eventsWith(sandbox, 'refused')).toEqual([]);
  });
});

describe("errors of Stripe's calls", () => {
  const errorOf = ({ status, body }: Reply) => [status, body['error']];

  it('name the parameter', async () => {
    const { event_name: _, ...unnamed } = usage('x');
    expect(errorOf(await send(unnamed))).toMatchObject([
      400,
      { type: 'invalid_request_error', code: 'parameter_missing', param: 'event_name' },
    ]);
    expect(errorOf(await send(usage('x'.repeat(300))))).toMatchObject([
      400,
      { code: 'value_is_too_long', param: 'identifier' },
    ]);
  });

  it('have this shape before the body is read, too', async () => {
    const unknown = await send(usage('x'), { authorization: 'Bearer unknown' });
    expect(errorOf(unknown)).toMatchObject([401, { type: 'invalid_request_error', message: 'Unauthorized' }]);
    expect(unknown.headers.get('stripe-should-retry')).toBe('false');
    expect(errorOf(await send(usage('x', { long: 'x'.repeat(600_000) })))).toMatchObject([
      413,
      { code: 'body_too_large' },
    ]);
  });

  it('leave the other calls as they are: those take no forms', async () => {
    const answer = await fetch(`${baseUrl}/api/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
      body: new URLSearchParams({ a: '1' }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([415, { status: 415, code: 'unsupported_media_type' }]);
  });
});
