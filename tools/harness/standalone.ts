// Starts a standalone service of its own, with its data in a temporary directory, for tests and benchmarks.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, managedProcess, repository, runAtDeath } from './process.ts';
import { nodeOptions } from './node-options.mjs';

async function ready(baseUrl: string): Promise<void> {
  const response = await fetch(`${baseUrl}/ready`, { signal: AbortSignal.timeout(5000) });
  if (!response.ok)
    throw new Error(`${baseUrl}/ready answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
}

/** The embedded server's address, from its password file and its process file (fourth line: the port). */
function databaseUrlOf(dir: string): string {
  const password = readFileSync(join(dir, 'postgresql-password'), 'utf8').trim();
  const port = readFileSync(join(dir, 'postgresql', 'postmaster.pid'), 'utf8').split('\n')[3];
  return `postgresql://tollgate:${password}@127.0.0.1:${port}/tollgate`;
}

const databasePidOf = (dir: string): number =>
  Number(readFileSync(join(dir, 'postgresql', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Where a service answers, and the key of its installation. */
export interface Service {
  baseUrl: string;
  adminApiKey: string;
}

export interface Standalone extends Service {
  operationsUrl: string;
  /** The address and the process of its embedded PostgreSQL, which change with each start; or the address in its settings. */
  readonly databaseUrl: string;
  readonly databasePid: number;
  /** Its data directory. */
  dir: string;
  log: string;
  readonly pid: number | undefined;
  kill(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** Kills it by SIGKILL and starts it again, as a supervisor does. */
  crash(): Promise<void>;
  /** Stops it. `keep` leaves data and log in place. */
  stop(how?: { keep?: boolean }): Promise<void>;
}

/**
 * Starts the compiled standalone service, everything embedded.
 * @param env settings of the service, over its defaults
 * @param dir its data directory, which stays; a temporary directory by default
 * @param root the repository of the service; this one by default
 */
export async function startStandalone({
  env = {},
  dir: existingDir,
  root = repository,
}: { env?: Record<string, string | undefined>; dir?: string; root?: string } = {}): Promise<Standalone> {
  const dir = existingDir ?? mkdtempSync(join(tmpdir(), 'tollgate-'));
  chmodSync(dir, 0o755); // started by root, PostgreSQL runs as another user
  const cancelCleanup = existingDir ? () => undefined : runAtDeath(['rm', '-rf', dir]);
  const port = process.env.PORT ?? String(await freePort());
  const operationsPort = String(await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const embedded = {
    DATABASE_URL: '',
    CLICKHOUSE_URL: '',
    KAFKA_BROKERS: '',
    REDIS_URL: '',
    PUBLIC_URL: '',
    ADMIN_API_KEY: '',
    INTERNAL_TOKEN: '',
    ENCRYPTION_KEY: '',
    ENCRYPTION_KEY_PREVIOUS: '',
  };
  const service = managedProcess({
    name: 'standalone',
    command: process.execPath,
    args: [...nodeOptions, join(root, 'apps', 'standalone', 'dist', 'main.js')],
    // The receivers of tests listen on this machine.
    env: {
      LOG_LEVEL: 'warn',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      ...embedded,
      ...env,
      HOST: '127.0.0.1',
      PORT: port,
      OPERATIONS_PORT: operationsPort,
      DATA_DIR: dir,
    },
    log: join(dir, 'standalone.log'),
    ready: () => ready(baseUrl),
    readyMs: 120_000,
    graceMs: 60_000,
  });
  const stop = async ({ keep = existingDir !== undefined } = {}) => {
    await service.stop();
    if (!keep) rmSync(dir, { recursive: true, force: true });
    cancelCleanup();
  };
  try {
    await service.start();
    return {
      baseUrl,
      operationsUrl: `http://127.0.0.1:${operationsPort}`,
      adminApiKey: readFileSync(join(dir, 'admin-api-key'), 'utf8').trim(),
      get databaseUrl() {
        return env['DATABASE_URL'] || databaseUrlOf(dir);
      },
      get databasePid() {
        return databasePidOf(dir);
      },
      dir,
      log: service.log,
      get pid() {
        return service.pid;
      },
      kill: (signal) => service.kill(signal),
      start: () => service.start(),
      async crash() {
        await service.kill('SIGKILL');
        await service.start();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
