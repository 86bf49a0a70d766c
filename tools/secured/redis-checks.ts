// The services' Redis client against a server with TLS, and behind a sentinel.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config, redisClient } from '@tollgate/platform';
import { freePort, managedProcess } from '@tollgate/harness/process';
import type { Report } from '@tollgate/harness/report';
import { install } from '@tollgate/cluster/redis';
import { refused, type Certificates } from './certificates.ts';

export const password = 'secret-of-redis';

export async function ping(env: Record<string, string>): Promise<void> {
  const { redis } = new Config({ ...env, LOG_LEVEL: 'silent' });
  if (!redis) throw new Error('no address');
  const client = redisClient(redis, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
    connectTimeout: 3_000,
  });
  let first: Error | undefined;
  client.on('error', (error: Error) => (first ??= error));
  try {
    await client.connect();
    await client.set('secured', 'yes');
    if ((await client.get('secured')) !== 'yes') throw new Error('it lost what was written');
  } catch (error) {
    throw first ?? error;
  } finally {
    client.disconnect();
  }
}

/** Starts a server from its settings. */
export async function serve(dir: string, name: string, settings: string[], ready: () => Promise<unknown>) {
  const place = join(dir, name);
  mkdirSync(place, { recursive: true });
  const file = join(place, `${name}.conf`);
  writeFileSync(file, `${[...settings, `dir ${place}`].join('\n')}\n`);
  const args = name === 'sentinel' ? [file, '--sentinel'] : [file];
  const server = managedProcess({ name, command: 'redis-server', args, log: join(place, 'log'), ready });
  await server.start();
  return server;
}

export async function checkRedis(
  report: Report,
  dir: string,
  { ca, server, client, otherCa }: Certificates,
): Promise<void> {
  await install();
  const [plainPort, tlsPort, sentinelPort] = [await freePort(), await freePort(), await freePort()];
  const tls = {
    REDIS_URL: `rediss://:${password}@127.0.0.1:${tlsPort}`,
    REDIS_CA_FILE: ca,
    REDIS_CERT_FILE: client.cert,
    REDIS_KEY_FILE: client.key,
  };
  const certificates = [`tls-cert-file ${server.cert}`, `tls-key-file ${server.key}`, `tls-ca-cert-file ${ca}`];
  const settings = [`port ${plainPort}`, 'bind 127.0.0.1', `tls-port ${tlsPort}`, `requirepass ${password}`, 'save ""'];
  const redis = await serve(dir, 'redis', [...settings, ...certificates], () => ping(tls));
  const behind = {
    REDIS_URL: `redis://:${password}@ignored/1`,
    REDIS_SENTINELS: `127.0.0.1:${sentinelPort}`,
    REDIS_SENTINEL_MASTER: 'billing',
  };
  const watched = [`sentinel monitor billing 127.0.0.1 ${plainPort} 1`, `sentinel auth-pass billing ${password}`];
  const sentinel = await serve(dir, 'sentinel', [`port ${sentinelPort}`, 'bind 127.0.0.1', ...watched], () =>
    ping(behind),
  );
  try {
    await report.attempt('redis: TLS with a client certificate', () => ping(tls));
    await report.attempt('redis: a sentinel names the server', () => ping(behind));
    await report.attempt('redis: a wrong password is refused', () =>
      refused(/WRONGPASS/, () => ping({ ...tls, REDIS_URL: `rediss://:another@127.0.0.1:${tlsPort}` })),
    );
    await report.attempt('redis: a certificate of another authority is refused', () =>
      refused(/certificate/, () => ping({ ...tls, REDIS_CA_FILE: otherCa })),
    );
    await report.attempt('redis: an unknown master is refused', () =>
      refused(/sentinel/i, () => ping({ ...behind, REDIS_SENTINEL_MASTER: 'another' })),
    );
  } finally {
    await sentinel.stop();
    await redis.stop();
  }
}
