import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startCannedServer, type CannedServer } from '../canned-server.fixture.js';
import { accountOf, chargeOf, customerData, paymentId } from '../requests.fixture.js';
import type { ProviderPorts } from '../ports/ports.js';
import { GoCardlessClients } from './gocardless-clients.js';
import { openGoCardless } from './ports.js';

const account = accountOf();
let server: CannedServer;
let ports: ProviderPorts;

beforeAll(async () => {
  server = await startCannedServer();
  ports = openGoCardless({ live: 'http://127.0.0.1:9', sandbox: server.url });
});
afterAll(() => {
  ports.close?.();
  server.close();
});
beforeEach(() => server.reset());

const failure = (status: number, type: string, reason: string, message = 'Refused.', more = {}): [number, object] => [
  status,
  { error: { type, code: status, message, request_id: 'r1', errors: [{ reason, message, ...more }] } },
];
const missing = failure(404, 'invalid_api_usage', 'resource_not_found');
const inactive = failure(422, 'invalid_state', 'mandate_is_inactive');
const payment = (status: string, more: object = {}): [number, object] => [
  200,
  { payments: { id: 'PM1', status, amount: 1000, currency: 'EUR', ...more } },
];
const page = (kind: string, ...objects: object[]): [number, object] => [
  200,
  { [kind]: objects, meta: { limit: 500, cursors: { before: null, after: null } } },
];
const mandate = (id: string, status: string): [number, object] => [200, { mandates: { id, status } }];

describe('a charge by GoCardless (webhooks, section 12)', () => {
  it('has our key, the token and the version', async () => {
    server.answers = [payment('pending_submission')];
    expect(await ports.charges.charge(account, chargeOf())).toMatchObject({
      id: 'PM1',
      status: 'processing',
      error: null,
    });
    expect(server.made()).toEqual(['POST /payments']);
    expect(server.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer sandbox_secret-token',
      'idempotency-key': `payment-${paymentId}`,
      'gocardless-version': '2015-07-06',
    });
  });

  it('that was made before is that payment', async () => {
    server.answers = [
      failure(409, 'invalid_state', 'idempotent_creation_conflict', 'Made.', {
        links: { conflicting_resource_id: 'PM1' },
      }),
      payment('submitted'),
    ];
    expect(await ports.charges.charge(account, chargeOf())).toMatchObject({ id: 'PM1', providerStatus: 'submitted' });
    expect(server.made()).toEqual(['POST /payments', 'GET /payments/PM1']);
  });

  it('on a mandate that ended is made on another one, under the same key', async () => {
    server.answers = [
      inactive,
      page('payments'),
      mandate('MD1', 'cancelled'),
      page('mandates', { id: 'MD2', status: 'active' }),
      payment('pending_submission'),
    ];
    expect(await ports.charges.charge(account, chargeOf())).toMatchObject({ status: 'processing' });
    expect(server.calls[3]?.query.get('status')).toContain('active');
    const last = server.calls[4];
    expect(last?.headers['idempotency-key']).toBe(`payment-${paymentId}`);
    expect(last?.body).toMatchObject({ payments: { links: { mandate: 'MD2' } } });
  });

  it('fails without a usable mandate', async () => {
    server.answers = [inactive, page('payments'), mandate('MD1', 'cancelled'), page('mandates')];
    expect(await ports.charges.charge(account, chargeOf())).toMatchObject({
      status: 'failed',
      error: { error_code: 'no_mandate_error' },
    });
  });

  it('that was made before its mandate ended is found', async () => {
    server.answers = [
      inactive,
      page('payments', { id: 'PM1', status: 'submitted', metadata: { svc_payment_id: paymentId } }),
    ];
    expect(await ports.charges.charge(account, chargeOf())).toMatchObject({ id: 'PM1', status: 'processing' });
  });

  it('fails in the words of GoCardless', async () => {
    server.answers = [
      failure(422, 'validation_failed', 'invalid', 'Validation failed', { field: 'amount' }),
      page('payments'),
      mandate('MD1', 'active'),
    ];
    expect(await ports.charges.charge(account, chargeOf())).toMatchObject({
      status: 'failed',
      error: { error_code: 'invalid', details: { http_status: 422, request_id: 'r1' } },
    });
  });

  it('without an answer is unknown, and the error has no token', async () => {
    server.answers = [failure(500, 'gocardless', 'internal', 'Away for sandbox_secret-token.')];
    const error = await ports.charges.charge(account, chargeOf()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 503, isRateLimited: false });
    expect(inspect(error, { depth: 9 })).not.toContain('secret-token');
    server.answers = [failure(429, 'invalid_api_usage', 'rate_limit_exceeded')];
    expect(await ports.charges.charge(account, chargeOf()).catch((reason: unknown) => reason)).toMatchObject({
      isRateLimited: true,
    });
  });
});

