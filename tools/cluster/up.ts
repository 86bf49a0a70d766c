// node tools/cluster/up.ts [--backends] [--dir DIRECTORY] [--port PORT] [--replicas N]
// Starts a whole cluster on this machine: the four backends, the migration, and every service in its own process behind
// the gateway. Ctrl-C stops everything. Tests use startCluster(), with which they can kill and start parts.
//   --backends   only the backends and the migration's environment, no services
//   --dir        where data and logs go, and stay; a temporary directory by default
//   --port       the gateway's port; a free one by default
//   --replicas   processes of each service, behind one address; 1 by default
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nodeOptions } from '@tollgate/harness/node-options';
import { startBackends } from './backends.ts';
import { run } from '@tollgate/harness/packages';
import { freePort, managedProcess, repository, runAtDeath, say } from '@tollgate/harness/process';
import { messageOf } from '@tollgate/harness/report';
import type { BackendEnvironment, Cluster, ClusterService, RunningBackends } from './parts.ts';
import { type Ports, type ProbedProcess, startBehindOneAddress } from './replicas.ts';
import {
  type ProcessName,
  type ServiceProcess,
  entryPoint,
  migration,
  operationsUrlVariable,
  passwordVariable,
  secretVariables,
  services as serviceList,
} from './services.ts';

type Environment = BackendEnvironment & Record<string, string>;

async function ready(url: string): Promise<void> {
  const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5000) });
  if (!response.ok)
    throw new Error(`${url}/ready answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
}

function secret(name: string): string {
  return process.env[name] || randomBytes(24).toString('base64url');
}

/** A service's environment: its own login, and its own secrets only. */
function environmentOf(service: ServiceProcess, env: Environment, passwords: Record<string, string>): Environment {
  const ownSecrets = Object.fromEntries(
    secretVariables.map((name) => [name, service.secrets.includes(name) ? (env[name] ?? '') : '']),
  );
  const asService = (address: string) =>
    Object.assign(new URL(address), { username: service.login, password: passwords[passwordVariable(service)] ?? '' })
      .href;
  const direct = env['DATABASE_DIRECT_URL'];
  return {
    ...env,
    ...ownSecrets,
    DATABASE_URL: asService(env.DATABASE_URL),
    ...(direct === undefined ? {} : { DATABASE_DIRECT_URL: asService(direct) }),
  };
}

interface ServiceSettings {
  name: ProcessName;
  /** Where its log goes. */
  dir: string;
  env: Environment;
}

/** One process of a service. */
function serviceProcess({
  name,
  label = name,
  port,
  operationsPort,
  dir,
  env,
}: ServiceSettings & Ports & { label?: string }): ProbedProcess {
  const probe = () => ready(`http://127.0.0.1:${port}`);
  const service = managedProcess({
    name: label,
    command: process.execPath,
    args: [...nodeOptions, entryPoint(name)],
    env: { ...env, HOST: '127.0.0.1', PORT: String(port), OPERATIONS_PORT: String(operationsPort) },
    log: join(dir, 'logs', `${label.replace(' ', '-')}.log`),
    ready: probe,
    readyMs: 120_000,
  });
  return { process: service, port, operationsPort, probe };
}

/** A service: one process at its address, or several replicas behind it. */
async function serviceOf(
  settings: ServiceSettings,
  { ports, replicas }: { ports: Ports; replicas: number },
): Promise<ClusterService> {
  const addresses = {
    url: `http://127.0.0.1:${ports.port}`,
    operationsUrl: `http://127.0.0.1:${ports.operationsPort}`,
  };
  if (replicas === 1) return Object.assign(serviceProcess({ ...settings, ...ports }).process, addresses);
  const numbers = Array.from({ length: replicas }, (_, index) => index + 1);
  const processes = await Promise.all(
    numbers.map(async (number) =>
      serviceProcess({ ...settings, label: `${settings.name} ${number}`, ...(await freePorts()) }),
    ),
  );
  return Object.assign(await startBehindOneAddress({ name: settings.name, ports, processes }), addresses);
}

/** The two ports of a process. */
const freePorts = async (port?: number): Promise<Ports> => ({
  port: port ?? (await freePort()),
  operationsPort: await freePort(),
});

/** A value for each process, by its name. */
const byProcess = <T>(values: { name: ProcessName; value: T }[]) =>
  Object.fromEntries(values.map(({ name, value }) => [name, value])) as Record<ProcessName, T>;

interface Services {
  services: Cluster['services'];
  stop(): Promise<unknown>;
}

interface ServicesSettings {
  dir: string;
  env: Environment;
  passwords: Record<string, string>;
  ports: Record<ProcessName, Ports>;
  replicas: number;
}

