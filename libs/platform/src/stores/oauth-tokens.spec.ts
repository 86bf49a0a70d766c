import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { OAuthTokens } from './oauth-tokens.js';

let server: Server;
let url: string;
let calls: { authorization: string | undefined; body: string }[];
let answer: { status: number; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      calls.push({ authorization: request.headers.authorization, body });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
});
afterAll(() => void server.close());
beforeEach(() => {
  calls = [];
  answer = { status: 200, body: '{"access_token":"one","expires_in":100}' };
});

let now = 0;
const tokens = () =>
  new OAuthTokens(
    { mechanism: 'oauthbearer', tokenUrl: url, clientId: 'me:', clientSecret: 's p', scope: 'kafka' },
    () => now,
  );

it('fetches a token once for all connections, and again after most of its life', async () => {
  const these = tokens();
  expect(await Promise.all([these.current(), these.current()])).toEqual(['one', 'one']);
  now = 79_000;
  await these.current();
  expect(calls).toEqual([
    {
      authorization: `Basic ${Buffer.from('me%3A:s%20p').toString('base64')}`,
      body: 'grant_type=client_credentials&scope=kafka',
    },
  ]);
  answer = { status: 200, body: '{"access_token":"two"}' };
  now = 81_000;
  expect(await these.current()).toBe('two');
});

it('says who gave no token, without the secret, and asks again afterwards', async () => {
  const these = tokens();
  for (const [status, body, reason] of [
    [401, '{}', 'answered 401'],
    [200, '{}', 'has none'],
    [200, 'no json', 'has none'],
  ] as const) {
    answer = { status, body };
    await expect(these.current()).rejects.toThrow(reason);
  }
  answer = { status: 200, body: '{"access_token":"three","expires_in":1}' };
  expect(await these.current()).toBe('three');
});
