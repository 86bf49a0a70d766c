import { expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { Config } from '../config/config.js';
import { serverOptions } from './server-options.js';

/** Where a call from this machine is taken to come from. */
async function addressOf(trusted: string, forwardedFor: string): Promise<string> {
  const fastify = Fastify(serverOptions(new Config({ TRUSTED_PROXIES: trusted })));
  fastify.get('/', async ({ ip }) => ({ ip }));
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(url, { headers: { 'x-forwarded-for': forwardedFor } });
  const { ip } = (await answer.json()) as { ip: string };
  await fastify.close();
  return ip;
}

it('believes of nobody but the proxies that are trusted where a call comes from', async () => {
  expect(await addressOf('', '203.0.113.9')).toBe('127.0.0.1');
  expect(await addressOf('127.0.0.0/8', '203.0.113.9')).toBe('203.0.113.9');
  expect(await addressOf('10.0.0.0/8', '203.0.113.9')).toBe('127.0.0.1');
});

it('takes the last address that no trusted proxy has: what a caller puts before it counts nothing', async () => {
  expect(await addressOf('127.0.0.0/8,10.0.0.0/8', '1.2.3.4, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
});
