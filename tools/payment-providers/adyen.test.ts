import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { hmacValidator } from '@adyen/api-library';
import { type ProviderDouble, startProvider } from './double.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

let double: ProviderDouble;
let receiver: Receiver;

before(async () => {
  double = await startProvider('adyen');
  receiver = await startReceiver('[accepted]');
  await double.control.setAddress(receiver.url);
});
after(async () => {
  await double.stop();
  await receiver.stop();
});
beforeEach(async () => {
  await double.control.settle();
  receiver.requests = [];
});

type Json = Record<string, unknown>;

/** A call as the SDK makes it; the SDK itself refuses plain HTTP. */
async function call(method: string, path: string, body?: Json, headers: Record<string, string> = {}) {
  const answer = await fetch(`${double.url}/v72/${path}`, {
    method,
    headers: { 'x-api-key': double.key, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify({ merchantAccount: double.merchantAccount, ...body }) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Json };
}

interface Item {
  eventCode: string;
  success: string;
  pspReference: string;
  originalReference: string;
  merchantReference: string;
  additionalData: Record<string, string>;
}

const items = async (): Promise<Item[]> => {
  await double.control.settle();
  return receiver.requests.flatMap(({ body }) =>
    (JSON.parse(body) as { notificationItems: { NotificationRequestItem: Item }[] }).notificationItems.map(
      ({ NotificationRequestItem: item }) => item,
    ),
  );
};

const page = (value: number, more: Json = {}): Json => ({
  amount: { currency: 'EUR', value },
  reference: 'a page',
  shopperReference: 'acme',
  storePaymentMethodMode: 'enabled',
  recurringProcessingModel: 'UnscheduledCardOnFile',
  returnUrl: 'https://example.org/',
  expiresAt: '2030-01-01T00:00:00.000Z',
  ...more,
});

/** A stored method of a shopper. */
async function token(kind = 'card'): Promise<string> {
  const { body } = await call('POST', 'paymentLinks', page(0));
  return (await double.control.act<{ id: string }>('complete_link', { link: body['id'], kind })).id;
}

const pay = (storedPaymentMethodId: string, key: string, more: Json = {}) =>
  call(
    'POST',
    'payments',
    {
      amount: { currency: 'EUR', value: 1000 },
      reference: 'a payment',
      paymentMethod: { type: 'scheme', storedPaymentMethodId },
      shopperReference: 'acme',
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'UnscheduledCardOnFile',
      returnUrl: 'https://example.org/',
      ...more,
    },
    { 'idempotency-key': key },
  );

describe('the double of Adyen', () => {
  it('refuses unknown keys, other merchant accounts, and unknown fields', async () => {
    assert.equal((await call('POST', 'paymentMethods', {}, { 'x-api-key': 'other' })).status, 401);
    assert.equal((await call('POST', 'paymentMethods', { merchantAccount: 'Other' })).status, 403);
    assert.equal((await call('POST', 'paymentMethods', { wrong: 1 })).status, 422);
    assert.equal((await call('POST', 'paymentMethods', {})).status, 200);
  });

  it('stores a method on a page, and reports that', async () => {
    const id = await token();
    const [item] = await items();
    assert.equal(item?.eventCode, 'AUTHORISATION');
    assert.equal(item.additionalData['recurring.recurringDetailReference'], id);
    assert.ok(new hmacValidator().validateHMAC(item as never, double.webhookSecret));
    const query = `shopperReference=acme&merchantAccount=${double.merchantAccount}`;
    const listed = await call('GET', `storedPaymentMethods?${query}`);
    assert.equal((listed.body['storedPaymentMethods'] as Json[]).at(-1)?.['id'], id);
    assert.equal((await call('DELETE', `storedPaymentMethods/${id}?${query}`)).status, 204);
    assert.equal((await call('DELETE', `storedPaymentMethods/${id}?${query}`)).status, 404);
  });

  it('gives the same answer to the same key', async () => {
    const id = await token();
    const first = await pay(id, 'once');
    assert.equal(first.body['resultCode'], 'Authorised');
    assert.deepEqual((await pay(id, 'once')).body, first.body);
    assert.equal((await pay(id, 'once', { reference: 'another' })).status, 422);
    await double.control.evictKeys();
    assert.notEqual((await pay(id, 'once')).body['pspReference'], first.body['pspReference']);
    assert.equal((await pay(id, 'x'.repeat(65))).status, 422);
  });

  it('refuses payments on request, and leaves debits to the bank', async () => {
    const card = await token();
    await double.control.act('refuse_payments', { token: card, code: '12', reason: 'Not enough balance' });
    assert.equal((await pay(card, 'refused')).body['refusalReasonCode'], '12');
    assert.equal((await pay(card, 'fine')).body['resultCode'], 'Authorised');
    const debit = await token('sepa');
    const { body } = await pay(debit, 'debit', {
      paymentMethod: { type: 'sepadirectdebit', storedPaymentMethodId: debit },
    });
    assert.equal(body['resultCode'], 'Received');
    await double.control.act('end_payment', { payment: body['pspReference'], paid: false, reason: 'No money' });
    const last = (await items()).at(-1);
    assert.deepEqual([last?.eventCode, last?.success], ['AUTHORISATION', 'false']);
  });

  it('refunds at most the amount, and reports the end', async () => {
    const { body } = await pay(await token(), 'refund');
    const payment = String(body['pspReference']);
    const refund = (value: number) =>
      call('POST', `payments/${payment}/refunds`, { amount: { currency: 'EUR', value }, reference: 'a refund' });
    assert.equal((await refund(600)).status, 201);
    assert.equal((await refund(600)).status, 422);
    await double.control.act('end_refunds');
    const last = (await items()).at(-1);
    assert.deepEqual([last?.eventCode, last?.success, last?.originalReference], ['REFUND', 'true', payment]);
    await double.control.act('fail_refund', { refund: last?.pspReference });
    assert.equal((await items()).at(-1)?.eventCode, 'REFUND_FAILED');
  });

  it('reports cancelations, disputes and failed captures', async () => {
    const debit = await token('sepa');
    const method = { paymentMethod: { type: 'sepadirectdebit', storedPaymentMethodId: debit } };
    const { body } = await pay(debit, 'cancel', method);
    await call('POST', `payments/${String(body['pspReference'])}/cancels`, {});
    const { body: other } = await pay(await token(), 'dispute');
    await double.control.act('dispute', { payment: other['pspReference'], status: 'Lost' });
    await double.control.act('fail_capture', { payment: other['pspReference'] });
    const codes = (await items()).map(({ eventCode }) => eventCode).filter((code) => code !== 'AUTHORISATION');
    assert.deepEqual(codes, ['CANCELLATION', 'CHARGEBACK', 'CAPTURE_FAILED']);
  });

  it('expires a page, and completes it once', async () => {
    const { body } = await call('POST', 'paymentLinks', page(500));
    const link = String(body['id']);
    assert.equal(
      (await call('PATCH', `paymentLinks/${link}`, { merchantAccount: undefined, status: 'expired' })).status,
      200,
    );
    assert.equal((await call('GET', `paymentLinks/${link}`)).body['status'], 'expired');
    await assert.rejects(double.control.act('complete_link', { link }), /expired/);
    assert.equal((await call('GET', 'paymentLinks/PLX')).status, 404);
  });
});
