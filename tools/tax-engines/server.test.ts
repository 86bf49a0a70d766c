import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TaxEngineServer } from './server.ts';

const server = new TaxEngineServer();
let url = '';
before(async () => {
  url = await server.listen();
});
after(() => server.close());

const transaction = {
  id: 'i1',
  accountingDate: '2024-03-01',
  currencyCode: 'EUR',
  customerAddress: { country: 'DE' },
  lineItems: [{ id: 'f1', productExternalId: 'saas', amount: 1000 }],
};
const book = (account: string, body: object = transaction) =>
  fetch(`${url}/anrok/v1/seller/transactions/createOrUpdate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account}` },
    body: JSON.stringify(body),
  });
const control = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await fetch(`${url}/control${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.equal(answer.status, 200, path);
  return (await answer.json()) as T;
};
const documents = async (account: string) =>
  (await control<{ documents: { id: string; version: number }[] }>('GET', `/documents?engine=anrok&account=${account}`))
    .documents;

test('documents and calls are those of an account', async () => {
  assert.equal((await book('seller-one')).status, 200);
  assert.equal((await documents('seller-one')).length, 1);
  assert.deepEqual(await documents('seller-two'), []);
  assert.deepEqual(await control('GET', '/calls?engine=anrok&account=seller-one'), { calls: 1 });
});

test('a fault spoils the calls of its account as often as requested', async () => {
  await control('POST', '/faults', {
    engine: 'anrok',
    account: 'seller-three',
    kind: 'status',
    status: 429,
    retry_after: 2,
    times: 1,
  });
  assert.equal((await book('seller-four')).status, 200);
  const spoilt = await book('seller-three');
  assert.deepEqual([spoilt.status, spoilt.headers.get('retry-after')], [429, '2']);
  assert.equal((await book('seller-three')).status, 200);
});

test('an answer may be lost after the work', async () => {
  await control('POST', '/faults', { engine: 'anrok', account: 'seller-five', kind: 'cut_after', times: 1 });
  await control('POST', '/faults', { engine: 'anrok', account: 'seller-five', kind: 'cut_before', times: 1 });
  await assert.rejects(book('seller-five'));
  await assert.rejects(book('seller-five'));
  assert.deepEqual(
    (await documents('seller-five')).map(({ version }) => version),
    [1],
  );
  await control('POST', '/faults', { engine: 'anrok', account: 'seller-five', kind: 'hang' });
  await control('DELETE', '/faults?account=seller-five');
  assert.equal((await book('seller-five')).status, 200);
});

test('requests that break the schema are remembered', async () => {
  assert.equal((await book('seller-six', { ...transaction, amount: 1 })).status, 400);
  const { refusals } = await control<{ refusals: { reason: string }[] }>('GET', '/refusals?account=seller-six');
  assert.equal(refusals.length, 1);
  assert.match(String(refusals[0]?.reason), /amount/);
});
