import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus, Config, createApplication, PlatformModule } from '@tollgate/platform';
import { ProxyModule } from './proxy.module.js';
import { Services } from './services.js';
import { holder, KnownKeys } from './known-keys.fixture.js';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;
const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer: Answer;
let service: Server;
let app: NestFastifyApplication;
let base: string;
let key = 0;

const listening = (server: Server): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );

/** Tokens of one customer end alike. */
const customerOf = (token: string) => `018f0000-0000-7000-8000-${(token.split('.').at(-1) ?? '').padStart(12, '0')}`;

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      seen.push({
        method: String(request.method),
        url: String(request.url),
        headers: request.headers,
        body: body.toString(),
      });
      answer(request, response, body);
    });
  });
  const serviceUrl = await listening(service);
  const config = new Config({
    HOST: '127.0.0.1',
    ADMIN_API_KEY: 'admin-key',
    INTERNAL_TOKEN: 'internal-token',
    LOG_LEVEL: 'silent',
    IDENTIFIER_PREFIX: 'acme',
    RATE_LIMIT_PER_SECOND: '5',
    BODY_LIMIT_BYTES: '2048',
    INGESTION_URL: serviceUrl,
    WALLET_URL: serviceUrl,
    CATALOG_URL: 'http://127.0.0.1:1',
  });
  app = await createApplication(
    {
      module: KnownKeys,
      imports: [
        PlatformModule.forProcess(config, { usageStore: false, messages: false, needed: [], migrations: [] }),
        ProxyModule,
      ],
    },
    config,
  );
  app.get(CommandBus).handle('subscription', 'customer.read_portal_token', async ({ token }) => ({
    customer: token.startsWith('fine')
      ? {
          organization_id: holder.organizationId,
          customer_id: customerOf(token),
          expires_at: 1,
          sections: [],
          origins: [],
          session: null,
          person: null,
          has_people: false,
        }
      : null,
  }));
  const sourceHash = hash('sha256', 'tge_fine', 'hex');
  app.get(CommandBus).handle('ingestion', 'event_source.read_secret', async ({ secret_hash: secretHash }) => ({
    event_source:
      secretHash === sourceHash
        ? { organization_id: holder.organizationId, event_source_id: '018f0000-0000-7000-8000-0000000000aa' }
        : null,
  }));
  await app.listen(0, '127.0.0.1');
  base = await app.getUrl();
});

afterAll(async () => {
  await app.close();
  await new Promise((resolve) => service.close(resolve));
});

