// The four backends of a cluster. With a Docker engine they are containers of docker-compose.yml, otherwise
// processes from packages; to the rest they look the same:
//   { name: { name, url, pid, kill(signal), start(), stop() } } and the environment that points to them.
import { randomBytes } from 'node:crypto';
import { createConnection } from 'node:net';
import { basename, join } from 'node:path';
import { dockerAnswers } from './docker.ts';
import * as clickhouse from './clickhouse.ts';
import * as kafka from './kafka.ts';
import * as postgres from './postgres.ts';
import * as redis from './redis.ts';
import { run } from './packages.ts';
import { freePort, repository, runAtDeath, say, waitFor } from '@tollgate/harness/process';
import { secretVariables } from './services.ts';

const names = ['postgres', 'redis', 'kafka', 'clickhouse'];

export async function startBackends({ dir }) {
  return dockerAnswers() ? startContainers({ dir }) : startPackages({ dir });
}

async function startPackages({ dir }) {
  // Packages first, one at a time; then all servers at once.
  await redis.install();
  await kafka.install();
  const starting = Object.entries({ postgres, redis, kafka, clickhouse }).map(async ([name, module]) => {
    const server = await module.start({ dir: join(dir, name), log: join(dir, 'logs', `${name}.log`) });
    say(`${name.padEnd(10)} ${server.url}`);
    return [name, server];
  });
  const results = await Promise.allSettled(starting);
  const running = results.filter((result) => result.status === 'fulfilled').map((result) => result.value);
  const stop = () => Promise.all(running.map(([, server]) => server.stop())).then(() => undefined);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return {
    kind: 'packages',
    backends: Object.fromEntries(running),
    env: Object.assign({}, ...running.map(([, server]) => server.env)),
    stop,
  };
}

const listens = (port) =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port }, () => resolve(socket.destroy() && true));
    socket.once('error', () => resolve(false));
  });

async function startContainers({ dir }) {
  const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()])));
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
  const compose = (...args) => run('docker', ['compose', '-p', project, ...files, ...args], { env });
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
  const container = (name) => ({
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
    backends: Object.fromEntries(names.map((name) => [name, container(name)])),
    env: {
      DATABASE_URL: `postgresql://tollgate:${password}@127.0.0.1:${ports.postgres}/tollgate`,
      CLICKHOUSE_URL: `http://tollgate:${password}@127.0.0.1:${ports.clickhouse}`,
      KAFKA_BROKERS: `127.0.0.1:${ports.kafka}`,
      REDIS_URL: `redis://:${password}@127.0.0.1:${ports.redis}`,
    },
    stop,
  };
}
