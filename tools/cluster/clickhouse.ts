// ClickHouse for the cluster: chDB's engine in its own process, with ClickHouse's HTTP interface.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, managedProcess } from '@tollgate/harness/process';
import type { Server, ServerPlace } from './parts.ts';

/** Starts a server with its data under `dir`. */
export async function start({
  dir,
  log = join(dir, 'clickhouse.log'),
}: ServerPlace): Promise<Server<'CLICKHOUSE_URL'>> {
  const serverPort = await freePort();
  const data = join(dir, 'data');
  mkdirSync(data, { recursive: true });
  const url = `http://127.0.0.1:${serverPort}`;
  const server = managedProcess({
    name: 'clickhouse',
    command: process.execPath,
    args: [fileURLToPath(new URL('clickhouse-server.ts', import.meta.url)), data, String(serverPort)],
    env: { UV_THREADPOOL_SIZE: '8' }, // statements run on these threads
    log,
    ready: async () => (await fetch(`${url}/ping`)).ok,
  });
  await server.start();
  return Object.assign(server, { env: { CLICKHOUSE_URL: url }, url });
}
