// A cluster: events through the gateway and directly to ingestion, with one process of each service and with two; and a
// billing run.
import { say } from '../harness/process.ts';
import { buildIfMissing, startCluster } from '../cluster/up.ts';
import { run as billingRun } from './billing.mjs';
import { cpuPerThousand } from './cpu.mjs';
import { measure } from './ingestion.mjs';
import { post } from './generator.mjs';
import { newOrganization, newPlan, subscribe } from './setup.mjs';

const kinds = [
  { what: 'single events', count: 1, connections: 128 },
  { what: 'batches of 100', count: 100, connections: 32 },
];
/** Parts left out of the first line's figure: the store, and processes that do nothing for an event. */
const apart = new Set(['ClickHouse', 'PostgreSQL', 'other services']);

const pidsOf = ({ pid, replicas }) => (replicas ? replicas.map((replica) => replica.pid) : [pid]);

/** The processes of a cluster by their part. */
const processesOf = ({ services, backends }) => {
  const { gateway, ingestion, ...others } = services;
  const { kafka, redis, clickhouse, postgres } = backends;
  return [
    { name: 'gateway', pids: pidsOf(gateway) },
    { name: 'ingestion', pids: pidsOf(ingestion) },
    { name: 'other services', pids: Object.values(others).flatMap(pidsOf) },
    { name: 'Kafka', pids: [kafka.pid] },
    { name: 'Redis', pids: [redis.pid] },
    { name: 'ClickHouse', pids: [clickhouse.pid] },
    { name: 'PostgreSQL', pids: [postgres.pid] },
  ];
};

/** Starts a cluster, runs the work against it as against a measured service, and stops it. */
async function withCluster(replicas, work) {
  buildIfMissing();
  // Every process of the cluster inherits this process's environment.
  process.env.RATE_LIMIT_PER_SECOND ??= '1000000';
  say(`Cluster: starting it, ${replicas} of each service`);
  const cluster = await startCluster({ replicas });
  try {
    // Backends in containers are not processes of this machine, so there are no CPU figures.
    const processes = cluster.kind === 'packages' ? () => processesOf(cluster) : undefined;
    return await work({ baseUrl: cluster.baseUrl, adminApiKey: cluster.adminApiKey, processes }, cluster);
  } finally {
    await cluster.stop();
  }
}

const measureCluster = (replicas, size) =>
  withCluster(replicas, async (service, cluster) => {
    const api = await newOrganization(service, 'Bench cluster');
    await newPlan(api);
    const subscriptions = await subscribe(api, 20);
    const found = [];
    for (const { what, count, connections } of kinds) {
      for (const [way, baseUrl] of [
        ['gateway', cluster.baseUrl],
        ['straight', cluster.services.ingestion.url],
      ]) {
        const task = { baseUrl, key: api.key, code: 'tokens', field: 'amount', count, connections, subscriptions };
        say(`Cluster: ${what}, ${way}, ${replicas} of each service`);
        await post({ ...task, run: `warm-${way}-${count}`, seconds: Math.min(3, size.seconds) });
        const run = { ...task, run: `bench-${way}-${count}`, seconds: size.seconds };
        found.push({ replicas, what, way, ...(await measure(service, api, run)) });
      }
    }
    return found;
  });

const withoutStore = ({ cpu, events }) =>
  cpu &&
  (Object.entries(cpu).reduce((sum, [name, seconds]) => (apart.has(name) ? sum : sum + seconds), 0) * 1000) / events;

const line = (one) =>
  `| ${one.replicas} | ${one.what}, ${one.way} | ${Math.round(one.events / one.whole).toLocaleString('en')}/s | ${withoutStore(one)?.toPrecision(2) ?? 'not known'} | ${cpuPerThousand(one.cpu, one.events)} |`;

export async function cluster(_service, size) {
  const found = [...(await measureCluster(1, size)), ...(await measureCluster(2, size))];
  const [first] = found;
  return {
    name: 'cluster',
    title: 'Cluster: CPU seconds for 1,000 single events through the gateway, without the store',
    value: withoutStore(first) ?? NaN,
    unit: ' s',
    target: 0.3,
    atLeast: false,
    notes: `gateway, ingestion, Kafka and Redis; ${Math.round(first.events / first.whole).toLocaleString('en')} events a second, until the last one could be read`,
    details: [
      '## Cluster',
      'Real Kafka, Redis, ClickHouse and PostgreSQL on the same machine. *Through* leaves out the store, PostgreSQL and the services',
      'that do nothing for an event.',
      '',
      '| of each service | | accepted and stored | CPU s per 1,000, through | all |',
      '| ---: | --- | ---: | ---: | --- |',
      ...found.map(line),
      '',
    ].join('\n'),
  };
}

/** The CPU cost per invoice of a billing run, over all processes of a cluster. */
export async function clusterBilling(_service, size) {
  const { count, seconds, cpu } = await withCluster(1, (service) => billingRun(service, size.subscriptions * 10));
  const whole = cpu && Object.values(cpu).reduce((sum, each) => sum + each, 0);
  return {
    name: 'cluster-billing',
    title: `Cluster: CPU seconds for 1,000 invoices of a billing run`,
    value: whole ? (whole * 1000) / count : NaN,
    unit: ' s',
    target: 10,
    atLeast: false,
    cpu: cpuPerThousand(cpu, count),
    notes: `${count.toLocaleString('en')} invoices in ${seconds.toFixed(1)} s, one process of each service, all of them and the backends counted`,
  };
}
