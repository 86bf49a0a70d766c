import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '@tollgate/chaos/storm/random';
import { Chaos, type Target } from './chaos.ts';
import type { Backend, ClusterService } from './parts.ts';
import { services } from './services.ts';

const part = (name: string): Backend => ({
  name,
  url: '',
  pid: 1,
  kill: () => Promise.resolve(),
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
});
const service = (name: string): ClusterService => ({ ...part(name), operationsUrl: '' });

const cluster: Target = {
  kind: 'packages',
  env: { DATABASE_URL: '', CLICKHOUSE_URL: '', KAFKA_BROKERS: '', REDIS_URL: '' },
  services: Object.fromEntries(services.map(({ name }) => [name, service(name)])) as Target['services'],
  backends: {
    postgres: part('postgres'),
    redis: part('redis'),
    kafka: part('kafka'),
    clickhouse: part('clickhouse'),
  },
};
const textsOf = (seed: string) =>
  new Chaos(cluster, new Random(seed), { longestMs: 5_000 }).troubles().map(({ text }) => text);

test('the seed decides on the troubles', () => {
  assert.deepEqual(textsOf('1'), textsOf('1'));
  assert.notDeepEqual(textsOf('1'), textsOf('2'));
});

test('every service and every backend is killed, and every backend is suspended', () => {
  const texts = textsOf('3');
  for (const { name } of services) assert.ok(texts.includes(`SIGKILL ${name}`), name);
  for (const name of Object.keys(cluster.backends))
    for (const signal of ['SIGKILL', 'SIGSTOP']) assert.ok(texts.includes(`${signal} ${name}`), name);
  assert.equal(texts.filter((text) => text.startsWith('SIGSTOP')).length, 3 + 4);
  assert.equal(texts.filter((text) => text.startsWith('SIGKILL all of ')).length, 1);
  assert.equal(texts.at(-1), 'FLUSHALL redis');
});