beforeEach(() => {
  seen.length = 0;
  key++;
  answer = (_request, response) => response.setHeader('content-type', 'application/json').end('{"svc_id":"1"}');
});

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${base}${path}`, {
    ...init,
    headers: { authorization: `Bearer good${key}`, ...(init.headers as Record<string, string>) },
  });

describe('the gateway', () => {
  it('passes on an empty file as it is', async () => {
    answer = (_request, response) => response.setHeader('content-type', 'application/jsonl').end();
    const received = await call('/api/v1/wallets/w1');
    expect([received.status, await received.text()]).toEqual([200, '']);
  });

  it('forwards a call and its answer unchanged', async () => {
    const body = '{"event": {"svc_id": 1,  "acme_id": "ü"}}';
    const response = await call('/api/v1/events?a=%2F', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-request-id': 'my-request', connection: 'keep-alive' },
    });
    expect([response.status, await response.text()]).toEqual([200, '{"svc_id":"1"}']);
    expect(response.headers.get('x-request-id')).toBe('my-request');
    expect(seen).toMatchObject([{ method: 'POST', url: '/api/v1/events?a=%2F', body }]);
    expect(seen[0]?.headers).toMatchObject({
      'x-request-id': 'my-request',
      authorization: `Bearer good${key}`,
      'content-type': 'application/json',
    });
  });

  it('creates a missing request id', async () => {
    const response = await call('/api/v1/events');
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(seen[0]?.headers['x-request-id']).toBe(response.headers.get('x-request-id'));
  });

  it('forwards errors, other types and calls without a body', async () => {
    answer = (_request, response) =>
      response.writeHead(422, { 'content-type': 'text/plain', 'x-more': 'yes' }).end('no');
    const response = await call('/api/v1/events/x%2Fy', { method: 'HEAD' });
    expect([response.status, response.headers.get('x-more')]).toEqual([422, 'yes']);
    const posted = await call('/api/v1/events', { method: 'POST' });
    expect([posted.status, await posted.text()]).toEqual([422, 'no']);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'HEAD /api/v1/events/x%2Fy',
      'POST /api/v1/events',
    ]);
  });

  it('streams an answer', async () => {
    answer = (_request, response) => {
      response.write('first');
      setTimeout(() => response.end('second'), 300);
    };
    const reader = (await call('/api/v1/events')).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second');
  });

  it('authenticates first, except for paths that do not exist', async () => {
    const unauthorized = await call('/api/v1/events', { headers: { authorization: 'Bearer bad' } });
    expect([unauthorized.status, await unauthorized.json()]).toEqual([401, { status: 401, error: 'Unauthorized' }]);
    const unknown = await call('/api/v1/nothing', { headers: { authorization: 'Bearer bad' } });
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { status: 404, error: 'Not Found', code: 'resource_not_found' },
    ]);
    expect(seen).toEqual([]);
  });

  it('answers malformed paths in the common error shape', async () => {
    const unreadable = await call('/api/v1/events/%zz');
    expect([unreadable.status, await unreadable.json()]).toEqual([
      400,
      { status: 400, error: 'BadRequest: the path is not readable' },
    ]);
    expect((await call(`/api/v1/events/${'x'.repeat(9 * 255 + 1)}`)).status).toBe(404);
  });

  it('refuses a body that is too large', async () => {
    const response = await call('/api/v1/events', { method: 'POST', body: 'x'.repeat(2049) });
    expect([response.status, await response.json()]).toEqual([
      413,
      { status: 413, error: 'Payload Too Large', code: 'body_too_large' },
    ]);
    expect(seen).toEqual([]);
  });

  it("refuses calls beyond a key's rate limit", async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await call('/api/v1/events')).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    const refused = await call('/api/v1/events');
    expect([refused.headers.get('retry-after'), await refused.json()]).toEqual([
      '1',
      { status: 429, error: 'Too Many Requests', code: 'too_many_requests', error_details: { retry_after: 1 } },
    ]);
  });

  it('takes calls of the portal from customers alone, within the limit of each', async () => {
    const asCustomer = (token: string, path = '/api/v1/portal/wallets') =>
      call(path, { headers: { authorization: `Bearer ${token}` } });
    expect((await call('/api/v1/portal/wallets')).status).toBe(401);
    expect((await asCustomer('bad.token.1')).status).toBe(401);
    expect((await asCustomer('fine.token.1', '/api/v1/events')).status).toBe(401);
    expect(seen).toEqual([]);
    const statuses = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (count) => (await asCustomer(`fine.token${count}.1`)).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await asCustomer('fine.token.2')).status).toBe(200);
  });

  it('takes records from senders with the secret of an event source, and no other call', async () => {
    const asSource = (secret: string, path = '/api/v1/otlp/traces/v1/traces') =>
      call(path, {
        method: 'POST',
        body: new Uint8Array([10, 0, 255]),
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-protobuf' },
      });
    expect((await asSource('tge_bad')).status).toBe(401);
    expect((await asSource('tge_fine', '/api/v1/events')).status).toBe(401);
    expect((await asSource('tge_fine', '/api/v1/event_sources/traces/try')).status).toBe(401);
    expect(seen).toEqual([]);
    expect((await asSource('tge_fine')).status).toBe(200);
    expect((await asSource('tge_fine', '/api/v1/event_sources/traces/events')).status).toBe(200);
    expect((await call('/api/v1/otlp/traces/v1/logs', { method: 'POST', body: '{}' })).status).toBe(200);
    expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/x-protobuf', 'content-length': '3' });
  });

  it('forwards a large answer completely, however slowly it is read', async () => {
    const large = Buffer.alloc(3_000_000, 'abcdefghi');
    answer = (_request, response) => response.setHeader('content-length', large.length).end(large);
    const reader = (await call('/api/v1/events')).body?.getReader();
    const parts: Uint8Array[] = [];
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(Buffer.concat(parts).equals(large)).toBe(true);
  });

  it('answers that the outcome is unknown when an answer breaks off', async () => {
    answer = (_request, response) => {
      response.setHeader('content-length', 100).write('{"event":');
      setTimeout(() => response.socket?.destroy(), 50);
    };
    const response = await call('/api/v1/events', { method: 'POST', body: '{}' });
    expect([response.status, await response.json()]).toMatchObject([
      503,
      {
        error_details: {
          reason: 'ingestion did not answer; the call may have taken effect. Read its result before you try again',
        },
      },
    ]);
  });

  it('forwards headers unchanged, except for those of the connection', async () => {
    await call('/api/v1/events', {
      headers: { 'x-more': 'one', 'x-forwarded-for': '10.0.0.1', 'x-request-id': 'mine' },
    });
    expect(seen[0]?.headers).toMatchObject({ 'x-more': 'one', 'x-request-id': 'mine' });
    expect(seen[0]?.headers['x-forwarded-for']).toBe('10.0.0.1, 127.0.0.1');
  });

  it('names the unavailable service', async () => {
    const response = await call('/api/v1/taxes');
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        status: 503,
        error: 'Service Unavailable',
        code: 'service_unavailable',
        error_details: { reason: 'catalog is unavailable, try again' },
      },
    ]);
  });

  it('refuses at once a call that would wait after too many others', async () => {
    const held: ServerResponse[] = [];
    answer = (_request, response) => void held.push(response);
    let refused: Response | undefined;
    const calls = Array.from({ length: 1400 }, async (_, index) => {
      const response = await call('/api/v1/events', { headers: { authorization: `Bearer good-many-${index}` } });
      if (response.status === 503) refused ??= response;
      return response.status;
    });
    while (refused === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(refused.headers.get('retry-after')).toBe('1');
    answer = (_request, response) => response.end('{}');
    for (const response of held) response.end('{}');
    const statuses = await Promise.all(calls);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1256);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  }, 60_000);

  it('passes a stream of events on as it comes, and ends it at its stop', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 3000\n\n');
      setTimeout(() => response.write(': still here\n\n'), 100);
    };
    const response = await call('/api/v1/events/stream?code=a', { headers: { 'last-event-id': '17' } });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(seen[0]?.headers['last-event-id']).toBe('17');
    const reader = response.body?.getReader();
    const read = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(await read()).toBe('retry: 3000\n\n');
    expect(await read()).toBe(': still here\n\n');
    await app.get(Services).endStreams();
    await expect(reader?.read()).rejects.toThrow();
    // Other calls have connections of their own.
    answer = (_request, ended) => ended.end('{}');
    expect((await call('/api/v1/events')).status).toBe(200);
  });

  it('repeats a read whose connection broke, and no other call', async () => {
    const breaking: Answer = (request) => void request.socket.destroy();
    const working = answer;
    answer = (...call) => (seen.length === 1 ? breaking : working)(...call);
    expect((await call('/api/v1/events')).status).toBe(200);
    expect(seen).toHaveLength(2);
    seen.length = 0;
    const post = await call('/api/v1/events', { method: 'POST', body: '{}' });
    expect([post.status, seen.length]).toEqual([503, 1]);
  });
});