describe('the search for a charge at GoCardless', () => {
  const reference = { key: paymentId, id: null, customerId: 'CU1', requestedAt: 1_700_000_000_000 };

  it('reads the payments of the customer since the first request', async () => {
    server.answers = [page('payments', { id: 'PM1', status: 'paid_out', metadata: { svc_payment_id: paymentId } })];
    expect(await ports.charges.findCharge(account, reference)).toMatchObject({ id: 'PM1', status: 'succeeded' });
    expect(server.calls[0]?.query.get('created_at[gte]')).toBe('2023-11-14T22:03:20.000Z');
    server.answers = [page('payments')];
    expect(await ports.charges.findCharge(account, reference)).toBeNull();
  });

  it('cancels what is not submitted, and else reads what became of it', async () => {
    server.answers = [payment('pending_submission'), payment('cancelled')];
    expect(await ports.charges.cancelCharge(account, { ...reference, id: 'PM1' })).toMatchObject({ status: 'failed' });
    server.answers = [payment('submitted'), failure(422, 'invalid_state', 'cancellation_failed'), payment('submitted')];
    expect(await ports.charges.cancelCharge(account, { ...reference, id: 'PM1' })).toMatchObject({
      status: 'processing',
    });
  });
});

describe('a refund by GoCardless (webhooks, section 18)', () => {
  const request = { key: 'n', chargeKey: 'p', chargeId: 'PM1', amountCents: 300n, currency: 'EUR', reason: null };
  const made: [number, object] = [201, { refunds: { id: 'RF1', status: 'created' } }];

  it('confirms the sum of all refunds, and reads it again when another one came between', async () => {
    server.answers = [
      page('refunds'),
      payment('paid_out', { amount_refunded: 200 }),
      failure(422, 'validation_failed', 'total_amount_confirmation_invalid'),
      page('refunds'),
      payment('paid_out', { amount_refunded: 250 }),
      made,
    ];
    expect(await ports.refunds.refund(account, request)).toEqual({ id: 'RF1', status: 'pending', error: null });
    expect(server.calls[5]?.body).toMatchObject({ refunds: { amount: 300, total_amount_confirmation: 550 } });
    expect(server.calls[5]?.headers['idempotency-key']).toBe('n');
  });

  it('is made once', async () => {
    const listed = page('refunds', { id: 'RF1', status: 'paid', metadata: { svc_refund_key: 'n' } });
    server.answers = [listed];
    expect(await ports.refunds.refund(account, request)).toMatchObject({ id: 'RF1', status: 'succeeded' });
    expect(server.made()).toEqual(['GET /refunds']);
  });

  it('is refused in the words of GoCardless', async () => {
    server.answers = [page('refunds'), payment('paid_out'), failure(403, 'invalid_api_usage', 'forbidden')];
    expect(await ports.refunds.refund(account, request)).toMatchObject({
      status: 'failed',
      error: { error_code: 'forbidden' },
    });
  });
});

