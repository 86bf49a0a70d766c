import { createServer } from 'node:net';
import type { ModuleMetadata } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '../config/config.js';
import { withSecretFiles } from '../config/secret-files.js';
import { weakAdminKey } from '../config/secrets.js';
import { WrongRole } from '../database/connections.js';
import { isDatabaseUnavailable } from '../database/errors.js';
import { MessageTransport } from '../messaging/transport.js';
import { Logger } from '../observability/logger.js';
import { startTracing } from '../observability/tracing/start-tracing.js';
import { PlatformModule } from './platform.module.js';
import { createApplication } from '../http/application.js';
import { OperationsServer } from './operations-server.js';
import { Readiness, type Dependencies } from './readiness.js';
import { explainStartError } from './start-errors.js';

/** Descriptions of the settings that a process requires. */
const settings = {
  DATABASE_URL: 'PostgreSQL, which all services share',
  CLICKHOUSE_URL: 'ClickHouse: the embedded engine belongs to one process only',
  KAFKA_BROKERS: 'Kafka: messages reach the other services in no other way',
  OPERATIONS_PORT: 'where the other services send their commands, and Prometheus reads metrics',
  INTERNAL_TOKEN: 'the secret that the services share',
  ENCRYPTION_KEY: 'what secrets in the database are sealed under: 32 bytes in base64',
  ADMIN_API_KEY: 'the key of /admin/organizations',
};
export type NeededSetting = keyof typeof settings;

type Undo = () => void | Promise<void>;

/** Lets a process's preparation take part in its end. */
export interface Lifecycle {
  /** Runs when the process stops, in reverse order. */
  onStop(undo: Undo): void;
  /** Stops the process because something that it depends on is gone. */
  fail(reason: string): void;
}

/** One process of an installation. */
export interface ServiceProcess {
  /** Its name in log lines and messages; `SERVICE_NAME` overrides it. */
  name: string;
  /** Its name in traces, unless `OTEL_SERVICE_NAME` overrides it; absent: `name`. */
  tracedAs?: string;
  needs?: NeededSetting[];
  /** Whether callers reach it directly. */
  facesCallers?: boolean;
  /** The root module. */
  module(config: Config): unknown;
  /** Starts what the services need; returns the settings to continue with. */
  prepare?(config: Config, lifecycle: Lifecycle): Promise<Config>;
  /** Called once the process answers calls. */
  started?(app: NestFastifyApplication, config: Config): Promise<void>;
}

/** A service of a cluster, in its own process. */
export interface ClusterService {
  name: string;
  dependencies: Dependencies;
  needs?: NeededSetting[];
  /** Whether callers reach it directly. */
  facesCallers?: boolean;
  modules: NonNullable<ModuleMetadata['imports']>;
}

const longestApplicationStopMs = 10_000;
const longestWaitForBackendsMs = 60_000;

/** Writes a line for the person at the terminal. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

class Root {}

/** Runs a service of a cluster: its modules on the platform, with backends at their addresses. */
export const runClusterService = ({
  name,
  dependencies,
  needs = [],
  facesCallers = false,
  modules,
}: ClusterService): Promise<void> =>
  runService({
    name,
    facesCallers,
    needs: [
      'DATABASE_URL',
      ...(dependencies.usageStore ? (['CLICKHOUSE_URL'] as const) : []),
      ...(dependencies.messages ? (['KAFKA_BROKERS'] as const) : []),
      'OPERATIONS_PORT',
      'INTERNAL_TOKEN',
      ...needs,
    ],
    module: (config) => ({ module: Root, imports: [PlatformModule.forProcess(config, dependencies), ...modules] }),
  });

/**
 * Runs a process of the installation from its start until a signal stops it. Exits the process, with 0 after a clean
 * stop.
 */
