import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export type Report = (line: string) => void;

const longestFetchMs = 1_200_000;
const reportEveryMs = 10_000;

/**
 * Fetches the engine beside its place and moves it there whole: a fetch that is cut off leaves nothing in the place.
 * Processes may fetch it at the same time.
 * @param install puts the engine into an empty directory
 * @param report receives lines for people
 */
export async function fetchEngine(
  place: string,
  install: (directory: string) => Promise<void>,
  report: Report,
): Promise<void> {
  report('Fetching the usage store (ClickHouse, once: about 180 MB, 570 MB on the disk) ...');
  mkdirSync(dirname(place), { recursive: true });
  removeLeftovers(place);
  const fetched = mkdtempSync(`${place}-`);
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  const ticker = setInterval(() => report(`  ... still fetching the usage store, ${seconds()} s`), reportEveryMs);
  try {
    await install(fetched);
    moveTo(place, fetched);
    report(`The usage store is fetched, in ${seconds()} s.`);
  } finally {
    clearInterval(ticker);
    rmSync(fetched, { recursive: true, force: true });
  }
}

/** Removes what killed fetches have left: each is half a gigabyte. Younger ones may be under way. */
function removeLeftovers(place: string): void {
  const left = globSync(`${basename(place)}-*`, { cwd: dirname(place) }).map((name) => join(dirname(place), name));
  const isOld = (path: string) => Date.now() - statSync(path).mtimeMs > longestFetchMs;
  for (const path of left.filter(isOld)) rmSync(path, { recursive: true, force: true });
}

/** Moves a fetched engine to its place, unless another process was faster. */
function moveTo(place: string, fetched: string): void {
  try {
    renameSync(fetched, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}

/** The npm that runs this process, or that of the path. */
function npm(): [command: string, ...args: string[]] {
  const own = process.env['npm_execpath'];
  return own !== undefined && /npm-cli\.c?js$/.test(own) ? [process.execPath, own] : ['npm'];
}

/** Its peers are programs that use it, and this one has its own. */
const options = [
  '--legacy-peer-deps',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--loglevel=error',
  '--fetch-retries=3',
];

/**
 * Installs the engine into an empty directory. npm checks its digest, and ends with this process.
 * @throws Error that says what to do
 */
export function installEngine(version: string, directory: string): Promise<void> {
  const [command, ...args] = npm();
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, 'install', '--prefix', directory, ...options, `chdb@${version}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: longestFetchMs,
    });
    const end = () => void child.kill();
    process.once('exit', end);
    let complaint = '';
    child.stderr.on('data', (part: Buffer) => (complaint = (complaint + String(part)).slice(-1000)));
    const fail = (reason: string) => {
      const wayOut = 'Try again with a network, or set CLICKHOUSE_URL to use a ClickHouse server.';
      reject(new Error(`The usage store could not be fetched: ${reason.trim()}\n${wayOut}`));
    };
    child.once('error', ({ message }) => fail(message));
    child.once('close', (code, signal) => {
      process.off('exit', end);
      if (code === 0) resolve();
      else fail(complaint || `npm ended with ${signal ?? code}`);
    });
  });
}
