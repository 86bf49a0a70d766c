import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AddressResolver, Config } from '@tollgate/platform';
import { isSuccess, WebhookClient } from './webhook-client.js';

const configOf = (settings: Record<string, string>) =>
  new Config({
    ADMIN_API_KEY: 'not-a-secret',
    INTERNAL_TOKEN: 'not-a-secret',
    WEBHOOK_TIMEOUT_MS: '200',
    WEBHOOK_DEADLINE_MS: '600',
    ...settings,
  });
const config = configOf({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
const client = new WebhookClient(config, new AddressResolver(config));
const requests: { path: string; method: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];

/** The receiver's behaviour, by the first word of the path. */
const behaviour: Record<string, (response: ServerResponse, path: string[]) => void> = {
  status: (response, [, code]) =>
    response
      .writeHead(Number(code), code?.startsWith('3') ? { location: '/status/200' } : {})
      .end(code === '204' ? '' : 'told'),
  silence: () => undefined,
  trickle: (response) => {
    const timer = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(timer));
  },
  large: (response) => response.end('x'.repeat(1_000_000)),
  wide: (response) => response.end(`x${'é'.repeat(5_000)}`),
  null: (response) => response.end('a\u0000b'),
  broken: (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('begun', () => response.destroy());
  },
};

const server = createServer((incoming, response) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const path = incoming.url ?? '';
    requests.push({ path, method: incoming.method, headers: incoming.headers, body: Buffer.concat(chunks).toString() });
    const words = path.slice(1).split(/[/?]/);
    behaviour[words[0] ?? '']?.(response, words);
  });
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await client.onApplicationShutdown();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const post = (path: string) =>
  client.post(origin + path, { 'Content-Type': 'application/json', 'X-Svc-Unique-Key': 'k' }, '{"name":"Zoë"}');

it('posts the exact bytes with the headers', async () => {
  await post('/status/200?a=b');
  expect(requests.at(-1)).toMatchObject({
    path: '/status/200?a=b',
    method: 'POST',
    body: '{"name":"Zoë"}',
    headers: { 'content-type': 'application/json', 'x-svc-unique-key': 'k', 'content-length': '15' },
  });
});

describe('outcome', () => {
  it.each([
    [200, true],
    [201, true],
    [202, true],
    [204, true],
    [203, false],
    [206, false],
    [301, false],
    [307, false],
    [400, false],
    [410, false],
    [500, false],
  ])('of an answer %i: success %p', async (status, success) => {
    const outcome = await post(`/status/${status}`);
    expect(outcome).toEqual({ status, response: status === 204 ? '' : 'told', error: null });
    expect(isSuccess(outcome)).toBe(success);
  });

  it('of a redirect does not follow it', async () => {
    const before = requests.length;
    await post('/status/302');
    expect(requests.slice(before).map(({ path }) => path)).toEqual(['/status/302']);
  });

  it.each([['silence'], ['trickle'], ['broken']])('of %s is an error', async (kind) => {
    const outcome = await post(`/${kind}`);
    expect(outcome).toEqual({ status: null, response: null, error: expect.any(String) });
    expect(isSuccess(outcome)).toBe(false);
  });

  it('of a refused connection or an unknown name is an error', async () => {
    expect((await client.post('http://127.0.0.1:1/', {}, '')).error).toMatch(/^ECONNREFUSED/);
    expect((await client.post('http://does-not-exist.invalid/', {}, '')).error).toBeTruthy();
  });

  it('stores the beginning of a large answer, without characters that PostgreSQL cannot store', async () => {
    expect((await post('/large')).response).toBe('x'.repeat(4096));
    expect((await post('/wide')).response).toBe(`x${'é'.repeat(2047)}`);
    expect((await post('/null')).response).toBe('ab');
  });
});

it('throws when the process stops before an outcome', async () => {
  const patient = configOf({
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    WEBHOOK_TIMEOUT_MS: '20000',
    WEBHOOK_DEADLINE_MS: '20000',
  });
  const stopping = new WebhookClient(patient, new AddressResolver(patient));
  const outcome = stopping.post(`${origin}/silence`, {}, '');
  stopping.onModuleDestroy(50);
  await expect(outcome).rejects.toThrow('the process stops');
  await stopping.onApplicationShutdown();
});

describe('addresses that are not on the public internet', () => {
  const strict = configOf({});
  const clientOf = (resolve: (name: string) => Promise<string[]>) =>
    new WebhookClient(strict, { resolve } as AddressResolver);
  const port = () => new URL(origin).port;

  it.each([
    ['an address', '127.0.0.1'],
    ['a mapped address', '[::ffff:127.0.0.1]'],
    ['metadata', '169.254.169.254'],
  ])('are not connected to: %s', async (_, host) => {
    const before = requests.length;
    const guarded = clientOf(async () => []);
    const outcome = await guarded.post(`http://${host}:${port()}/status/200`, {}, '');
    expect(outcome).toEqual({ status: null, response: null, error: expect.stringMatching(/^ADDRESS_REFUSED/) });
    expect(requests).toHaveLength(before);
    await guarded.onApplicationShutdown();
  });

  it('are refused when a name resolves to them, whatever it resolved to before', async () => {
    const before = requests.length;
    const resolvedNames: string[] = [];
    const guarded = clientOf(async (name) => {
      resolvedNames.push(name);
      return ['127.0.0.1', '::1'];
    });
    const outcome = await guarded.post(`http://rebinding.example:${port()}/status/200`, {}, '');
    expect(outcome.error).toBe('ADDRESS_REFUSED: rebinding.example is not on the public internet');
    expect(resolvedNames).toEqual(['rebinding.example']);
    expect(requests).toHaveLength(before);
    await guarded.onApplicationShutdown();
  });

  it('are skipped when a name also resolves to others', async () => {
    const guarded = clientOf(async () => ['127.0.0.1', '203.0.113.1', '2606:4700::1111']);
    const outcome = await guarded.post(`http://both.example:${port()}/status/200`, {}, '');
    // The public address is unreachable from here; the test only requires that the local receiver gets no request.
    expect(outcome.status).toBeNull();
    expect(outcome.error).not.toMatch(/127\.0\.0\.1|203\.0\.113\.1/);
    await guarded.onApplicationShutdown();
  });
});

it('ends an attempt when the name resolution never answers', async () => {
  const silent = new WebhookClient(config, {
    resolve: () => new Promise<string[]>(() => undefined),
  } as unknown as AddressResolver);
  expect((await silent.post('http://silent.example/', {}, '')).error).toBeTruthy();
  await silent.onApplicationShutdown();
});
