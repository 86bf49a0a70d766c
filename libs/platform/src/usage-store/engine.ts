import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Engine = typeof import('chdb/connection');
type Report = (line: string) => void;

/** The version among the packages of a clone; package.json has the same. */
export const engineVersion = '3.4.0';
const entry = 'chdb/connection';
const longestFetchMs = 1_200_000;
const reportEveryMs = 10_000;

let loading: Promise<Engine> | undefined;

/**
 * Loads the engine that stores usage in this process: that of its packages, or the one that an earlier start fetched, or
 * a new one. Concurrent calls share one load; a failed one is tried again by the next call.
 * @param directory of fetched engines, which processes may share
 * @param report receives lines for people about a fetch
 * @throws Error that says what to do if the engine cannot be fetched
 */
export function loadEngine(directory: string, report: Report = () => undefined): Promise<Engine> {
  return (loading ??= load(directory, report).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

async function load(directory: string, report: Report): Promise<Engine> {
  try {
    return await import('chdb/connection');
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const place = join(directory, `engine-${engineVersion}`);
  if (!existsSync(place)) await fetchEngine(place, report);
  const path = createRequire(join(place, 'package.json')).resolve(entry);
  const { default: engine } = (await import(pathToFileURL(path).href)) as { default: Engine };
  return engine;
}

/** Whether the packages lack the engine. One that is there and cannot start has another error. */
export const isMissing = (error: unknown): boolean => {
  const { code, message = '' } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes("'chdb'");
};

/** Fetches the engine beside its place and moves it there whole: a fetch that is cut off leaves nothing behind there. */
async function fetchEngine(place: string, report: Report): Promise<void> {
  report('Fetching the usage store (ClickHouse, once: about 180 MB, 570 MB on the disk) ...');
  mkdirSync(dirname(place), { recursive: true });
  const fetched = mkdtempSync(`${place}-`);
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  const ticker = setInterval(() => report(`  ... still fetching the usage store, ${seconds()} s`), reportEveryMs);
  try {
    await install(fetched);
    if (!existsSync(place)) renameSync(fetched, place);
    report(`The usage store is fetched, in ${seconds()} s.`);
  } finally {
    clearInterval(ticker);
    rmSync(fetched, { recursive: true, force: true });
  }
}

/** The npm that runs this process, or that of the path. */
function npm(): [command: string, ...args: string[]] {
  const own = process.env['npm_execpath'];
  return own !== undefined && /npm-cli\.c?js$/.test(own) ? [process.execPath, own] : ['npm'];
}

/** Installs the engine into an empty directory; npm checks its digest. @throws Error */
function install(directory: string): Promise<void> {
  const [command, ...args] = npm();
  // Its peers are programs that use it, and this one has its own.
  const options = [
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
    '--fetch-retries=3',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, 'install', '--prefix', directory, ...options, `chdb@${engineVersion}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: longestFetchMs,
    });
    let complaint = '';
    child.stderr.on('data', (part: Buffer) => (complaint = (complaint + String(part)).slice(-1000)));
    const fail = (reason: string) => {
      const wayOut = 'Try again with a network, or set CLICKHOUSE_URL to use a ClickHouse server.';
      reject(new Error(`The usage store could not be fetched: ${reason.trim()}\n${wayOut}`));
    };
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : fail(complaint || `npm ended with ${signal ?? code}`),
    );
  });
}