async function startServices({ dir, env, passwords, ports, replicas }: ServicesSettings): Promise<Services> {
  const services = await Promise.all(
    serviceList.map(async (service) => ({
      name: service.name,
      value: await serviceOf(
        { name: service.name, dir, env: environmentOf(service, env, passwords) },
        { ports: ports[service.name], replicas },
      ),
    })),
  );
  const results = await Promise.allSettled(
    services.map(async ({ name, value: service }) => {
      await service.start();
      say(`${name.padEnd(16)} ${service.url}`);
    }),
  );
  const stop = () => Promise.all(services.map(({ value: service }) => service.stop()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { services: byProcess(services), stop };
}

/** The environment of all services, from the addresses of their processes and of the backends. */
function commonEnvironment(
  backends: Environment,
  ports: Record<ProcessName, Ports>,
  settings: Record<string, string>,
): Environment & { ADMIN_API_KEY: string } {
  const addresses = Object.fromEntries(
    serviceList.flatMap((service) => [
      [service.urlVariable, `http://127.0.0.1:${ports[service.name].port}`],
      [operationsUrlVariable(service), `http://127.0.0.1:${ports[service.name].operationsPort}`],
    ]),
  );
  return {
    ...settings,
    ...backends,
    ...addresses,
    PUBLIC_URL: process.env.PUBLIC_URL || `http://127.0.0.1:${ports.gateway.port}`,
    ADMIN_API_KEY: secret('ADMIN_API_KEY'),
    INTERNAL_TOKEN: secret('INTERNAL_TOKEN'),
    ENCRYPTION_KEY: process.env.ENCRYPTION_KEY || randomBytes(32).toString('base64'),
    LOG_LEVEL: process.env.LOG_LEVEL || 'info',
    // The receivers of tests listen on this machine.
    ALLOW_PRIVATE_WEBHOOKS: process.env.ALLOW_PRIVATE_WEBHOOKS || 'true',
  };
}

export interface ClusterSettings {
  /** False: only the backends start, migrated if the migration has been built. */
  services?: boolean;
  /** Where data and logs go, and stay; a temporary directory by default. */
  dir?: string;
  /** The gateway's port; a free one by default. */
  port?: string;
  /** Processes of each service. Above 1 a service has `replicas` instead of a `pid`. */
  replicas?: number;
  /** Environment variables of all services. */
  settings?: Record<string, string>;
  /** Starts other backends. */
  backends?: (place: { dir: string }) => Promise<RunningBackends>;
}

/** Starts a cluster. @throws Error with the place of the logs */
export async function startCluster({
  services = true,
  dir,
  port,
  replicas = 1,
  settings = {},
  backends: startOwn = startBackends,
}: ClusterSettings = {}): Promise<Cluster> {
  const directory = dir ? resolve(dir) : mkdtempSync(join(tmpdir(), 'tollgate-cluster-'));
  mkdirSync(join(directory, 'logs'), { recursive: true });
  chmodSync(directory, 0o755); // the server of PostgreSQL may run as another user
  const cancelCleanup = dir === undefined ? runAtDeath(['rm', '-rf', directory]) : () => undefined;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async ({ keep = dir !== undefined } = {}) => {
    for (let last = stops.pop(); last; last = stops.pop()) await last();
    if (!keep) rmSync(directory, { recursive: true, force: true });
    cancelCleanup();
  };
  try {
    const backends = await startOwn({ dir: directory });
    stops.push(backends.stop);
    const portOf = (name: ProcessName) => (name === 'gateway' && port ? Number(port) : undefined);
    const ports = byProcess(
      await Promise.all(serviceList.map(async ({ name }) => ({ name, value: await freePorts(portOf(name)) }))),
    );
    const env = commonEnvironment(backends.env, ports, settings);
    const passwords = Object.fromEntries(
      serviceList.map((service) => [passwordVariable(service), randomBytes(18).toString('base64url')]),
    );
    if (services || existsSync(join(repository, migration))) {
      await run(process.execPath, [migration], { env: { ...env, ...passwords }, cwd: repository });
      say('migrated');
    }
    const started = services
      ? await startServices({ dir: directory, env, passwords, ports, replicas })
      : { services: byProcess<ClusterService>([]), stop: () => Promise.resolve() };
    stops.push(started.stop);
    return {
      env,
      baseUrl: `http://127.0.0.1:${ports.gateway.port}`,
      operationsUrl: `http://127.0.0.1:${ports.gateway.operationsPort}`,
      adminApiKey: env.ADMIN_API_KEY,
      dir: directory,
      kind: backends.kind,
      services: started.services,
      backends: backends.backends,
      stop,
    };
  } catch (error) {
    await stop({ keep: true });
    throw new Error(`${messageOf(error)}\nLogs: ${join(directory, 'logs')}`, { cause: error });
  }
}

/** Compiles the workspace if a service is not compiled yet. */
export function buildIfMissing(): void {
  const files = [migration, ...serviceList.map(({ name }) => entryPoint(name))];
  if (files.every((file) => existsSync(join(repository, file)))) return;
  say('node tools/build.mjs');
  const { status } = spawnSync(process.execPath, ['tools/build.mjs'], { cwd: repository, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed');
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      backends: { type: 'boolean' },
      dir: { type: 'string' },
      port: { type: 'string' },
      replicas: { type: 'string', default: '1' },
    },
  });
  const started: { cluster?: Cluster } = {};
  let ending = false;
  const end = async () => {
    if (ending) process.exit(130); // requested twice: leave the rest to the reaper
    ending = true;
    if (!started.cluster) process.exit(130);
    say('Stopping');
    await started.cluster.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());

  if (!values.backends) buildIfMissing();
  const cluster = await startCluster({
    services: !values.backends,
    dir: values.dir,
    port: values.port,
    replicas: Number(values.replicas),
  });
  started.cluster = cluster;
  const printed = { BASE_URL: cluster.baseUrl, ...cluster.env };
  console.log(
    Object.entries(printed)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  );
  say(`Up. Logs: ${join(cluster.dir, 'logs')}. Ctrl-C stops everything.`);
  setInterval(() => undefined, 60_000);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exit(1);
  });
}
