import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { BodyBudget } from './body-budget.js';
import { readBodies } from './request-bodies.js';
import type { ApiRequest } from './tenant.js';

let server: FastifyInstance;
const large = JSON.stringify({ text: 'x'.repeat(500_000) });
const headers = { 'content-type': 'application/json', 'content-length': String(large.length) };

beforeEach(async () => {
  server = fastify({ bodyLimit: 1_000_000 });
  readBodies(server, new BodyBudget(100_000_000));
  server.post('/refused', {
    onRequest: (_request, reply, _done) => void reply.status(401).send({ status: 401 }),
    handler: () => undefined,
  });
  server.post('/parsed', ({ bodyBytes }: ApiRequest) => ({ bytes: bodyBytes }));
  server.post('/signed', { config: { rawBody: true } }, ({ body }) => ({ text: (body as Buffer).toString() }));
  server.post('/lines', { config: { jsonLines: true } }, ({ body }) => ({ body }));
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/passed-on', { config: { passedOn: true } }, ({ body }) => ({ bytes: (body as Buffer).length }));
  });
  await server.ready();
  // Only timers could unblock a wait, and the test stops them.
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'performance', 'Date'],
  });
});
afterEach(async () => {
  jest.useRealTimers();
  await server.close();
});

it('many large forwarded bodies do not wait', async () => {
  const calls = Array.from({ length: 12 }, () =>
    server.inject({ method: 'POST', url: '/passed-on', headers, payload: large }),
  );
  for (const answer of await Promise.all(calls)) expect(answer.json()).toEqual({ bytes: large.length });
}, 10_000);

it('a parsed body reports its size in bytes', async () => {
  const answer = await server.inject({ method: 'POST', url: '/parsed', headers, payload: large });
  expect(answer.json()).toEqual({ bytes: large.length });
});

it('a signed body keeps its bytes, even if they are no JSON', async () => {
  for (const payload of ['{"id": 1.10, "a":"\\u00e9" }', 'no JSON']) {
    const signed = { 'content-type': 'application/json' };
    const answer = await server.inject({ method: 'POST', url: '/signed', headers: signed, payload });
    expect(answer.json()).toEqual({ text: payload });
  }
});

it('objects in lines are a list, where a call takes them', async () => {
  const send = async (url: string, payload: string, type = 'application/json') => {
    const answer = await server.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
    return answer.statusCode === 200 ? answer.json<{ body: unknown }>().body : answer.statusCode;
  };
  const lines = '{"a":1,"b":"{\\n}"}\r\n\n{"a":12345678901234567890}\n';
  const list = [{ a: 1, b: '{\n}' }, { a: '12345678901234567890' }];
  expect(await send('/lines', lines)).toEqual(list);
  expect(await send('/lines', lines, 'application/x-ndjson')).toEqual(list);
  expect(await send('/lines', '{"a":1}\n', 'application/jsonl')).toEqual({ a: 1 });
  expect(await send('/lines', '{\n"a": {"b": 1}\n}')).toEqual({ a: { b: 1 } });
  expect(await send('/lines', '{"a":1}\n{"a":')).toBe(400);
  expect(await send('/lines', '{"a":1}\n{"__proto__":{}}')).toBe(400);
  expect(await send('/lines', `${'{"a":1}\n'.repeat(50_001)}`)).toBe(400);
  expect(await send('/parsed', lines)).toBe(400);
  expect(await send('/parsed', lines, 'application/x-ndjson')).toBe(415);
});

it('large bodies behind a refused key are discarded a mebibyte at a time, small ones at once', async () => {
  const statuses: number[] = [];
  const call = async (payload: string) => {
    const length = String(payload.length);
    const answer = await server.inject({
      method: 'POST',
      url: '/refused',
      headers: { ...headers, 'content-length': length },
      payload,
    });
    statuses.push(answer.statusCode);
  };
  const flush = async () => {
    for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
  };
  const calls = Promise.all([large, large, large, '{}'].map(call));
  await flush();
  expect(statuses).toEqual([401, 401, 401]);
  jest.advanceTimersByTime(200);
  await calls;
  expect(statuses).toEqual([401, 401, 401, 401]);
});
