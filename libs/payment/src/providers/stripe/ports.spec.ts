import { inspect } from 'node:util';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Stripe } from 'stripe';
import type { ProviderAccount } from '../ports/account.js';
import type { ChargeRequest } from '../ports/charges.js';
import type { ProviderPorts } from '../ports/ports.js';
import { openStripe } from './ports.js';

interface Call {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  form: URLSearchParams;
}

const key = 'sk_test_secret';
const account: ProviderAccount = {
  organizationId: 'o',
  connectionId: 'c',
  secrets: { key, webhookSecret: 'whsec_secret' },
  redirectUrl: null,
  requiresConsent: false,
  supportsActions: false,
  settings: {},
};
const charge: ChargeRequest = {
  key: 'p',
  amountCents: 1000n,
  currency: 'EUR',
  customerId: 'cus_1',
  methodId: 'pm_1',
  methodTypes: ['card'],
  countries: { customer: 'FR', issuer: 'DE' },
  description: 'Acme - Invoice A-1',
  metadata: { svc_payment_id: 'p' },
  mayRequireAction: false,
  onSession: false,
  at: 0,
};
const reference = { key: 'p', id: null, customerId: 'cus_1', requestedAt: 1_700_000_000_000 };

let calls: Call[] = [];
let answers: [number, object][] = [];
let server: Server;
let ports: ProviderPorts;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      calls.push({ method, path: url, headers, form: new URLSearchParams(body) });
      const [status, answer] = answers.shift() ?? [500, { error: { type: 'api_error', message: 'No answer.' } }];
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  ports = openStripe(`http://127.0.0.1:${port}`);
});

afterAll(() => {
  ports.close?.();
  server.close();
});

beforeEach(() => {
  calls = [];
  answers = [];
});

