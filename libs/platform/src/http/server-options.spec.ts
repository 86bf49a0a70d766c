import { expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { Config } from '../config/config.js';
import { serverOptions } from './server-options.js';

/** The client address that a server derives for a local call. */
async function addressOf(trusted: string, forwardedFor: string): Promise<string> {
  const fastify = Fastify(serverOptions(new Config({ TRUSTED_PROXIES: trusted })));
  fastify.get('/', async ({ ip }) => ({ ip }));
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(url, { headers: { 'x-forwarded-for': forwardedFor } });
  const { ip } = (await answer.json()) as { ip: string };
  await fastify.close();
  return ip;
}

it('accepts the client address only from trusted proxies', async () => {
  expect(await addressOf('', '203.0.113.9')).toBe('127.0.0.1');
  expect(await addressOf('127.0.0.0/8', '203.0.113.9')).toBe('203.0.113.9');
  expect(await addressOf('10.0.0.0/8', '203.0.113.9')).toBe('127.0.0.1');
});

it('takes the last address that is not a trusted proxy, and ignores addresses that a caller puts before it', async () => {
  expect(await addressOf('127.0.0.0/8,10.0.0.0/8', '1.2.3.4, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
});

it('waits longer with an idle connection than clients learn', async () => {
  const fastify = Fastify(serverOptions(new Config({})));
  fastify.get('/', () => 'here');
  const answer = await fetch(await fastify.listen({ host: '127.0.0.1', port: 0 }));
  expect(answer.headers.get('keep-alive')).toBe('timeout=65');
  expect(fastify.server).toMatchObject({ keepAliveTimeout: 65_000, keepAliveTimeoutBuffer: 10_000 });
  await fastify.close();
});