describe('a connection to GoCardless', () => {
  it('works when the token reads and writes', async () => {
    server.answers = [page('creditors', { id: 'CR2' }, { id: 'CR1' }), missing];
    expect(await ports.connections.checkHealth(account)).toEqual({ status: 'working', error: null, accountId: 'CR1' });
  });

  it('is refused when the token only reads, or is unknown', async () => {
    server.answers = [
      page('creditors', { id: 'CR1' }),
      failure(403, 'invalid_api_usage', 'insufficient_permissions', 'The token sandbox_secret-token cannot write.'),
    ];
    expect(await ports.connections.checkHealth(account)).toMatchObject({
      status: 'refused',
      error: { message: 'The token [removed] cannot write.' },
    });
    server.answers = [failure(401, 'invalid_api_usage', 'access_token_not_found')];
    expect(await ports.connections.checkHealth(account)).toMatchObject({ status: 'refused' });
  });

  it('needs a live address for a live token', () => {
    const live = new GoCardlessClients({ live: 'https://live.example', sandbox: server.url });
    const secrets = { key: 'live_secret-token', webhookSecret: null };
    const { _api: api } = live.of(accountOf({ secrets })) as unknown as { _api: { _baseUrl: string } };
    expect(api._baseUrl).toBe('https://live.example');
    live.close();
  });
});

describe('a customer at GoCardless', () => {
  it('is created under our key, and refused in the words of GoCardless', async () => {
    server.answers = [[201, { customers: { id: 'CU1' } }]];
    expect(await ports.customers.createCustomer(account, customerData(), 'key')).toEqual({ id: 'CU1' });
    expect(server.calls[0]?.body).toMatchObject({ customers: { company_name: 'Acme' } });
    server.answers = [failure(422, 'validation_failed', 'invalid', 'Validation failed', { field: 'email' })];
    expect(await ports.customers.createCustomer(account, customerData(), 'key')).toMatchObject({
      refused: { error_code: 'invalid' },
    });
  });

  it('agrees to a mandate on a page', async () => {
    server.answers = [
      [201, { billing_requests: { id: 'BRQ1' } }],
      [
        201,
        { billing_request_flows: { id: 'BRF1', authorisation_url: 'https://pay', expires_at: '2024-01-08T00:00:00Z' } },
      ],
    ];
    const request = {
      ...{ customerId: 'c', providerCustomerId: 'CU1', email: null, currency: 'EUR' },
      methodTypes: [],
      at: 0,
    };
    expect(await ports.pages.openSetup(account, request)).toMatchObject({ id: 'BRF1', url: 'https://pay' });
    expect(server.calls[0]?.body).toEqual({
      billing_requests: { mandate_request: { scheme: 'bacs' }, links: { customer: 'CU1' } },
    });
    expect(server.calls[1]?.body).toMatchObject({
      billing_request_flows: { redirect_uri: 'https://gocardless.com/', links: { billing_request: 'BRQ1' } },
    });
  });
});

describe('a delivery of GoCardless (webhooks, section 13)', () => {
  const body = JSON.stringify({ events: [{ id: 'EV1' }, { id: 'EV2' }] });
  const signed = (secret: string) => createHmac('sha256', secret).update(body).digest('hex');
  const opened = (signature: string | undefined, sent = body) =>
    ports.events.openDelivery(account, { body: Buffer.from(sent), headers: { 'webhook-signature': signature } }, 0);

  it('holds many events', () => {
    expect(opened(signed('secret'))?.map(({ id }) => id)).toEqual(['EV1', 'EV2']);
  });

  it('is refused with another or no signature, other bytes, and without a secret', () => {
    for (const signature of [signed('other'), undefined, '', 'no hexadecimal', signed('secret').slice(2)])
      expect(opened(signature)).toBeNull();
    expect(opened(signed('secret'), `${body} `)).toBeNull();
    const without = accountOf({ secrets: { key: 'k', webhookSecret: null } });
    const headers = { 'webhook-signature': signed('secret') };
    expect(ports.events.openDelivery(without, { body: Buffer.from(body), headers }, 0)).toBeNull();
  });
});

