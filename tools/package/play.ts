// npm run test:package
// Packs the npm package, installs it into an empty directory and runs its command. An event is accepted, and a second
// start fetches nothing. Sizes stay below their bars. Closes with `N passed, N failed`.
import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, managedProcess, say, sleep, waitFor } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { runToEnd } from '@tollgate/clients/run';
import { pack } from './package.ts';

/** The engine alone is 178 MB, PostgreSQL 24, the fonts of documents 22. */
const mostFetchedMb = 260;
const mostOnDiskMb = 850;
/** Bounds for a fetch or start that hangs. */
const installMs = 600_000;
const startMs = 900_000;

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

const filesBelow = (directory: string): string[] =>
  globSync('**', { cwd: directory })
    .map((path) => join(directory, path))
    .filter((path) => lstatSync(path).isFile());

/** The megabytes of files. */
const sizeOf = (files: string[]): number => megabytes(files.reduce((sum, path) => sum + lstatSync(path).size, 0));

/** The archives in the cache of npm. The descriptions of packages beside them are there as text, but sent compressed. */
const archivesIn = (directory: string): string[] =>
  filesBelow(directory).filter((path) => readFileSync(path).subarray(0, 2).toString('hex') === '1f8b');

const report = new Report();
// PostgreSQL runs as another user when root starts it, and has to enter the directory.
const place = mkdtempSync(join(tmpdir(), 'tollgate-npx-'));
chmodSync(place, 0o755);
const [home, cache, engines] = ['home', 'npm-cache', 'engines'].map((name) => join(place, name)) as [
  string,
  string,
  string,
];
mkdirSync(home);
const log = join(place, 'log');
const read = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const command = join(home, 'node_modules', '.bin', 'tollgate');
const service = (env: Record<string, string> = {}) =>
  managedProcess({
    name: 'npx tollgate',
    command,
    cwd: home,
    env: {
      PORT: String(port),
      CACHE_DIR: engines,
      npm_config_cache: cache,
      ADMIN_API_KEY: undefined,
      DATA_DIR: undefined,
      ...env,
    },
    log,
    graceMs: 60_000,
  });
const greeted = (times: number) =>
  waitFor('the service', () => read().split('Tollgate is ready.').length - 1 === times, {
    timeoutMs: startMs,
    everyMs: 250,
  });

/** Sends an event by the key of the first organization. @throws Error unless it is accepted */
async function sendEvent(id: string): Promise<void> {
  const key = readFileSync(join(home, '.data', 'demo-api-key'), 'utf8').trim();
  const { status } = await fetch(`${url}/api/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ event: { transaction_id: id, external_subscription_id: 'acme', code: 'calls' } }),
  });
  if (status !== 200) throw new Error(`status ${status}`);
}

const running = service();
try {
  const archive = await pack(place);
  say(`Packed: ${(lstatSync(archive).size / 1e6).toFixed(1)} MB`);
  writeFileSync(join(home, 'package.json'), '{"private":true}');
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(0);
  await report.attempt('the package installs into an empty directory', async () => {
    const options = ['--no-audit', '--no-fund', '--loglevel=error', '--cache', cache];
    await runToEnd('npm', ['install', ...options, archive], { cwd: home, longestMs: installMs });
    say(`Installed after ${seconds()} s`);
  });
  await report.attempt('its command says its version and its help, and refuses another word', async () => {
    const { version } = JSON.parse(readFileSync(join(home, 'node_modules', 'tollgate', 'package.json'), 'utf8')) as {
      version: string;
    };
    if ((await runToEnd(command, ['--version'])).trim() !== version) throw new Error('another version');
    if (!(await runToEnd(command, ['--help'])).includes('DATA_DIR')) throw new Error('no help');
    await runToEnd(command, ['stop']).then(
      () => Promise.reject(new Error('it takes any word')),
      () => undefined,
    );
  });
  await report.attempt('the first start fetches the usage store, and accepts an event', async () => {
    await running.start();
    await greeted(1);
    await sendEvent('first');
    if (!read().includes('The usage store is fetched')) throw new Error('nothing was fetched');
    say(`First event after ${seconds()} s`);
  });
  await report.attempt('the console and the reference have their pages', async () => {
    for (const path of ['/console', '/docs', '/api/v1/openapi.json']) {
      const { status } = await fetch(url + path);
      if (status !== 200) throw new Error(`${path}: status ${status}`);
    }
  });
  const fetched = sizeOf(archivesIn(join(cache, '_cacache', 'content-v2')));
  const onDisk = sizeOf([...filesBelow(join(home, 'node_modules')), ...filesBelow(engines)]);
  await report.attempt(`it fetches archives of ${fetched} MB, below ${mostFetchedMb}`, () =>
    fetched < mostFetchedMb ? Promise.resolve() : Promise.reject(new Error(`${fetched} MB`)),
  );
  await report.attempt(`it takes ${onDisk} MB on the disk, below ${mostOnDiskMb}`, () =>
    onDisk < mostOnDiskMb ? Promise.resolve() : Promise.reject(new Error(`${onDisk} MB`)),
  );
  await report.attempt('a second start has the data and fetches nothing', async () => {
    await running.stop();
    await running.start();
    await greeted(2);
    await sendEvent('second');
    if (read().split('Fetching the usage store').length !== 2) throw new Error('it fetched again');
  });
  await running.stop();
  await report.attempt('with a server of its own it fetches no usage store', async () => {
    const other = service({ CLICKHOUSE_URL: 'http://127.0.0.1:9', CACHE_DIR: join(place, 'no-engines') });
    await other.start();
    await sleep(5000);
    await other.stop();
    if (existsSync(join(place, 'no-engines'))) throw new Error('it fetched one');
  });
} catch (error) {
  report.error(error);
} finally {
  await running.stop();
  if (report.counts.failed > 0) console.log(read().split('\n').slice(-60).join('\n'));
  else rmSync(place, { recursive: true, force: true });
}
report.finish();
