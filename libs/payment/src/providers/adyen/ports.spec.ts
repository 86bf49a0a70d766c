import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startCannedServer, type CannedServer } from '../canned-server.fixture.js';
import { accountOf, chargeOf, customerData, paymentId } from '../requests.fixture.js';
import { HmacValidator } from './adyen-sdk.js';
import type { ProviderPorts } from '../ports/ports.js';
import { AdyenClients } from './adyen-clients.js';
import { openAdyen } from './ports.js';

const key = 'AQEyhmfxLI3MaBFLw0m/n3Q5qf3VaY9UCJ14XWZE03G/k2NFitRvbe4N1XqH1eHaH2A';
const hmacKey = 'AB'.repeat(32);
const account = accountOf({
  secrets: { key, webhookSecret: hmacKey },
  settings: { merchant_account: 'AcmeCOM', live_prefix: null },
});
const charge = chargeOf({ customerId: 'acme', methodId: 'T1', methodTypes: ['card'] });
let server: CannedServer;
let ports: ProviderPorts;

beforeAll(async () => {
  server = await startCannedServer();
  ports = openAdyen(server.url);
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const failure = (status: number, errorCode: string, message = 'Refused.'): [number, object] => [
  status,
  { status, errorCode, message, errorType: 'validation', pspReference: 'P9' },
];

describe('a charge by Adyen (webhooks, section 12)', () => {
  it('is made by the stored method, without the payer', async () => {
    server.answers = [[200, { pspReference: 'P1', resultCode: 'Authorised' }]];
    expect(await ports.charges.charge(account, charge)).toMatchObject({ id: 'P1', status: 'succeeded', error: null });
    const [call] = server.calls;
    expect(server.made()).toEqual(['POST /v72/payments']);
    expect(call?.headers).toMatchObject({ 'x-api-key': key, 'idempotency-key': `payment-${paymentId}` });
    expect(call?.body).toEqual({
      merchantAccount: 'AcmeCOM',
      amount: { currency: 'EUR', value: 1000 },
      reference: `Acme - Invoice A-1 payment ${paymentId}`,
      paymentMethod: { type: 'scheme', storedPaymentMethodId: 'T1' },
      shopperReference: 'acme',
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'UnscheduledCardOnFile',
      returnUrl: 'https://www.adyen.com/',
      metadata: { svc_payable_id: 'invoice', svc_payable_type: 'Invoice' },
    });
  });

  it('that is refused fails in the words of Adyen', async () => {
    server.answers = [
      [
        200,
        { pspReference: 'P1', resultCode: 'Refused', refusalReason: 'Not enough balance', refusalReasonCode: '12' },
      ],
    ];
    expect(await ports.charges.charge(account, charge)).toMatchObject({
      id: 'P1',
      status: 'failed',
      error: { message: 'Not enough balance', error_code: '12' },
    });
    server.answers = [failure(422, '803', 'PaymentDetail not found')];
    expect(await ports.charges.charge(account, charge)).toMatchObject({
      status: 'failed',
      error: { message: 'PaymentDetail not found', error_code: '803', details: { http_status: 422 } },
    });
  });

  it('is not made without a method, or with an amount that Adyen cannot take', async () => {
    const refused = async (changes: Parameters<typeof chargeOf>[0]) =>
      (await ports.charges.charge(account, { ...charge, ...changes })).error?.error_code;
    expect(await refused({ methodId: null })).toBe('no_payment_method');
    expect(await refused({ amountCents: 150n, currency: 'IDR' })).toBe('invalid_charge_amount');
    expect(server.calls).toEqual([]);
  });

  it('without an answer is unknown, and the error has no key', async () => {
    for (const answer of [failure(500, '905', `Away for ${key}.`), failure(422, '704'), failure(429, '429')]) {
      server.answers = [answer];
      const error = await ports.charges.charge(account, charge).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ status: 503, isRateLimited: answer[0] === 429 });
      expect(inspect(error, { depth: 9 })).not.toContain(key);
    }
  });

  it('is repeated under its key for a week, and then left to an operator', async () => {
    const since = (days: number) => ({
      ...{ key: paymentId, id: null, customerId: 'acme' },
      requestedAt: Date.now() - days * 86_400_000,
    });
    expect(await ports.charges.findCharge(account, since(6))).toBeNull();
    await expect(ports.charges.findCharge(account, since(7))).rejects.toMatchObject({
      refusal: { error_code: 'unknown_outcome' },
    });
  });

  it('is cancelled by its reference, and an event reports the end', async () => {
    server.answers = [[201, { pspReference: 'P2', status: 'received' }]];
    const reference = { key: paymentId, id: 'P1', customerId: 'acme', requestedAt: 0 };
    expect(await ports.charges.cancelCharge(account, reference)).toMatchObject({ id: 'P1', status: 'processing' });
    expect(server.made()).toEqual(['POST /v72/payments/P1/cancels']);
  });
});