const intent = (status: string, more: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status,
  metadata: {},
  ...more,
});
const list = (...data: object[]) => ({ object: 'list', data, has_more: false });
const declined = (code: string, more: object = {}): [number, object] => [
  402,
  { error: { type: 'card_error', code, message: 'Your card was declined.', ...more } },
];
const missing: [number, object] = [
  404,
  { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object.' } },
];
const made = () => calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`);

describe('a charge by Stripe (webhooks, section 11.4)', () => {
  it('has our key and the pinned version', async () => {
    answers = [[200, intent('succeeded')]];
    expect(await ports.charges.charge(account, charge)).toMatchObject({ id: 'pi_1', status: 'succeeded', error: null });
    expect(made()).toEqual(['POST /v1/payment_intents']);
    expect(calls[0]?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'idempotency-key': 'payment-p',
      'stripe-version': '2026-10-28.endive',
    });
    expect(calls[0]?.form.get('amount')).toBe('1000');
    expect(calls[0]?.form.get('allowed_payment_method_types[0]')).toBe('card');
  });

  it('that is declined fails with the words of Stripe', async () => {
    answers = [
      declined('card_declined', {
        decline_code: 'insufficient_funds',
        payment_intent: intent('requires_payment_method'),
      }),
    ];
    const outcome = await ports.charges.charge(account, charge);
    expect(outcome).toMatchObject({
      id: 'pi_1',
      status: 'failed',
      error: {
        message: 'Your card was declined.',
        error_code: 'insufficient_funds',
        details: { code: 'card_declined', request_id: 'req_1', http_status: 402 },
      },
    });
    expect(outcome).not.toHaveProperty('quiet');
  });

  it('of a bank that requires the payer fails without a message', async () => {
    answers = [declined('authentication_required', { payment_intent: intent('requires_payment_method') })];
    expect(await ports.charges.charge(account, charge)).toMatchObject({ status: 'failed', quiet: 'message' });
  });

  it('is confirmed on session where the payer may do that', async () => {
    const action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://stripe.test/3ds' } };
    answers = [
      declined('authentication_required', { payment_intent: intent('requires_payment_method') }),
      [200, intent('requires_action', { next_action: action })],
    ];
    expect(await ports.charges.charge({ ...account, supportsActions: true }, charge)).toMatchObject({
      status: 'processing',
      providerStatus: 'requires_action',
      actionUrl: 'https://stripe.test/3ds',
    });
    expect(made()).toEqual(['POST /v1/payment_intents', 'POST /v1/payment_intents/pi_1/confirm']);
    expect(calls[1]?.form.get('payment_method')).toBe('pm_1');
    expect(calls[1]?.form.has('off_session')).toBe(false);
  });

  it('by a method that is gone is made by another one of the customer', async () => {
    const gone = { type: 'invalid_request_error', code: 'resource_missing', param: 'payment_method', message: 'Gone.' };
    answers = [
      [404, { error: gone }],
      [200, list({ id: 'pm_1', type: 'card' }, { id: 'pm_2', type: 'sepa_debit' })],
      [200, intent('processing')],
    ];
    expect(await ports.charges.charge(account, charge)).toMatchObject({ status: 'processing' });
    expect(made()[1]).toBe('GET /v1/customers/cus_1/payment_methods');
    expect(calls[2]?.form.get('payment_method')).toBe('pm_2');
    expect(calls[2]?.form.get('allowed_payment_method_types[0]')).toBe('sepa_debit');
    answers = [
      [404, { error: gone }],
      [200, list()],
    ];
    expect(await ports.charges.charge(account, charge)).toMatchObject({
      status: 'failed',
      error: { message: 'Gone.' },
    });
  });

  it('below the minimum leaves the invoice as it is', async () => {
    answers = [[400, { error: { type: 'invalid_request_error', code: 'amount_too_small', message: 'Too small.' } }]];
    expect(await ports.charges.charge(account, charge)).toMatchObject({ status: 'failed', quiet: 'invoice' });
  });

  it('under the key of a payment with other parameters is that payment', async () => {
    answers = [
      [400, { error: { type: 'idempotency_error', message: 'Keys differ.' } }],
      [
        200,
        list(
          intent('succeeded', { metadata: { svc_payment_id: 'other' } }),
          intent('succeeded', { metadata: { svc_payment_id: 'p' } }),
        ),
      ],
    ];
    expect(await ports.charges.charge(account, charge)).toMatchObject({ id: 'pi_1', status: 'succeeded' });
  });

  it('without an answer is unknown, and the error has no key', async () => {
    answers = [
      [503, { error: { type: 'api_error', message: `Away for ${key}.` } }],
      [503, { error: { type: 'api_error', message: `Away for ${key}.` } }],
    ];
    const error = await ports.charges.charge(account, charge).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 503, words: expect.stringMatching(/^Stripe: Away for \[removed\]/) });
    expect(inspect(error, { depth: 9 })).not.toContain(key);
  });
});

describe('the search for a charge', () => {
  it('reads the payments of the customer since the first request, and prefers the paid one', async () => {
    const ours = { metadata: { svc_payment_id: 'p' } };
    answers = [[200, list(intent('requires_payment_method', ours), { ...intent('succeeded', ours), id: 'pi_2' })]];
    expect(await ports.charges.findCharge(account, reference)).toMatchObject({ id: 'pi_2', status: 'succeeded' });
    const query = new URLSearchParams(calls[0]?.path.split('?')[1]);
    expect([query.get('customer'), query.get('created[gte]')]).toEqual(['cus_1', '1699999400']);
  });

  it('finds nothing', async () => {
    answers = [[200, list(intent('succeeded'))]];
    expect(await ports.charges.findCharge(account, reference)).toBeNull();
  });
});

describe('the cancelation of a charge', () => {
  const known = { ...reference, id: 'pi_1' };

  it('cancels what still can be canceled', async () => {
    answers = [
      [200, intent('requires_action')],
      [200, intent('canceled', { cancellation_reason: 'abandoned' })],
    ];
    expect(await ports.charges.cancelCharge(account, known)).toMatchObject({
      status: 'failed',
      error: { error_code: 'abandoned' },
    });
    expect(calls[1]?.form.get('cancellation_reason')).toBe('abandoned');
  });

  it('leaves a payment that succeeded, and one that goes on', async () => {
    answers = [[200, intent('succeeded')]];
    expect(await ports.charges.cancelCharge(account, known)).toMatchObject({ status: 'succeeded' });
    answers = [
      [200, intent('processing')],
      [400, { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'No.' } }],
      [200, intent('processing')],
    ];
    expect(await ports.charges.cancelCharge(account, known)).toMatchObject({ status: 'processing' });
  });
});

describe('a connection to Stripe (webhooks, section 11.1)', () => {
  it('works when each right is there', async () => {
    answers = Array.from({ length: 6 }, () => missing);
    expect(await ports.connections.checkHealth(account)).toEqual({ status: 'working', error: null });
    expect(made()).toEqual([
      'POST /v1/customers/cus_tollgate_checks_rights',
      'POST /v1/payment_methods/pm_tollgate_checks_rights/detach',
      'POST /v1/payment_intents/pi_tollgate_checks_rights/cancel',
      'POST /v1/checkout/sessions/cs_tollgate_checks_rights/expire',
      'POST /v1/refunds/re_tollgate_checks_rights',
      'POST /v1/webhook_endpoints/we_tollgate_checks_rights',
    ]);
  });

  it('is refused without a right, in the words of Stripe', async () => {
    const words = `The provided key '${key}' does not have the required permissions for this endpoint.`;
    answers = [missing, [403, { error: { type: 'invalid_request_error', message: words } }]];
    expect(await ports.connections.checkHealth(account)).toMatchObject({
      status: 'refused',
      error: { message: "The provided key '[removed]' does not have the required permissions for this endpoint." },
    });
  });

  it('registers the endpoint of its events', async () => {
    const url = 'https://billing.example/webhooks/stripe/o?code=main';
    answers = [
      [200, list({ id: 'we_0', url }, { id: 'we_9', url: 'https://other.example' })],
      [200, { id: 'we_0', deleted: true }],
      [200, { id: 'we_1', object: 'webhook_endpoint', secret: 'whsec_1' }],
    ];
    expect(await ports.endpoints?.registerEndpoint(account, url)).toEqual({ id: 'we_1', secret: 'whsec_1' });
    expect(made().slice(1)).toEqual(['DELETE /v1/webhook_endpoints/we_0', 'POST /v1/webhook_endpoints']);
    const sent = calls[2]?.form;
    expect([sent?.get('url'), sent?.get('api_version')]).toEqual([url, '2026-10-28.endive']);
    expect([...(sent?.keys() ?? [])].filter((name) => name.startsWith('enabled_events'))).toHaveLength(15);
  });
});

describe('a delivery of Stripe (webhooks, section 13)', () => {
  const now = 1_700_000_000_000;
  const body = JSON.stringify({ id: 'evt_1', type: 'customer.updated', data: { object: { id: 'cus_1' } } });
  const signed = (secret: string, at = now) =>
    Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(at / 1000) });
  const opened = (signature: string | undefined, sent = body) =>
    ports.events.openDelivery(account, { body: Buffer.from(sent), headers: { 'stripe-signature': signature } }, now);

  it('is opened with the right signature', () => {
    expect(opened(signed('whsec_secret'))).toMatchObject([{ id: 'evt_1', payload: { type: 'customer.updated' } }]);
  });

  it('is refused with another or no signature, other bytes, and after five minutes', () => {
    expect(opened(signed('whsec_other'))).toBeNull();
    expect(opened(undefined)).toBeNull();
    expect(opened(signed('whsec_secret'), `${body} `)).toBeNull();
    expect(opened(signed('whsec_secret', now - 301_000))).toBeNull();
    expect(opened(signed('whsec_secret', now - 299_000))).not.toBeNull();
  });

  it('is refused without a secret', () => {
    const without = { ...account, secrets: { key, webhookSecret: null } };
    const delivery = { body: Buffer.from(body), headers: { 'stripe-signature': signed('whsec_secret') } };
    expect(ports.events.openDelivery(without, delivery, now)).toBeNull();
  });
});

describe('a refund by Stripe (webhooks, section 18)', () => {
  const request = { key: 'n', chargeKey: 'p', chargeId: 'pi_1', amountCents: 300n, currency: 'EUR', reason: null };

  it('is pending until Stripe reports its end', async () => {
    answers = [[200, { id: 're_1', object: 'refund', status: 'pending' }]];
    expect(await ports.refunds.refund(account, request)).toEqual({ id: 're_1', status: 'pending', error: null });
    expect(calls[0]?.headers['idempotency-key']).toBe('n');
  });

  it('is found by our key', async () => {
    answers = [[200, list({ id: 're_1', status: 'succeeded', metadata: { svc_refund_key: 'n' } })]];
    expect(await ports.refunds.findRefund(account, request)).toMatchObject({ id: 're_1', status: 'succeeded' });
  });
});

describe('a customer at Stripe', () => {
  it('is updated, and refused in its words', async () => {
    answers = [
      [400, { error: { type: 'invalid_request_error', code: 'email_invalid', message: 'Invalid email address.' } }],
    ];
    const data = { id: 'c', externalId: 'acme', name: null, email: 'x', phone: null, methodTypes: ['card'] };
    const address = { line1: null, line2: null, city: null, postalCode: null, state: null, country: null };
    expect(await ports.customers.updateCustomer(account, 'cus_1', { ...data, address })).toMatchObject({
      refused: { message: 'Invalid email address.', error_code: 'email_invalid' },
    });
    expect(calls[0]?.form.get('email')).toBe('x');
  });
});
