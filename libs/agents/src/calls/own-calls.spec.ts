import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { customerUsageRoutes, invoiceRoutes, planPriceRoutes } from '@tollgate/contracts';
import { OwnCalls } from './own-calls.js';

const declared = [invoiceRoutes.read, invoiceRoutes.list, customerUsageRoutes.current, planPriceRoutes.price];
let fastify: FastifyInstance;
let seen: { url: string; body: unknown; headers: Record<string, unknown> }[];
let answer: () => Promise<unknown>;

const calls = (signal = AbortSignal.timeout(5_000)) =>
  new OwnCalls(
    fastify,
    { authorization: 'Bearer k', name: 'agent', requestId: 'r', address: '10.0.0.1', prefix: 'acme', signal },
    declared,
  );

beforeEach(() => {
  seen = [];
  answer = async () => ({ invoice: { acme_id: 'i' } });
  fastify = Fastify();
  fastify.all('/*', ({ url, body, headers }) => {
    seen.push({ url, body, headers });
    return answer();
  });
});
afterEach(() => fastify.close());

describe('calls in the name of an agent', () => {
  it('have its credential, and names of the installation', async () => {
    const made = calls();
    expect(await made.make(invoiceRoutes.read, { params: { svc_id: 'a/b c' } })).toEqual({ invoice: { svc_id: 'i' } });
    await made.make(invoiceRoutes.list, {
      query: { search_term: 'a&b', statuses: ['draft', 'failed'], page: undefined },
    });
    await made.make(planPriceRoutes.price, { body: { svc_field: 1 } });
    expect(seen.map(({ url, body }) => [url, body])).toEqual([
      ['/api/v1/invoices/a%2Fb%20c', undefined],
      ['/api/v1/invoices?search_term=a%26b&statuses%5B%5D=draft&statuses%5B%5D=failed', undefined],
      ['/api/v1/plans/price', { acme_field: 1 }],
    ]);
    expect(seen.map(({ headers }) => headers['x-request-id'])).toEqual(['r.1', 'r.2', 'r.3']);
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer k', 'user-agent': 'agent' });
  });

  it.each(['', '.', '..'])('find nothing under the name %j, which would lead to another address', async (name) => {
    const params = { external_customer_id: name };
    await expect(calls().make(customerUsageRoutes.current, { params })).rejects.toMatchObject({ status: 404 });
    expect(seen).toEqual([]);
  });

  it('are those that a tool declares', async () => {
    await expect(calls().make(invoiceRoutes.retry, { params: { svc_id: 'i' } })).rejects.toThrow('does not declare');
    expect(seen).toEqual([]);
  });

  it('end at the deadline', async () => {
    answer = () => new Promise(() => undefined);
    const made = calls(AbortSignal.timeout(50));
    await expect(made.make(invoiceRoutes.list)).rejects.toMatchObject({ status: 503 });
  });
});
