import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { addressOf, servedRoutes, services, type Route } from '@tollgate/contracts';
import { addProxiedCalls } from './proxy.js';
import { openCalls, proxiedCalls } from './proxied-calls.js';

/** Sends a call with its exact path: other clients normalize paths. */
const call = (method: string, path: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { port } = router.server.address() as AddressInfo;
    const sent = request({ method, path, port, host: '127.0.0.1', agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject).end();
  });

const agent = new Agent({ keepAlive: true });
let router: FastifyInstance;
/** Calls that required authentication. */
const admitted: string[] = [];

/** Answers with the service and the target of a call. */
beforeAll(async () => {
  router = Fastify({ routerOptions: { maxParamLength: 1024 } });
  addProxiedCalls(router, {
    calls: proxiedCalls(),
    open: openCalls,
    admit: async ({ url }) => void admitted.push(url),
    services: {
      send: async (service, { target }) => ({ statusCode: 200, headers: {}, body: `${service} ${target}` }) as never,
    },
  });
  await router.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  agent.destroy();
  await router.close();
});

const filledIn = (route: Route) => addressOf(route).replace(/:\w+/g, 'some-id');

describe('the routing table', () => {
  it('contains every call that is served', () => {
    expect(servedRoutes.length).toBeGreaterThan(10);
    for (const { service } of servedRoutes) expect(services).toContain(service);
    const spelled = servedRoutes.map((route) => `${route.method} ${addressOf(route).replace(/:\w+/g, ':')}`);
    expect(new Set(spelled).size).toBe(spelled.length);
  });

  it('routes every call to the service that owns it, and leaves identity to the gateway', async () => {
    for (const contract of servedRoutes) {
      const path = filledIn(contract);
      const { status, body } = await call(contract.method, path);
      if (contract.service === 'identity') expect([path, status]).toEqual([path, 404]);
      else expect([status, body]).toEqual([200, `${contract.service} ${path}`]);
    }
  });

  it('serves files, logos, pages of the sandbox provider and events of providers without a key', async () => {
    admitted.length = 0;
    for (const [target, service] of [
      ['/files/organization/id/N-1.pdf?expires=1&signature=x', 'document'],
      ['/logos/organization/key', 'catalog'],
      ['/sandbox_checkouts/id', 'payment'],
    ])
      expect((await call('GET', String(target))).body).toBe(`${service} ${target}`);
    const target = '/webhooks/stripe/organization?code=main';
    expect((await call('POST', target)).body).toBe(`payment ${target}`);
    const act = '/sandbox_checkouts/id/pay';
    expect((await call('POST', act)).body).toBe(`payment ${act}`);
    expect(admitted).toEqual([]);
    await call('GET', '/api/v1/taxes');
    expect(admitted).toEqual(['/api/v1/taxes']);
  });

  it.each([
    ['/api/v1/events/a%2Fb'],
    ['/api/v1/events/a%3Fb%23c'],
    ['/api/v1/events/..%2F'],
    ['/api/v1/events/..%2F..%2Fadmin%2Forganizations'],
    ['/api/v1/events/%2e%2e'],
    ['/api/v1/events/.'],
    ['/api/v1/events/%E2%82%AC%20100'],
    ['/api/v1/events/a%252Fb'],
    ['/api/v1/events/a+b?x=%2F&y[]=1&y[]=%5B%5D&z'],
  ])('forwards %s unchanged', async (target) => {
    expect(await call('GET', target)).toEqual({ status: 200, body: `ingestion ${target}` });
  });

  it.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v1'],
    ['GET', '/api/v1/events/a/b'],
    ['PATCH', '/api/v1/taxes/vat'],
    ['GET', '/api/v2/taxes'],
    ['POST', '/internal/commands/catalog/billing_entity.create_default'],
    ['GET', '/api/v1/taxes/../../internal'],
    ['GET', '//api/v1/taxes'],
  ] as const)('does not know %s %s', async (method, url) => {
    expect((await call(method, url)).status).toBe(404);
  });
});