export async function runService(service: ServiceProcess): Promise<void> {
  process.env['SERVICE_NAME'] ??= service.name;
  const undos: Undo[] = [];
  let ending: Promise<never> | undefined;
  const end = (code: number): Promise<never> =>
    (ending ??= undoAll(undos).then((clean) => process.exit(clean ? code : 1)));

  const onSignal = () => {
    if (ending) process.exit(1);
    say('Stopping: finishing what is under way ...');
    void end(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // A connection broke without a listener in its library: its next use fails and reports the error.
  process.on('uncaughtException', (error) => {
    if (isDatabaseUnavailable(error)) return;
    say(String(error.stack));
    process.exit(1);
  });
  const fail = (reason: string) => {
    if (!ending) say(reason);
    void end(1);
  };

  try {
    await start(service, { onStop: (undo) => void undos.push(undo), fail }, () => ending !== undefined);
  } catch (error) {
    // A start that a signal interrupts fails with an arbitrary error.
    if (ending) return ending;
    say(`\nTollgate (${service.name}) does not start: ${explainStartError(error)}`);
    if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error) say(String(error.stack));
    await end(1);
  }
}

async function start(service: ServiceProcess, lifecycle: Lifecycle, stopped: () => boolean): Promise<void> {
  const environment = withSecretFiles(process.env);
  const missing = (service.needs ?? []).filter((name) => !environment[name]);
  if (missing.length > 0) {
    throw new Error(
      `settings are missing (docs/operate/deployment.md):\n${missing.map((name) => `  ${name}: ${settings[name]}`).join('\n')}`,
    );
  }
  const weak = weakAdminKey(environment);
  if (weak !== null) throw new Error(`Settings that cannot be used:\n  ${weak}`);
  const settled = new Config(process.env);
  lifecycle.onStop(await startTracing(service.tracedAs ?? service.name, process.env, new Logger(settled)));
  // Reports a port in use before the minute that the databases may need.
  if (settled.port !== 0) await refuseUsedPort(settled.port, settled.host);
  if (settled.operationsPort !== 0) await refuseUsedPort(settled.operationsPort, settled.operationsHost);
  const config = (await service.prepare?.(settled, lifecycle)) ?? settled;
  const app = await createApplication(service.module(config), config, service.facesCallers);
  lifecycle.onStop(() => stopApplication(app));
  await awaitBackends(app, stopped);
  // With the application's filter, a message handler's error arrives as thrown, and not as Nest's own text.
  app.connectMicroservice({ strategy: app.get(MessageTransport) }, { inheritAppConfig: true });
  await app.init();
  // First, so that the operations port is open whenever the public port is.
  const operations = await app.get(OperationsServer).listen();
  await app.listen(config.port, config.host);
  // Calls do not wait for messages: after a crash, Kafka reserves the dead consumer's place for a while.
  await app.startAllMicroservices();
  if (stopped()) return;
  app.get(Logger).info('service started', { url: await app.getUrl(), operations });
  await service.started?.(app, config);
}

/** @throws Error of `listen` when another program uses the port */
const refuseUsedPort = (port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

/**
 * Waits until all dependencies answer, and reports the missing ones. After a minute it continues without the
 * dependencies that calls do not require.
 * @throws Error when a required dependency does not answer; WrongRole at once, because waiting changes no role
 */
async function awaitBackends(app: NestFastifyApplication, stopped: () => boolean): Promise<void> {
  const readiness = app.get(Readiness);
  const deadline = Date.now() + longestWaitForBackendsMs;
  let printed = '';
  while (!stopped()) {
    const missing = await readiness.unavailable();
    if (missing.size === 0 || (Date.now() > deadline && readiness.canTakeCalls(missing))) return;
    const unavailable = [...missing];
    const wrong = unavailable.find(([, { error }]) => error instanceof WrongRole);
    if (wrong) throw wrong[1].error;
    const names = unavailable.map(([name]) => name).join(', ');
    const reasons = unavailable.map(([name, { error }]) => `${name} (${explainStartError(error)})`).join(', ');
    if (Date.now() > deadline) throw new Error(`it waited ${longestWaitForBackendsMs / 1000} seconds for ${reasons}.`);
    if (names !== printed) say(`Waiting for ${reasons} ...`);
    printed = names;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** @returns whether every step succeeded */
async function undoAll(undos: Undo[]): Promise<boolean> {
  let clean = true;
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      clean = false;
      say(`Not stopped cleanly: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return clean;
}

/**
 * Stops accepting calls, and finishes the running ones while relays and workers still run. Then it stops these, and
 * closes the connections last. Slow work is abandoned: the next start or another replica continues it.
 */
async function stopApplication(app: NestFastifyApplication): Promise<void> {
  const operations = app.get(OperationsServer);
  const servers = [app.getHttpServer(), operations.httpServer];
  // A keep-alive connection is idle only after its last answer.
  const idle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 50);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, longestApplicationStopMs, 'late')));
  const stop = async () => {
    await app.getHttpAdapter().close();
    await operations.close();
    await app.close();
  };
  const outcome = await Promise.race([stop(), late]);
  clearInterval(idle);
  clearTimeout(timer);
  if (outcome === 'late')
    throw new Error(
      `something was still under way after ${longestApplicationStopMs / 1000} seconds; nothing of it is lost.`,
    );
}
