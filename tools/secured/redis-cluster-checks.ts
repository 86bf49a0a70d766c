// The services' Redis client, job queues and keys against a Redis Cluster of three nodes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config, JobQueues, keyPrefix, Logger, redisClient, type RedisSettings } from '@tollgate/platform';
import { run } from '@tollgate/harness/packages';
import { install } from '@tollgate/cluster/redis';
import { freePort, managedProcess, waitFor } from '@tollgate/harness/process';
import type { Report } from '@tollgate/harness/report';
import { refused } from './certificates.ts';

const password = 'secret-of-the-cluster';

/** Starts one node without slots. @returns the process and its port */
async function startNode(dir: string) {
  const port = await freePort();
  const place = join(dir, `node-${port}`);
  mkdirSync(place, { recursive: true });
  const settings = [`port ${port}`, 'bind 127.0.0.1', 'cluster-enabled yes', `cluster-port ${await freePort()}`];
  const file = join(place, 'redis.conf');
  writeFileSync(
    file,
    [...settings, `requirepass ${password}`, `masterauth ${password}`, `dir ${place}`, ''].join('\n'),
  );
  const ready = () => run('redis-cli', ['-p', String(port), '-a', password, '--no-auth-warning', 'ping']);
  const node = managedProcess({ name: 'redis', command: 'redis-server', args: [file], log: join(place, 'log'), ready });
  await node.start();
  return { node, port };
}

const settingsOf = (env: Record<string, string>): RedisSettings => {
  const { redis } = new Config({ ...env, LOG_LEVEL: 'silent' });
  if (!redis) throw new Error('no address');
  return redis;
};

/** Sets 50 keys of one prefix by one script. */
async function writeTogether(settings: RedisSettings): Promise<void> {
  const client = redisClient(settings, { maxRetriesPerRequest: 1, commandTimeout: 3_000 });
  client.on('error', () => undefined);
  try {
    const keys = Array.from({ length: 50 }, (_, index) => `${keyPrefix(settings, 'together')}:${index}`);
    const written = await client.eval(
      `for i = 1, #KEYS do redis.call('set', KEYS[i], i) end return #KEYS`,
      keys.length,
      ...keys,
    );
    if (written !== keys.length) throw new Error(`${String(written)} keys were written`);
  } finally {
    client.disconnect();
  }
}

/** Queues 20 jobs, and waits until a worker has had each of them once. */
async function workJobs(env: Record<string, string>): Promise<void> {
  const config = new Config({ ...env, LOG_LEVEL: 'silent' });
  const queues = new JobQueues(config, new Logger(config));
  const done: string[] = [];
  const name = 'invoice-taxes';
  const worker = queues.worker(name, (job) => Promise.resolve(done.push(job.id ?? '')), 4);
  try {
    const ids = Array.from({ length: 20 }, (_, index) => `job-${index}`);
    await Promise.all(ids.map((id) => queues.add(name, {}, { id })));
    await waitFor('the jobs', () => Promise.resolve(done.length >= ids.length), { timeoutMs: 20_000 });
    if (new Set(done).size !== ids.length || done.length !== ids.length) throw new Error(`worked: ${done.join(', ')}`);
  } finally {
    await worker.close();
    await queues.close();
  }
}

export async function checkRedisCluster(report: Report, dir: string): Promise<void> {
  await install();
  const nodes = [await startNode(dir), await startNode(dir), await startNode(dir)];
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await run('redis-cli', ['-a', password, '--cluster', 'create', ...addresses, '--cluster-yes']);
  const env = { REDIS_URL: `redis://:${password}@ignored`, REDIS_CLUSTER_NODES: addresses.slice(0, 2).join(',') };
  try {
    await waitFor('the cluster', () => writeTogether(settingsOf(env)).then(() => true), { timeoutMs: 20_000 });
    await report.attempt('redis cluster: a script writes keys together', () => writeTogether(settingsOf(env)));
    await report.attempt('redis cluster: jobs run once each', () => workJobs(env));
    await report.attempt('redis cluster: a wrong password is refused', () =>
      refused(/WRONGPASS/, () => writeTogether(settingsOf({ ...env, REDIS_URL: 'redis://:another@ignored' }))),
    );
  } finally {
    for (const { node } of nodes) await node.stop();
  }
}
