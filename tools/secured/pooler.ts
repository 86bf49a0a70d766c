// PgBouncer in transaction mode before a server.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ensureCommand } from '@tollgate/harness/packages';
import { freePort, managedProcess } from '@tollgate/harness/process';

interface PoolerSettings {
  /** Logins with their passwords. */
  users: [user: string, password: string][];
  /** Further lines of its configuration. */
  settings: Record<string, string>;
  /** The address by which its readiness is tried, if that is no plain one. */
  addressed?: (url: string) => string;
}

async function select(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select 1');
  } finally {
    await client.end();
  }
}

/** Starts a pooler. @param place a new directory @returns its address with the login of the server's */
export async function startPooler(
  place: string,
  server: string,
  { users, settings, addressed = (url) => url }: PoolerSettings,
): Promise<{ url: string; stop(): Promise<unknown> }> {
  await ensureCommand('pgbouncer', ['pgbouncer'], 'the pooler');
  mkdirSync(place);
  chmodSync(place, 0o755);
  const [port, { hostname, port: serverPort }] = [await freePort(), new URL(server)];
  writeFileSync(join(place, 'users'), users.map(([user, password]) => `"${user}" "${password}"\n`).join(''));
  writeFileSync(
    join(place, 'pooler.ini'),
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(place, 'users')}
pool_mode = transaction
${Object.entries(settings)
  .map(([name, value]) => `${name} = ${value}\n`)
  .join('')}`,
  );
  const url = Object.assign(new URL(server), { port: String(port) }).href;
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const pooler = managedProcess({
    name: 'pgbouncer',
    command: 'pgbouncer',
    args: [...asUser, join(place, 'pooler.ini')],
    log: join(place, 'log'),
    ready: () => select(addressed(url)),
  });
  await pooler.start();
  return { url, stop: () => pooler.stop() };
}
