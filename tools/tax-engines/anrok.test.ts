import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Anrok } from './anrok.ts';
import type { EngineAnswer } from './engine.ts';

const authorization = 'Bearer key-of-a-seller';
const transaction = {
  accountingDate: '2024-03-01',
  currencyCode: 'USD',
  customerId: 'c',
  customerAddress: { country: 'US', postalCode: '80204' },
  lineItems: [{ id: 'f1', productExternalId: 'saas', amount: 15_000 }],
};
const send = (engine: Anrok, action: string, body: unknown, headers: Record<string, string> = {}): EngineAnswer =>
  engine.answer({
    method: 'POST',
    path: `/v1/seller/transactions/${action}`,
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/json', authorization, ...headers },
    body,
  });
const typeOf = ({ body }: EngineAnswer) => (body as { type?: string }).type;

test('an estimate has the taxes of its lines, and is not stored', () => {
  const engine = new Anrok();
  const { status, body } = send(engine, 'createEphemeral', transaction);
  assert.equal(status, 200);
  const { taxAmountToCollect, lineItems } = body as { taxAmountToCollect: number; lineItems: { jurises: object[] }[] };
  // 435 for the state and 721.5 for the city.
  assert.equal(taxAmountToCollect, 1157);
  assert.deepEqual(lineItems[0]?.jurises[1], {
    name: 'Denver',
    notTaxedReason: null,
    taxes: [{ taxName: 'Tax', taxableAmount: '15000', taxAmount: '721.5', taxRate: '0.0481' }],
  });
  assert.deepEqual(engine.documentsOf('key-of-a-seller'), []);
});

test('a booked transaction is stored once, and an update raises its version', () => {
  const engine = new Anrok();
  send(engine, 'createOrUpdate', { ...transaction, id: 'i1' });
  const { body } = send(engine, 'createOrUpdate', { ...transaction, id: 'i1' });
  assert.equal((body as { version: number }).version, 2);
  const [only, ...others] = engine.documentsOf('key-of-a-seller');
  assert.deepEqual(others, []);
  assert.equal(only?.tax, 1157);
  assert.deepEqual(engine.documentsOf('another key'), []);
});

test('a void comes once, and a locked transaction is negated once', () => {
  const engine = new Anrok();
  for (const id of ['i1', 'i2']) send(engine, 'createOrUpdate', { ...transaction, id });
  assert.equal(send(engine, 'id:i1/void', {}).status, 200);
  assert.equal(typeOf(send(engine, 'id:i1/void', {})), 'transactionIdNotFound');
  engine.lock('key-of-a-seller', 'i2');
  assert.equal(typeOf(send(engine, 'id:i2/void', {})), 'transactionFrozenForFiling');
  assert.equal(typeOf(send(engine, 'createOrUpdate', { ...transaction, id: 'i2' })), 'transactionFrozenForFiling');
  const negation = { originalTransactionId: 'i2', newTransactionId: 'i2_voided' };
  assert.equal(send(engine, 'createNegation', negation).status, 200);
  assert.equal(typeOf(send(engine, 'createNegation', negation)), 'duplicateTransactionId');
  const documents = engine.documentsOf('key-of-a-seller');
  assert.deepEqual(
    documents.map(({ id, status, kind, tax }) => [id, status, kind, tax]),
    [
      ['i1', 'voided', 'sale', 1157],
      ['i2', 'booked', 'sale', 1157],
      ['i2_voided', 'booked', 'inverse', -1157],
    ],
  );
});

test('a request that breaks the schema is refused with the key at fault', () => {
  const engine = new Anrok();
  const reasonFor = (body: object) => {
    const answer = send(engine, 'createEphemeral', body);
    assert.equal(answer.status, 400);
    return String(answer.body);
  };
  const [line] = transaction.lineItems;
  assert.match(reasonFor({ ...transaction, lineItems: undefined }), /lineItems/);
  assert.match(reasonFor({ ...transaction, lineItems: [{ ...line, amount: 1.5 }] }), /lineItems\.0\.amount/);
  assert.match(reasonFor({ ...transaction, lineItems: [line, line] }), /Duplicate id/);
  assert.match(reasonFor({ ...transaction, customerAddress: { country: '' } }), /customerAddress\.country/);
  assert.match(reasonFor({ ...transaction, id: 'i1' }), /id/);
  assert.match(reasonFor({ ...transaction, accountingDate: '1 March' }), /accountingDate/);
});

test('what cannot be computed has a type', () => {
  const engine = new Anrok();
  const typeFor = (more: object) => typeOf(send(engine, 'createEphemeral', { ...transaction, ...more }));
  assert.equal(typeFor({ customerAddress: { country: 'XX' } }), 'customerAddressCouldNotResolve');
  assert.equal(typeFor({ currencyCode: 'XAU' }), 'currencyCodeNotSupported');
  assert.equal(typeFor({ lineItems: [{ productExternalId: '', amount: 1 }] }), 'productExternalIdUnknown');
  assert.equal(typeFor({ accountingDate: '2999-01-01' }), 'taxDateTooFarInFuture');
  assert.equal(send(engine, 'createEphemeral', transaction, { authorization: 'Bearer revoked-key' }).status, 401);
});

test('a reason stands for a tax that is not owed', () => {
  const reasonsFor = (more: object) => {
    const { body } = send(new Anrok(), 'createEphemeral', { ...transaction, ...more });
    const { taxAmountToCollect, lineItems } = body as {
      taxAmountToCollect: number;
      lineItems: { jurises: { notTaxedReason: object }[] }[];
    };
    assert.equal(taxAmountToCollect, 0);
    return lineItems[0]?.jurises.map(({ notTaxedReason }) => notTaxedReason);
  };
  const customerTaxIds = [{ type: 'genericVatNumber', value: 'DE123456789' }];
  assert.deepEqual(reasonsFor({ customerAddress: { country: 'DE' }, customerTaxIds }), [
    { type: 'exempt', reason: { type: 'reverseCharge' } },
  ]);
  assert.deepEqual(reasonsFor({ lineItems: [{ productExternalId: 'exempt-1', amount: 100 }] }), [
    { type: 'productNotTaxed' },
    { type: 'productNotTaxed' },
  ]);
  assert.deepEqual(reasonsFor({ customerAddress: { country: 'CH' } }), []);
});
