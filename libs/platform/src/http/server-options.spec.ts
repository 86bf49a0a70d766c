import { expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { Config } from '../config/config.js';
import { serverOptions } from './server-options.js';

async function addressOf(trusted: string, remoteAddress: string, forwardedFor: string): Promise<string> {
  const fastify = Fastify(serverOptions(new Config({ TRUSTED_PROXIES: trusted })));
  fastify.get('/', async ({ ip }) => ({ ip }));
  const answer = await fastify.inject({
    url: '/',
    remoteAddress,
    headers: { 'x-forwarded-for': forwardedFor },
  });
  await fastify.close();
  return answer.json<{ ip: string }>().ip;
}

it('believes of nobody but the proxies that are trusted where a call comes from', async () => {
  expect(await addressOf('', '10.0.0.1', '203.0.113.9')).toBe('10.0.0.1');
  expect(await addressOf('10.0.0.0/8', '10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
  expect(await addressOf('10.0.0.0/8', '198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
});

it('takes the last address that no trusted proxy has: what a caller puts before it counts nothing', async () => {
  expect(await addressOf('10.0.0.0/8', '10.0.0.1', '1.2.3.4, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
});
