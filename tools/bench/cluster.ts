// A cluster: events through the gateway and directly to ingestion, with one process of each service and with two; and a
// billing run.
import { say } from '@tollgate/harness/process';
import { buildIfMissing, startCluster } from '@tollgate/cluster/up';
import type { Benchmark, MeasuredService, Part, Size } from './benchmark.ts';
import { run as billingRun } from './billing.ts';
import { cpuPerThousand } from './cpu.ts';
import { type Measured, measure } from './ingestion.ts';
import { post } from './generator.ts';
import { newOrganization, newPlan, subscribe } from './setup.ts';

/** A process of a cluster, or several replicas behind its address. */
interface ClusterProcess {
  url: string;
  pid?: number;
  replicas?: { pid?: number }[];
}

/** A started cluster, as far as it matters here. */
interface Cluster extends Pick<MeasuredService, 'baseUrl' | 'adminApiKey'> {
  kind: string;
  services: { gateway: ClusterProcess; ingestion: ClusterProcess } & Record<string, ClusterProcess>;
  backends: Record<'kafka' | 'redis' | 'clickhouse' | 'postgres', { pid?: number }>;
  stop(): Promise<void>;
}

const kinds = [
  { what: 'single events', count: 1, connections: 128 },
  { what: 'batches of 100', count: 100, connections: 32 },
];
/** Parts left out of the first line's figure: the store, and processes that do nothing for an event. */
const apart = new Set(['ClickHouse', 'PostgreSQL', 'other services']);

const pidsOf = ({ pid, replicas = [{ pid }] }: Omit<ClusterProcess, 'url'>): number[] =>
  replicas.flatMap((replica) => replica.pid ?? []);

/** The processes of a cluster by their part. */
const processesOf = ({ services, backends }: Cluster): Part[] => {
  const { gateway, ingestion, ...others } = services;
  const { kafka, redis, clickhouse, postgres } = backends;
  return [
    { name: 'gateway', pids: pidsOf(gateway) },
    { name: 'ingestion', pids: pidsOf(ingestion) },
    { name: 'other services', pids: Object.values(others).flatMap(pidsOf) },
    { name: 'Kafka', pids: pidsOf(kafka) },
    { name: 'Redis', pids: pidsOf(redis) },
    { name: 'ClickHouse', pids: pidsOf(clickhouse) },
    { name: 'PostgreSQL', pids: pidsOf(postgres) },
  ];
};

/** Starts a cluster, runs the work against it as against a measured service, and stops it. */
async function withCluster<Result>(
  replicas: number,
  work: (service: MeasuredService, cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  buildIfMissing();
  // Every process of the cluster inherits this process's environment.
  process.env.RATE_LIMIT_PER_SECOND ??= '1000000';
  say(`Cluster: starting it, ${replicas} of each service`);
  const cluster = (await startCluster({ replicas })) as Cluster;
  try {
    // Backends in containers are not processes of this machine, so there are no CPU figures.
    const processes = cluster.kind === 'packages' ? () => processesOf(cluster) : undefined;
    const { baseUrl, adminApiKey } = cluster;
    return await work({ baseUrl, adminApiKey, ...(processes ? { processes } : {}) }, cluster);
  } finally {
    await cluster.stop();
  }
}

/** One way of one kind of call. */
interface Found extends Measured {
  replicas: number;
  what: string;
  way: string;
}

const measureCluster = (replicas: number, size: Size): Promise<Found[]> =>
  withCluster(replicas, async (service, cluster) => {
    const api = await newOrganization(service, 'Bench cluster');
    await newPlan(api);
    const subscriptions = await subscribe(api, 20);
    const found: Found[] = [];
    for (const { what, count, connections } of kinds) {
      for (const { way, baseUrl } of [
        { way: 'gateway', baseUrl: cluster.baseUrl },
        { way: 'straight', baseUrl: cluster.services.ingestion.url },
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

const withoutStore = ({ cpu, events }: Measured): number | null =>
  cpu &&
  (Object.entries(cpu).reduce((sum, [name, seconds]) => (apart.has(name) ? sum : sum + seconds), 0) * 1000) / events;

const line = (one: Found): string =>
  `| ${one.replicas} | ${one.what}, ${one.way} | ${Math.round(one.events / one.whole).toLocaleString('en')}/s | ${withoutStore(one)?.toPrecision(2) ?? 'not known'} | ${cpuPerThousand(one.cpu, one.events)} |`;

export const cluster: Benchmark = async (_service, size) => {
  const found = [...(await measureCluster(1, size)), ...(await measureCluster(2, size))];
  const [first] = found;
  if (!first) throw new Error('nothing was measured');
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
};

/** The CPU cost per invoice of a billing run, over all processes of a cluster. */
export const clusterBilling: Benchmark = async (_service, size) => {
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
};
