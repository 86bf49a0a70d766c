import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgentsModule } from '@tollgate/agents';
import { Config, createApplication, PlatformModule } from '@tollgate/platform';
import { ProxyModule } from '../proxy/proxy.module.js';
import { holder, KnownKeys } from '../proxy/known-keys.fixture.js';

const seen: { call: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let service: Server;
let app: NestFastifyApplication;
let base: string;
let key = 0;

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      seen.push({ call: `${request.method} ${request.url}`, headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const config = new Config({
    HOST: '127.0.0.1',
    ADMIN_API_KEY: 'admin-key',
    INTERNAL_TOKEN: 'internal-token',
    LOG_LEVEL: 'silent',
    IDENTIFIER_PREFIX: 'acme',
    RATE_LIMIT_PER_SECOND: '5',
    PUBLIC_URL: 'https://billing.example.com/base',
    INVOICING_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  });
  const platform = { usageStore: false, messages: false, needed: [], migrations: [] };
  const imports = [PlatformModule.forProcess(config, platform), ProxyModule, AgentsModule];
  app = await createApplication({ module: KnownKeys, imports }, config);
  await app.listen(0, '127.0.0.1');
  base = await app.getUrl();
});

afterAll(async () => {
  await app.close();
  await new Promise((resolve) => service.close(resolve));
});

const found = (name: string) => ({
  type: 'invoice',
  acme_id: 'i1',
  code: 'INV-1',
  name,
  status: 'finalized',
  external_customer_id: 'c1',
  exact: true,
});

beforeEach(() => {
  seen.length = 0;
  key++;
  answer = (_, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ results: [found('One')], complete: true }));
});

interface Result {
  isError?: boolean;
  structuredContent: Record<string, unknown>;
}

async function callTool(name: string, input: object): Promise<Result> {
  const response = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer good${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'user-agent': 'cursor/1.0',
      'x-request-id': 'of-the-agent',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  });
  return ((await response.json()) as { result: Result }).result;
}

describe('the tools of agents behind the gateway', () => {
  it('make calls of other services with the key of the agent', async () => {
    const { structuredContent } = await callTool('find', { query: 'a b' });
    expect(structuredContent).toMatchObject({
      found: [
        {
          type: 'invoice',
          id: 'i1',
          page: `https://billing.example.com/base/console/${holder.organizationId}/invoices/i1`,
        },
      ],
      complete: true,
    });
    expect(seen.map(({ call }) => call)).toEqual(['GET /api/v1/search?q=a+b']);
    expect(seen[0]?.headers).toMatchObject({
      authorization: `Bearer good${key}`,
      'user-agent': 'Tollgate-MCP (cursor/1.0)',
      'x-request-id': 'of-the-agent.1',
      'x-forwarded-for': '127.0.0.1',
    });
  });

  it('send bodies', async () => {
    answer = (_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"plan_not_found"}');
    const { isError, structuredContent } = await callTool('price_what_if', { plan_code: 'p', units: '10' });
    expect([isError, structuredContent]).toEqual([true, { error: { status: 404, code: 'plan_not_found' } }]);
    expect(seen.map(({ call, body }) => [call, JSON.parse(body) as unknown])).toEqual([
      ['POST /api/v1/plans/price', { plan_code: 'p', quantities: [{ units: '10' }] }],
    ]);
  });

  it('read large answers, and cut them', async () => {
    const results = Array.from({ length: 2_000 }, () => found('x'.repeat(200)));
    answer = (_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ results, complete: true }));
    const { structuredContent } = await callTool('find', { query: 'x' });
    expect(structuredContent).toMatchObject({ left_out: { found: expect.any(Number) } });
  });

  it('answer an error while a service is unavailable', async () => {
    answer = (_, response) => response.destroy();
    const broken = await callTool('find', { query: 'a' });
    expect(broken).toMatchObject({ isError: true, structuredContent: { error: { status: 503 } } });
  });

  it('count towards the limit of the key', async () => {
    for (let call = 0; call < 5; call++) await callTool('find', { query: 'a' });
    expect(await callTool('find', { query: 'a' })).toMatchObject({
      isError: true,
      structuredContent: { error: { status: 429, code: 'too_many_requests' } },
    });
  });
});
