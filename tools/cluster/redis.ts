// A real redis-server for the job queues: every write in the append-only file, nothing ever evicted.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort, managedProcess } from '@tollgate/harness/process';
import { ensureCommand } from '@tollgate/harness/packages';
import type { Server, ServerPlace } from './parts.ts';

export const install = (): Promise<void> => ensureCommand('redis-server', ['redis-server'], 'the job queues');

async function ping(port: number): Promise<boolean> {
  const client = new Redis({
    host: '127.0.0.1',
    port,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG'; // an error while the data is still loading
  } finally {
    client.disconnect();
  }
}

/** Starts a server with its data under `dir`. */
export async function start({ dir, log = join(dir, 'redis.log') }: ServerPlace): Promise<Server<'REDIS_URL'>> {
  await install();
  const serverPort = await freePort();
  const data = join(dir, 'data');
  mkdirSync(data, { recursive: true });
  const settings = {
    port: serverPort,
    bind: '127.0.0.1',
    dir: data,
    daemonize: 'no',
    appendonly: 'yes',
    // Written before each answer, so a killed server loses no acknowledged write.
    appendfsync: 'always',
    save: '',
    'maxmemory-policy': 'noeviction',
  };
  const server = managedProcess({
    name: 'redis',
    command: 'redis-server',
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    log,
    ready: () => ping(serverPort),
  });
  await server.start();
  const url = `redis://127.0.0.1:${serverPort}`;
  return Object.assign(server, { env: { REDIS_URL: url }, url });
}
