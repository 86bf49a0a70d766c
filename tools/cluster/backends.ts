// The four backends of a cluster. With a Docker engine they are containers of docker-compose.yml, otherwise
// processes from packages; to the rest they look the same.
import { randomBytes } from 'node:crypto';
import { createConnection } from 'node:net';
import { basename, join } from 'node:path';
import { dockerAnswers } from './docker.ts';
import * as clickhouse from './clickhouse.ts';
import * as kafka from './kafka.ts';
import * as postgres from '@tollgate/harness/postgres';
import * as redis from './redis.ts';
import { run } from '@tollgate/harness/packages';
import { freePort, repository, runAtDeath, say, waitFor } from '@tollgate/harness/process';
import type { Backend, BackendName, RunningBackends, ServerPlace } from './parts.ts';
import { secretVariables } from './services.ts';

const names: BackendName[] = ['postgres', 'redis', 'kafka', 'clickhouse'];
/** Starts the four backends, with data and logs under `dir`. */
export function startBackends({ dir }: { dir: string }): Promise<RunningBackends> {
  return dockerAnswers() ? startContainers({ dir }) : startPackages({ dir });
}

async function startPackages({ dir }: { dir: string }): Promise<RunningBackends> {
  // Packages first, one at a time; then all servers at once.
  await redis.install();
  await kafka.install();
  const start = async <S extends Backend>(name: BackendName, module: { start(place: ServerPlace): Promise<S> }) => {
    const server = await module.start({ dir: join(dir, name), log: join(dir, 'logs', `${name}.log`) });
    say(`${name.padEnd(10)} ${server.url}`);
    return server;
  };
  const starting = {
    postgres: start('postgres', postgres),
    redis: start('redis', redis),
    kafka: start('kafka', kafka),
    clickhouse: start('clickhouse', clickhouse),
  };
  const results = await Promise.allSettled(Object.values(starting));
  const running = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = () => Promise.all(running.map((server) => server.stop()));
  if (running.length < results.length) await stop();
  // Throws the reason if one did not start.
  const backends = {
    postgres: await starting.postgres,
    redis: await starting.redis,
    kafka: await starting.kafka,
    clickhouse: await starting.clickhouse,
  };
  const env = {
    ...backends.postgres.env,
    ...backends.redis.env,
    ...backends.kafka.env,
    ...backends.clickhouse.env,
  };
  return { kind: 'packages', backends, env, stop };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function startContainers({ dir }: { dir: string }): Promise<RunningBackends> {
  const ports: Record<BackendName, number> = {
    postgres: await freePort(),
    redis: await freePort(),
    kafka: await freePort(),
    clickhouse: await freePort(),
  };
  const project = basename(dir)
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-');
  const password = randomBytes(18).toString('base64url');
  const env = {
    // The services in the same file require these; they are not started here.
    ...Object.fromEntries(secretVariables.map((name) => [name, 'unused'])),
    REDIS_PASSWORD: password,
    POSTGRES_PASSWORD: password,
    CLICKHOUSE_PASSWORD: password,
    ...Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_HOST_PORT`, String(ports[name])])),
  };
  const files = ['docker-compose.yml', 'deploy/compose.backends.yml'].flatMap((file) => ['-f', join(repository, file)]);
  const compose = (...args: string[]) => run('docker', ['compose', '-p', project, ...files, ...args], { env });
  const down = ['down', '--volumes', '--timeout', '5'];

  const cancelCleanup = runAtDeath([
    'env',
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    'docker',
    'compose',
    '-p',
    project,
    ...files,
    ...down,
  ]);
  const stop = async () => {
    await compose(...down);
    cancelCleanup();
  };
  say('Backends as containers (docker compose up)');
  try {
    await compose('up', '--detach', '--wait', ...names);
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  const container = (name: BackendName): Backend => ({
    name,
    url: `127.0.0.1:${ports[name]}`,
    pid: undefined,
    kill: (signal = 'SIGKILL') => compose('kill', '--signal', signal, name),
    async start() {
      await compose('up', '--detach', '--wait', '--no-recreate', name);
      await waitFor(name, () => listens(ports[name]));
    },
    stop: () => compose('stop', name),
  });
  return {
    kind: 'docker',
    backends: {
      postgres: container('postgres'),
      redis: container('redis'),
      kafka: container('kafka'),
      clickhouse: container('clickhouse'),
    },
    env: {
      DATABASE_URL: `postgresql://tollgate:${password}@127.0.0.1:${ports.postgres}/tollgate`,
      CLICKHOUSE_URL: `http://tollgate:${password}@127.0.0.1:${ports.clickhouse}`,
      KAFKA_BROKERS: `127.0.0.1:${ports.kafka}`,
      REDIS_URL: `redis://:${password}@127.0.0.1:${ports.redis}`,
    },
    stop,
  };
}