describe('an event of GoCardless (webhooks, section 12)', () => {
  const read = (payload: Record<string, unknown>) => ports.events.readEvent(account, { id: 'EV1', payload });
  const ofPayment = (action: string, details = {}) =>
    read({ resource_type: 'payments', action, links: { payment: 'PM1' }, details, created_at: '2024-01-02T00:00:00Z' });
  const metadata = { svc_payment_id: paymentId };

  it('brings the present state of its payment', async () => {
    // The failure is over: GoCardless has paid it out since.
    server.answers = [payment('paid_out', { metadata })];
    expect(await ofPayment('failed', { cause: 'insufficient_funds' })).toEqual({
      kind: 'charge',
      charge: { id: 'PM1', key: paymentId, customerId: null, amountCents: 1000n, currency: 'EUR', paidOnPage: null },
      outcome: expect.objectContaining({ status: 'succeeded', error: null }),
      method: null,
    });
  });

  it('names the cause of a failure, and the loss of a payment that was taken back', async () => {
    server.answers = [payment('charged_back', { metadata })];
    expect(
      await ofPayment('charged_back', { cause: 'authorisation_disputed', description: 'Disputed.' }),
    ).toMatchObject({
      outcome: { status: 'failed', error: { message: 'Disputed.', error_code: 'authorisation_disputed', hard: true } },
      afterSuccess: { status: 'lost', reason: 'authorisation_disputed', at: Date.parse('2024-01-02T00:00:00Z') },
    });
  });

  it('reports the loss of a payment that fails after its payout, and the return of its money', async () => {
    server.answers = [payment('failed', { metadata })];
    expect(await ofPayment('failed', { cause: 'insufficient_funds' })).toMatchObject({
      afterSuccess: { status: 'lost', reason: 'insufficient_funds' },
    });
    server.answers = [payment('failed', { metadata })];
    expect(await ofPayment('late_failure_settled')).toMatchObject({ afterSuccess: { status: 'lost' } });
    server.answers = [payment('paid_out', { metadata })];
    expect(await ofPayment('chargeback_cancelled')).toMatchObject({
      outcome: { status: 'succeeded' },
      afterSuccess: { status: 'restored' },
    });
  });

  it('of a payment of another account, or of another kind, means nothing', async () => {
    server.answers = [missing];
    expect(await ofPayment('paid_out')).toBeNull();
    expect(await ofPayment('created')).toBeNull();
    expect(await read({ resource_type: 'payouts', action: 'paid', links: {} })).toBeNull();
    expect(await read({})).toBeNull();
  });

  it('brings a refund by our key', async () => {
    server.answers = [
      [
        200,
        {
          refunds: {
            id: 'RF1',
            status: 'bounced',
            amount: 300,
            metadata: { svc_refund_key: 'n' },
            links: { payment: 'PM1' },
          },
        },
      ],
    ];
    expect(await read({ resource_type: 'refunds', action: 'bounced', links: { refund: 'RF1' } })).toMatchObject({
      kind: 'refund',
      key: 'n',
      chargeId: 'PM1',
      amountCents: 300n,
      outcome: { id: 'RF1', status: 'failed' },
    });
  });

  it('brings a new mandate with its account, unless it has ended', async () => {
    const links = { customer: 'CU1', customer_bank_account: 'BA1' };
    server.answers = [
      [200, { mandates: { id: 'MD1', status: 'pending_submission', scheme: 'bacs', reference: 'REF', links } }],
      [200, { customer_bank_accounts: { id: 'BA1', bank_name: 'BARCLAYS', account_number_ending: '11' } }],
    ];
    const created = { resource_type: 'mandates', action: 'created', links: { mandate: 'MD1' } };
    expect(await read(created)).toMatchObject({
      kind: 'method_attached',
      customerId: 'CU1',
      method: { id: 'MD1', details: { type: 'bacs_debit', last4: '11' }, mandateId: 'REF' },
    });
    server.answers = [[200, { mandates: { id: 'MD1', status: 'cancelled', links } }]];
    expect(await read(created)).toBeNull();
  });

  it('removes a mandate that a call ended', async () => {
    const ended = (origin: string) =>
      read({ resource_type: 'mandates', action: 'cancelled', links: { mandate: 'MD1' }, details: { origin } });
    expect(await ended('api')).toEqual({ kind: 'method_detached', methodId: 'MD1' });
    expect(await ended('bank')).toBeNull();
  });
});
