import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface EmbeddedServer {
  url: string;
  /** Stops the server; what was committed is on the disk. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL server with its data under a directory; the first time it makes the cluster.
 * @throws Error that says what is in the way
 */
export async function startEmbeddedPostgres(dataDirectory: string): Promise<EmbeddedServer> {
  const directory = join(dataDirectory, 'postgresql');
  const passwordFile = join(dataDirectory, 'postgresql-password');
  mkdirSync(dataDirectory, { recursive: true });
  if (process.getuid?.() === 0) refuseHiddenDirectories(dataDirectory);
  const initialise = !existsSync(join(directory, 'PG_VERSION'));
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8').trim();
  const port = await freePort();
  const child = fork(fileURLToPath(new URL('./embedded-postgres.process.js', import.meta.url)), [], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise<void>((resolve, reject) => {
    child.once('message', (message: { ready?: true; failed?: string }) => (message.ready ? resolve() : reject(new Error(message.failed))));
    child.once('exit', (code) => reject(new Error(`the embedded PostgreSQL server ended with code ${code}`)));
    child.send({ directory, port, password, initialise });
  });
  return {
    url: `postgresql://tollgate:${password}@127.0.0.1:${port}/tollgate`,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        if (child.connected) child.disconnect();
      }),
  };
}

/** PostgreSQL refuses to run as root and runs as the user `postgres`, who must be able to reach its files. */
function refuseHiddenDirectories(dataDirectory: string): void {
  for (const start of [dataDirectory, fileURLToPath(import.meta.url)]) {
    for (let path = dirname(start); path !== dirname(path); path = dirname(path)) {
      if (existsSync(path) && (statSync(path).mode & 0o001) === 0) {
        throw new Error(
          `PostgreSQL runs as the user "postgres" when Tollgate is started by root, and that user may not enter ${path}. ` +
            `Move the project to a directory that every user may enter, start it as another user, or set DATABASE_URL.`,
        );
      }
    }
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
