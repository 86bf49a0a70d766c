import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { awaitPreviousServer } from './embedded-postgres.previous.js';

export interface EmbeddedServer {
  url: string;
  /** Stops the server; what was committed is on the disk. */
  stop(): Promise<void>;
  /** Calls back when the server went away without having been stopped. It is started again at the same address. */
  onAway(callback: () => void): void;
  /** Calls back when it cannot be brought back, with the reason. */
  onLost(callback: (reason: string) => void): void;
}

interface Start {
  directory: string;
  port: number;
  password: string;
}

const portAttempts = 3;
const longestStopMs = 10_000;
/** A full disk keeps it from starting until there is space again. */
const longestAwayMs = 600_000;
const longestPauseMs = 5_000;

/**
 * Starts the embedded PostgreSQL server with its data under a directory; the first time it makes the cluster.
 * @throws Error that says what is in the way
 */
export async function startEmbeddedPostgres(dataDirectory: string): Promise<EmbeddedServer> {
  const directory = join(dataDirectory, 'postgresql');
  mkdirSync(dataDirectory, { recursive: true });
  if (process.getuid?.() === 0) refuseHiddenDirectories(dataDirectory);
  refuseForeignData(directory);
  const password = keptPassword(join(dataDirectory, 'postgresql-password'));
  await awaitPreviousServer(directory);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const start = { directory, port, password };
    try {
      return keepRunning(await launch(start), start);
    } catch (error) {
      // Between the choice of a free port and its use somebody else may have taken it.
      const taken = error instanceof Error && /TCP\/IP sockets|Address already in use/.test(error.message);
      if (!taken || attempt === portAttempts) throw error;
    }
  }
}

/** Starts the process of a server; it answers when the server takes connections. */
async function launch(start: Start): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./embedded-postgres.process.js', import.meta.url)), [], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise<void>((resolve, reject) => {
    child.once('message', (message: { ready?: true; failed?: string }) => (message.ready ? resolve() : reject(new Error(message.failed))));
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`The embedded PostgreSQL server ended while it was starting (${signal ?? `code ${code}`}).`)));
    child.send(start);
  });
  return child;
}

/** A server that is started again, at the same address, when it goes away. */
function keepRunning(first: ChildProcess, start: Start): EmbeddedServer {
  let child = first;
  let stopping = false;
  let away = Promise.resolve();
  let tellAway = (): void => undefined;
  let tellLost = (_reason: string): void => undefined;

  const bringBack = async (): Promise<void> => {
    tellAway();
    const deadline = Date.now() + longestAwayMs;
    for (let pauseMs = 100; !stopping; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await awaitPreviousServer(start.directory);
        child = await launch(start);
        return watch();
      } catch (error) {
        if (Date.now() > deadline) return tellLost(error instanceof Error ? error.message : String(error));
        await pause(pauseMs);
      }
    }
  };
  const watch = (): void => {
    const comesBack = () => void (stopping || (away = bringBack()));
    // It may have ended again while it was told that it is there.
    if (child.exitCode !== null || child.signalCode !== null) comesBack();
    else child.once('exit', comesBack);
  };
  watch();

  return {
    url: `postgresql://tollgate:${start.password}@127.0.0.1:${start.port}/tollgate`,
    stop: async () => {
      stopping = true;
      // One that takes longer goes on stopping by itself, and the next start waits for it.
      await Promise.race([away.then(() => end(child)), pause(longestStopMs)]);
    },
    onAway: (callback) => void (tellAway = callback),
    onLost: (callback) => void (tellLost = callback),
  };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (child.connected) child.disconnect();
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** The password is made once; it takes its place complete or not at all. */
function keptPassword(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('hex'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/** PostgreSQL refuses to run as root and runs as the user `postgres`, who must be able to reach its files. */
function refuseHiddenDirectories(dataDirectory: string): void {
  for (const start of [join(dataDirectory, 'postgresql'), fileURLToPath(import.meta.url)]) {
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

function refuseForeignData(directory: string): void {
  if (!existsSync(directory)) return;
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`The data in ${directory} belongs to another user. Start Tollgate as that user (root, if it was started with sudo), or set DATA_DIR to another directory.`);
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