describe('a refund by Adyen (webhooks, section 18)', () => {
  const request = {
    ...{ key: paymentId, chargeKey: 'p', chargeId: 'P1', amountCents: 300n, currency: 'EUR' },
    reason: 'duplicated_charge',
  };

  it('is pending until its event', async () => {
    server.answers = [[201, { pspReference: 'R1', status: 'received' }]];
    expect(await ports.refunds.refund(account, request)).toEqual({ id: 'R1', status: 'pending', error: null });
    expect(server.made()).toEqual(['POST /v72/payments/P1/refunds']);
    expect(server.calls[0]?.body).toMatchObject({
      merchantRefundReason: 'DUPLICATE',
      reference: `Tollgate refund ${paymentId}`,
    });
  });

  it('is refused in the words of Adyen', async () => {
    server.answers = [failure(422, '137', 'Invalid amount specified')];
    expect(await ports.refunds.refund(account, request)).toMatchObject({
      status: 'failed',
      error: { error_code: '137' },
    });
  });
});

describe('a connection to Adyen', () => {
  it('works when the key reaches the merchant account, methods and pages', async () => {
    server.answers = [[200, {}], [200, { storedPaymentMethods: [] }], failure(404, '404')];
    expect(await ports.connections.checkHealth(account)).toEqual({
      status: 'working',
      error: null,
      accountId: 'AcmeCOM',
    });
    expect(server.calls[1]?.query.get('merchantAccount')).toBe('AcmeCOM');
  });

  it('is refused without a right, in the words of Adyen', async () => {
    server.answers = [failure(401, '000', 'Unauthorized')];
    expect(await ports.connections.checkHealth(account)).toMatchObject({
      status: 'refused',
      error: { error_code: '000' },
    });
    server.answers = [[200, {}], [200, {}], failure(403, '901', 'Invalid Merchant Account')];
    expect(await ports.connections.checkHealth(account)).toMatchObject({ status: 'refused' });
  });
});

