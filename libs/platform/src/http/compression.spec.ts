import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { compressAnswers, isCompressed } from './compression.js';

const invoices = { invoices: Array.from({ length: 50 }, (_, place) => ({ number: `ACM-${place}`, currency: 'EUR' })) };
const text = JSON.stringify(invoices);

let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  await compressAnswers(app);
  app.get('/api/v1/invoices', () => invoices);
  app.post('/api/v1/invoices', () => invoices);
  app.get('/api/v1/session', () => invoices);
  app.get('/api/v1/short', () => ({ plan: 'a' }));
  // As the gateway passes on a large answer of another service.
  app.get('/api/v1/passed', (_request, reply) =>
    reply.headers({ 'content-type': 'application/json', 'content-length': text.length }).send(Readable.from([text])),
  );
  await app.ready();
});
afterAll(() => app.close());

const get = (url: string, encoding: string | undefined, method: 'GET' | 'POST' = 'GET') =>
  app.inject({ method, url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

describe('compression', () => {
  it.each(['/api/v1/invoices', '/api/v1/passed'])('shortens lists of JSON: %s', async (url) => {
    const brotli = await get(url, 'gzip, br');
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(text);
    expect(brotli.rawPayload.length).toBeLessThan(text.length / 4);
    const gzip = await get(url, 'gzip');
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', text]);
  });

  it.each([undefined, 'identity', 'zstd'])('leaves answers as they are for callers who accept %p', async (encoding) => {
    const answer = await get('/api/v1/invoices', encoding);
    expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, text]);
  });

  it('leaves short answers, secrets, and answers that repeat their input', async () => {
    for (const url of ['/api/v1/short', '/api/v1/session'])
      expect((await get(url, 'br')).headers['content-encoding']).toBeUndefined();
    expect((await get('/api/v1/invoices', 'br', 'POST')).headers['content-encoding']).toBeUndefined();
  });

  it('does not read compressed bodies in place of the service', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'text/plain' };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/invoices', headers, payload: 'not compressed' });
    expect(answer.statusCode).toBe(200);
  });
});

it.each([
  ['GET', '/api/v1/invoices/:svc_id', true],
  ['GET', '/api/v1/openapi.json', true],
  ['GET', '/api/v1/events/stream', false],
  ['GET', '/api/v1/sessions', false],
  ['GET', '/api/v1/users/me', false],
  ['GET', '/api/v1/api_keys/:svc_id', false],
  ['GET', '/api/v1/invites', false],
  ['GET', '/api/v1/authentication_methods', false],
  ['GET', '/api/v1/customers/:external_id/portal_url', false],
  ['POST', '/api/v1/customers/:external_customer_id/portal_sessions', false],
  ['POST', '/api/v1/portal/sign_ins', false],
  ['PUT', '/api/v1/plans/:code', false],
  ['GET', '/admin/parked', false],
  ['GET', '/files/:token', false],
  [['GET', 'HEAD'], '/api/v1/plans', true],
])('answers of %s %s are compressed: %p', (method, url, expected) => {
  expect(isCompressed({ method, url })).toBe(expected);
});
