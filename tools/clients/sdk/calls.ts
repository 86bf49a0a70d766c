// Calls of `@tollgate/sdk` at a service: node calls.ts ADDRESS KEY HMAC_KEY. Prints a line for each part that works, and fails at
// the first one that does not.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Tollgate, TollgateError, type VerifiedWebhook, verifyWebhook, type WebhookKey } from '@tollgate/sdk';

const [, , baseUrl = '', apiKey = '', hmacKey = ''] = process.argv;
const refused = new Map<string, unknown>();
const tollgate = new Tollgate({
  apiKey,
  baseUrl,
  events: { onRefused: ({ transaction_id: id }, reason) => refused.set(id, reason) },
});

async function all<Element>(list: AsyncIterable<Element>): Promise<Element[]> {
  const elements: Element[] = [];
  for await (const element of list) elements.push(element);
  return elements;
}

const failureOf = (call: Promise<unknown>): Promise<TollgateError> =>
  call.then(
    () => assert.fail('the call succeeded'),
    (error: unknown) => (error instanceof TollgateError ? error : assert.fail(String(error))),
  );

const received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(204).end();
  });
});

const longestDeliveryMs = 60_000;
async function webhookAt(path: string): Promise<(typeof received)[number]> {
  for (const deadline = Date.now() + longestDeliveryMs; Date.now() < deadline;) {
    const found = received.find((webhook) => webhook.path === path);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return assert.fail(`no webhook came to ${path}`);
}

const parts: Record<string, () => Promise<void>> = {
  async 'calls and errors'() {
    const body = {
      customer: { external_id: 'sdk', currency: 'EUR' as const, email: 'x' },
    };
    const error = await failureOf(tollgate.post('/customers', { body }));
    assert.equal(error.status, 422);
    assert.deepEqual(error.fields, { email: ['invalid_email_format'] });
    assert.ok(error.requestId);
    await tollgate.post('/customers', { body: { customer: { external_id: 'sdk', currency: 'EUR' } } });
    const path = { external_id: 'sdk' };
    assert.equal((await tollgate.get('/customers/{external_id}', { path })).customer.currency, 'EUR');
    const missing = await failureOf(tollgate.get('/customers/{external_id}', { path: { external_id: 'none' } }));
    assert.equal(missing.code, 'customer_not_found');
    assert.equal((await failureOf(new Tollgate({ apiKey: 'no', baseUrl }).get('/invoices'))).status, 401);
  },
  async 'strict calls and repeated ones'() {
    const unknown = { name: 'Set-up', code: 'setup', amount_cents: 100, amount_currency: 'EUR' as const, nmae: 'x' };
    const error = await failureOf(tollgate.post('/add_ons', { body: { add_on: unknown } }));
    assert.deepEqual(error.fields, { 'add_on.nmae': ['unknown_parameter'] });
    const { nmae: _, ...addOn } = unknown;
    await tollgate.post('/add_ons', { body: { add_on: addOn } });
    const invoice = { external_customer_id: 'sdk', currency: 'EUR' as const, fees: [{ add_on_code: 'setup' }] };
    const idempotencyKey = randomUUID();
    const [one, same] = [
      await tollgate.post('/invoices', { body: { invoice }, idempotencyKey }),
      await tollgate.post('/invoices', { body: { invoice }, idempotencyKey }),
    ];
    assert.equal(one.invoice.svc_id, same.invoice.svc_id);
  },
  async 'lists with cursors and with pages'() {
    for (let place = 0; place < 5; place++)
      await tollgate.post('/customers', { body: { customer: { external_id: `c${place}` } } });
    const customers = await all(tollgate.list('/customers', { query: { per_page: 2 } }));
    assert.deepEqual(customers.map(({ external_id: id }) => id).sort(), ['c0', 'c1', 'c2', 'c3', 'c4', 'sdk']);
    for (let place = 0; place < 5; place++)
      tollgate.events.add({ code: 'calls', external_subscription_id: 'none', transaction_id: `p${place}` });
    await tollgate.events.flush();
    const events = await all(tollgate.list('/events', { query: { per_page: 2 } }));
    assert.deepEqual(events.map(({ transaction_id: id }) => id).sort(), ['p0', 'p1', 'p2', 'p3', 'p4']);
    const wrong = { query: { modified_since: 'x' } } as object;
    assert.deepEqual((await failureOf(all(tollgate.list('/customers', wrong)))).fields, {
      modified_since: ['unknown_parameter'],
    });
  },
  async 'events that the service refuses, and events that are there'() {
    const add = (id: string, more: object = {}) =>
      tollgate.events.add({ transaction_id: id, code: 'calls', external_subscription_id: 'none', ...more });
    add('p0');
    add('bad', { timestamp: '2026-11-30' });
    add('misspelled', { propertis: {} });
    add('good', { timestamp: new Date('2026-11-30T12:00:00.250Z') });
    add('good', { external_subscription_id: 'another' });
    await tollgate.events.flush();
    assert.deepEqual(Object.fromEntries(refused), {
      bad: { timestamp: ['invalid_format'] },
      misspelled: { propertis: ['unknown_parameter'] },
    });
    const events = await all(tollgate.list('/events', { query: { code: 'calls' } }));
    const good = events.filter(({ transaction_id: id }) => id === 'good');
    assert.deepEqual(good.map((event) => event.external_subscription_id).sort(), ['another', 'none']);
    assert.ok(good.some(({ timestamp }) => timestamp === '2026-11-30T12:00:00.250Z'));
  },
  async 'webhooks under both algorithms'() {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const root = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const { webhook } = await tollgate.get('/webhooks/json_public_key');
    const keys: Record<'hmac' | 'jwt', WebhookKey> = { hmac: { hmacKey }, jwt: { publicKey: webhook.public_key } };
    for (const algorithm of ['hmac', 'jwt'] as const)
      await tollgate.post('/webhook_endpoints', {
        body: { webhook_endpoint: { webhook_url: `${root}/${algorithm}`, signature_algo: algorithm } },
      });
    await tollgate.post('/customers', { body: { customer: { external_id: 'hooked', name: 'Zoë' } } });
    for (const algorithm of ['hmac', 'jwt'] as const) {
      const { headers, body } = await webhookAt(`/${algorithm}`);
      const verified: VerifiedWebhook = await verifyWebhook(body, headers, keys[algorithm]);
      assert.equal(verified.webhook.webhook_type, 'customer.created');
      assert.ok(verified.uniqueKey);
      await assert.rejects(verifyWebhook(Buffer.concat([body, Buffer.from(' ')]), headers, keys[algorithm]));
    }
    receiver.close();
  },
};

for (const [name, play] of Object.entries(parts)) {
  await play();
  console.log(name);
}
await tollgate.close();
