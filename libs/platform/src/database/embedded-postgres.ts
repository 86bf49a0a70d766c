import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDirectory } from '../config/directories.js';
import { awaitPreviousServer } from './embedded-postgres.previous.js';

export interface EmbeddedServer {
  url: string;
  /** Stops the server; committed data is on the disk. */
  stop(): Promise<void>;
  /** Calls back when the server dies without having been stopped, and cannot be restarted. */
  onLost(callback: (reason: string) => void): void;
}

const portAttempts = 3;
/** More deaths in ten minutes than this have a cause that a restart does not cure. */
const mostRestarts = 5;
const restartWindowMs = 600_000;
const longestPauseMs = 5_000;
const longestStopMs = 10_000;

/**
 * Starts the embedded PostgreSQL server with its data under a directory; the first start creates the cluster. When the
 * server dies alone, it restarts at the same address.
 * @param report receives each restart
 * @throws Error naming the obstacle
 */
export async function startEmbeddedPostgres(
  dataDirectory: string,
  report: (line: string) => void,
): Promise<EmbeddedServer> {
  const directory = join(dataDirectory, 'postgresql');
  makeDirectory(dataDirectory);
  if (process.getuid?.() === 0) refuseHiddenDirectories(dataDirectory);
  refuseForeignData(directory);
  const password = storedPassword(join(dataDirectory, 'postgresql-password'));
  await awaitPreviousServer(directory);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const start = { directory, port, password, socketDirectory: socketDirectoryOf(directory) };
    try {
      const child = await launch(start);
      return new Supervised(child, start, report);
    } catch (error) {
      // Another program may have taken the free port before the server used it.
      const taken = error instanceof Error && /TCP\/IP sockets|Address already in use/.test(error.message);
      if (!taken || attempt === portAttempts) throw error;
    }
  }
}

interface Start {
  directory: string;
  port: number;
  password: string;
  socketDirectory: string | null;
}

/** Maximum path length of a Unix socket on every system, in bytes. */
const longestSocketPath = 103;

/**
 * The server also listens on a Unix socket, whose round trip costs half of one by TCP. Null where Unix sockets are
 * missing, or where the path is too long or would be read as a list.
 */
function socketDirectoryOf(directory: string): string | null {
  const path = Buffer.byteLength(join(directory, '.s.PGSQL.65535.lock'));
  return process.platform === 'win32' || path > longestSocketPath || /[,"]/.test(directory) ? null : directory;
}

async function launch(start: Start): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('./embedded-postgres.process.js', import.meta.url));
  const child = fork(program, [], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise<void>((resolve, reject) => {
    child.once('message', (message: { ready?: true; failed?: string }) =>
      message.ready ? resolve() : reject(new Error(message.failed)),
    );
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`The embedded PostgreSQL server ended while it was starting (${signal ?? `code ${code}`}).`)),
    );
    child.send(start);
  });
  return child;
}

class Supervised implements EmbeddedServer {
  readonly url: string;
  private stopping = false;
  private readonly restarts: number[] = [];
  private lost: (reason: string) => void = () => undefined;
  private restarting: Promise<void> = Promise.resolve();

  constructor(
    private child: ChildProcess,
    private readonly start: Start,
    private readonly report: (line: string) => void,
  ) {
    const byPort = `postgresql://tollgate:${start.password}@127.0.0.1:${start.port}/tollgate`;
    const { socketDirectory } = start;
    this.url = socketDirectory ? `${byPort}?host=${encodeURIComponent(socketDirectory)}` : byPort;
    this.watch();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.restarting;
    const ended = endOf(this.child);
    if (this.child.connected) this.child.disconnect();
    // A slow server continues to stop by itself, and the next start waits for it.
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, longestStopMs)))]);
    clearTimeout(timer);
  }

  onLost(callback: (reason: string) => void): void {
    this.lost = callback;
  }

  private watch(): void {
    void endOf(this.child).then(() => {
      if (!this.stopping) this.restarting = this.restart();
    });
  }

  private async restart(): Promise<void> {
    const now = Date.now();
    this.restarts.push(now);
    if (this.restarts.filter((at) => at > now - restartWindowMs).length > mostRestarts) {
      return this.lost(
        `The embedded PostgreSQL server died ${this.restarts.length} times. Start Tollgate again; the data is on the disk.`,
      );
    }
    this.report('The embedded PostgreSQL server went away; it is started again.');
    for (let pauseMs = 200; !this.stopping; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await awaitPreviousServer(this.start.directory);
        this.child = await launch(this.start);
        this.report('The embedded PostgreSQL server is back.');
        return this.watch();
      } catch (error) {
        // On a full disk the server cannot start, and only needs space.
        if (Date.now() > now + restartWindowMs)
          return this.lost(error instanceof Error ? error.message : String(error));
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** Creates the password once; the rename is atomic. */
function storedPassword(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('hex'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}

/** PostgreSQL refuses to run as root and runs as the user `postgres`, who must have access to its files. */
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
    throw new Error(
      `The data in ${directory} belongs to another user. Start Tollgate as that user (root, if it was started with sudo), or set DATA_DIR to another directory.`,
    );
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