describe('a customer of Adyen', () => {
  const request = {
    ...{ customerId: customerData().id, providerCustomerId: 'acme', email: 'pay@acme.example', currency: 'GBP' },
    methodTypes: [],
    at: 0,
  };

  it('awaits its payer under the id of the caller', async () => {
    expect(await ports.customers.createCustomer(account, customerData(), 'key')).toEqual({
      id: 'acme',
      awaitsPayer: true,
    });
    expect(server.calls).toEqual([]);
  });

  it('agrees on a page of 69 days without an amount', async () => {
    server.answers = [[201, { id: 'PL1', url: 'https://page', expiresAt: '2024-03-10T00:00:00Z' }]];
    expect(await ports.pages.openSetup(account, request)).toEqual({
      ...{ id: 'PL1', url: 'https://page', expiresAt: Date.parse('2024-03-10T00:00:00Z') },
    });
    const body = server.calls[0]?.body ?? {};
    expect(body).toMatchObject({
      amount: { currency: 'GBP', value: 0 },
      shopperReference: 'acme',
      shopperEmail: 'pay@acme.example',
      storePaymentMethodMode: 'enabled',
    });
    const days = (Date.parse(String(body['expiresAt'])) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(69);
  });

  it('pays an invoice on a page of a day, under our key', async () => {
    server.answers = [[201, { id: 'PL1', url: 'https://page', expiresAt: '2024-03-10T00:00:00Z' }]];
    const payable = { type: 'Invoice' as const, id: paymentId, title: 'A-1', amountCents: 1000n, currency: 'EUR' };
    const countries = { customer: null, issuer: null };
    const metadata = { svc_invoice_id: paymentId, svc_billing_entity_id: 'too long a name' };
    await ports.paymentPages?.openPayment(account, { ...request, key: 'page', payable, countries, metadata });
    expect(server.calls[0]?.headers['idempotency-key']).toBe('page');
    expect(server.calls[0]?.body).toMatchObject({
      reference: `A-1 invoice ${paymentId}`,
      metadata: { svc_invoice_id: paymentId, payment_type: 'one-time' },
    });
  });

  it('has the newest of its stored methods, and loses one', async () => {
    const stored = (id: string, createdAt: string) => ({
      id,
      createdAt,
      type: 'scheme',
      brand: 'mc',
      lastFour: '4444',
    });
    server.answers = [
      [200, { storedPaymentMethods: [stored('T1', '2024-01-01T00:00:00Z'), stored('T2', '2024-01-02T00:00:00Z')] }],
    ];
    expect(await ports.methods.findDefaultMethod(account, 'acme')).toMatchObject({
      id: 'T2',
      details: { brand: 'mc' },
    });
    server.answers = [[204], failure(404, '404')];
    await ports.methods.detachMethod(account, 'acme', 'T2');
    await ports.methods.detachMethod(account, 'acme', 'T2');
    expect(server.calls[1]?.query.get('shopperReference')).toBe('acme');
  });

  it('cannot pay on a page that has ended', async () => {
    server.answers = [[200, { id: 'PL1', status: 'expired' }], failure(422, '100', 'Not active')];
    await ports.paymentPages?.closePage(account, 'PL1');
    await ports.paymentPages?.closePage(account, 'PL1');
    expect(server.made()).toEqual(['PATCH /v72/paymentLinks/PL1', 'PATCH /v72/paymentLinks/PL1']);
  });

  it('has live addresses with the prefix of its company', () => {
    const settings = { merchant_account: 'A', live_prefix: '1797-Acme' };
    const live = accountOf({ secrets: { key, webhookSecret: null }, settings });
    const { checkout } = new AdyenClients(undefined).of(live);
    const { baseUrl } = checkout.PaymentsApi as unknown as { baseUrl: string };
    expect(baseUrl).toBe('https://1797-Acme-checkout-live.adyenpayments.com/checkout/v72');
  });
});

describe('a delivery of Adyen (webhooks, section 13)', () => {
  const itemWith = (changes: object = {}, secret = hmacKey) => {
    const item = {
      ...{ pspReference: 'P1', originalReference: '', merchantAccountCode: 'AcmeCOM', merchantReference: 'order' },
      ...{ amount: { currency: 'EUR', value: 1000 }, eventCode: 'AUTHORISATION', success: 'true' },
    };
    const hmacSignature = new HmacValidator().calculateHmac(item as never, secret);
    return { NotificationRequestItem: { ...item, additionalData: { hmacSignature }, ...changes } };
  };
  const openedFrom = (delivery: object) =>
    ports.events.openDelivery(account, { body: Buffer.from(JSON.stringify(delivery)), headers: {} }, 0);
  const opened = (...notificationItems: unknown[]) => openedFrom({ live: 'false', notificationItems });

  it('holds signed items of the merchant account', () => {
    expect(opened(itemWith(), itemWith())?.map(({ id }) => id)).toEqual([
      'AUTHORISATION/P1/true/',
      'AUTHORISATION/P1/true/',
    ]);
  });

  it('of the live environment is refused by a connection for tests', () => {
    expect(openedFrom({ live: 'true', notificationItems: [itemWith()] })).toBeNull();
    expect(openedFrom({ live: true, notificationItems: [itemWith()] })).toBeNull();
    expect(openedFrom({ notificationItems: [itemWith()] })).toHaveLength(1);
  });

  it('is refused with a colon or too many characters where Adyen has none', () => {
    const signed = (changes: object) => {
      const { NotificationRequestItem: item } = itemWith(changes);
      const hmacSignature = new HmacValidator().calculateHmac(item as never, hmacKey);
      return { NotificationRequestItem: { ...item, additionalData: { hmacSignature } } };
    };
    expect(opened(signed({ merchantReference: 'Acme: order' }))).toHaveLength(1);
    for (const changes of [{ pspReference: 'A:B' }, { originalReference: 'B:C' }, { pspReference: 'x'.repeat(256) }])
      expect([changes, opened(signed(changes))]).toEqual([changes, null]);
  });

  it('is refused as a whole when one signature is wrong or missing', () => {
    expect(opened(itemWith(), itemWith({}, 'CD'.repeat(32)))).toBeNull();
    expect(opened(itemWith({ amount: { currency: 'EUR', value: 1 } }))).toBeNull();
    expect(opened(itemWith({ additionalData: {} }))).toBeNull();
    expect(opened(itemWith({ success: 'false' }))).toBeNull();
  });

  it('is refused when it is unreadable, and without a key', () => {
    expect(opened()).toBeNull();
    expect(opened(null, 1)).toBeNull();
    expect(ports.events.openDelivery(account, { body: Buffer.from('no JSON'), headers: {} }, 0)).toBeNull();
    const without = { ...account, secrets: { key, webhookSecret: null } };
    const body = Buffer.from(JSON.stringify({ notificationItems: [itemWith()] }));
    expect(ports.events.openDelivery(without, { body, headers: {} }, 0)).toBeNull();
  });
});
