// Utilities of every part of a cluster: free ports, a cache directory, and child processes with a log file. These can
// be killed and restarted, and never outlive the process that started them (see reaper.ts).
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const cacheDirectory = () => process.env.TOLLGATE_CACHE ?? join(homedir(), '.cache', 'tollgate');
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const started = performance.now();
/** Progress for people: one line with the seconds since the start. */
export function say(text: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  process.stderr.write(`${seconds}s  ${text}\n`);
}

// Below the kernel's range for outgoing connections: no other process can take a port between a kill and a restart.
const handedOut = new Set<number>();
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (handedOut.has(port)) continue;
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (!free) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error('No free port between 20000 and 32000 on 127.0.0.1');
}

export interface Patience {
  timeoutMs?: number;
  everyMs?: number;
  /** A reason to stop waiting; undefined: there is none. */
  aborted?: () => string | undefined;
}

/** Repeats `check` until it neither throws nor returns false. @throws Error at the deadline, with the last error */
export async function waitFor(
  what: string,
  check: () => unknown,
  { timeoutMs = 60_000, everyMs = 100, aborted = () => undefined }: Patience = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    const reason = aborted();
    if (reason) throw new Error(`${what}: ${reason}`);
    try {
      if ((await check()) !== false) return;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) {
      throw new Error(
        `${what} did not become ready within ${timeoutMs / 1000} s${last instanceof Error ? `: ${last.message}` : ''}`,
      );
    }
    await sleep(everyMs);
  }
}

let reaper: ChildProcessByStdio<Writable, null, null> | undefined;
function writeToReaper(line: string): void {
  if (!reaper) {
    reaper = spawn(process.execPath, [fileURLToPath(new URL('reaper.ts', import.meta.url))], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    reaper.unref();
    // Its pipe is a socket, which would keep this process alive.
    (reaper.stdin as Writable & { unref?: () => void }).unref?.();
    reaper.stdin.on('error', () => undefined);
    reaper.on('exit', () => (reaper = undefined));
  }
  reaper.stdin.write(`${line}\n`);
}
/** Registers a command that runs even if this process is killed; the returned function cancels it. */
export function runAtDeath(command: string[]): () => void {
  const text = JSON.stringify(command);
  writeToReaper(`!${text}`);
  return () => writeToReaper(`~${text}`);
}

export interface ProcessSettings {
  name: string;
  command: string;
  args?: string[];
  env?: Record<string, string | undefined>;
  cwd?: string;
  identity?: { uid?: number; gid?: number };
  /** The file that receives its output. */
  log: string;
  ready?: () => unknown;
  readyMs?: number;
  stopSignal?: NodeJS.Signals;
  /** How long it may take to stop before it is killed, in milliseconds. */
  graceMs?: number;
}

export interface ManagedProcess {
  readonly name: string;
  readonly log: string;
  readonly pid: number | undefined;
  /** Starts it, unless it runs, and waits until it is ready. @throws Error with the end of its log */
  start(): Promise<void>;
  /** Sends the signal to the process and its children, and waits for the end if the signal ends it. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A process of the cluster, run by the user `identity` ({ uid, gid }) if there is one. `ready` is polled after each
 * start; `stopSignal` requests an orderly end. Every process leads its own group. So a signal reaches its children too,
 * and Ctrl-C at the terminal does not reach it before stop() does.
 */
export function managedProcess({
  name,
  command,
  args = [],
  env = {},
  cwd = repository,
  identity = {},
  log,
  ready,
  readyMs = 60_000,
  stopSignal = 'SIGTERM',
  graceMs = 15_000,
}: ProcessSettings): ManagedProcess {
  let child: ChildProcess | undefined;
  let ended: Promise<string> = Promise.resolve('not started');
  let expected = false;
  mkdirSync(dirname(log), { recursive: true });

  function launch(): void {
    const output = openSync(log, 'a');
    expected = false;
    const current = spawn(command, args, {
      cwd,
      ...identity,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
      detached: true,
    });
    child = current;
    closeSync(output);
    if (current.pid) writeToReaper(`+${current.pid}`);
    ended = new Promise((resolve) => {
      const over = (reason: string) => {
        if (current.pid) writeToReaper(`-${current.pid}`);
        if (child === current) child = undefined;
        if (!expected) say(`${name} ended by itself (${reason}); its log: ${log}`);
        resolve(reason);
      };
      current.once('error', (error) => over(error.message));
      current.once('exit', (code, signal) => over(signal ?? `exit code ${code}`));
    });
  }

  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child?.pid) process.kill(-child.pid, signal);
    } catch {
      child?.kill(signal);
    }
  };

  return {
    name,
    log,
    get pid() {
      return child?.pid;
    },
    async start() {
      if (child) return;
      launch();
      let end: string | undefined;
      void ended.then((how) => (end = how));
      try {
        await waitFor(name, () => ready?.(), { timeoutMs: readyMs, aborted: () => end && `ended at once (${end})` });
      } catch (error) {
        if (child) await this.kill('SIGKILL');
        throw new Error(`${(error as Error).message}\nEnd of ${log}:\n${tail(log)}`, { cause: error });
      }
    },
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      if (!child) return;
      const ends = !['SIGSTOP', 'SIGCONT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'].includes(signal);
      expected ||= ends;
      signalGroup(signal);
      if (ends) await ended;
    },
    async stop() {
      if (!child) return;
      expected = true;
      signalGroup(stopSignal);
      const timer = setTimeout(() => child && signalGroup('SIGKILL'), graceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The last lines of a file, such as a log. */
export function tail(file: string, lines = 25): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '(no log)';
  }
}
