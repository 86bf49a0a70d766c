// npm run test:start
// A newcomer on a machine with an older Node starts a clean clone of the last commit. The service prints the console's
// link, and a second start has the data of the first. Closes with `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { cacheDirectory, freePort, managedProcess, repository, say, waitFor } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { packageOf } from '../node.mjs';

/** Older than what Tollgate supports, and still on many machines. */
const oldNode = '20.20.0';
/** A bound for a start that hangs: packages, the engine and the build take minutes beside other steps. */
const startMs = 1_200_000;

/** Fetches the older Node once. @returns its directory */
function oldNodeDirectory(): string {
  const name = packageOf(process.platform, process.arch);
  const place = join(cacheDirectory(), 'old-node', oldNode);
  const binary = join(place, 'node_modules', name, 'bin', 'node');
  if (!existsSync(binary)) {
    mkdirSync(place, { recursive: true });
    execFileSync('npm', ['install', '--prefix', place, '--no-save', '--no-audit', '--no-fund', `${name}@${oldNode}`], {
      cwd: place,
      stdio: 'ignore',
    });
  }
  return dirname(binary);
}

/** The environment of the newcomer: the older Node, and nothing that this process sets for its own tools. */
function environment(port: number): Record<string, string | undefined> {
  const own = Object.keys(process.env).filter((name) => /^(npm_|NODE_|INIT_CWD)/i.test(name));
  return {
    ...Object.fromEntries(own.map((name) => [name, undefined])),
    PATH: [oldNodeDirectory(), process.env['PATH']].join(delimiter),
    PORT: String(port),
    DATA_DIR: undefined,
    ADMIN_API_KEY: undefined,
  };
}

const report = new Report();
// PostgreSQL runs as another user when root starts it, and has to enter the directory.
const place = mkdtempSync(join(tmpdir(), 'tollgate-newcomer-'));
chmodSync(place, 0o755);
const clone = join(place, 'tollgate');
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const log = join(place, 'log');
const read = () => readFileSync(log, 'utf8');
const service = managedProcess({
  name: 'npm start',
  command: 'npm',
  args: ['start'],
  cwd: clone,
  env: environment(port),
  log,
  graceMs: 60_000,
});
const greetings = () => read().split('Tollgate is ready.').length - 1;
const greeted = (times: number) =>
  waitFor('the service', () => greetings() === times, { timeoutMs: startMs, everyMs: 500 });

try {
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${repository}`, clone]);
  await report.attempt(`npm start runs the service from a clean clone, on Node ${oldNode}`, async () => {
    say('npm start ...');
    await service.start();
    await greeted(1);
  });
  const link = /http\S+\/console\/welcome#\S+/.exec(read())?.[0];
  await report.attempt('it prints a link that makes the first person', async () => {
    if (link === undefined) throw new Error('no link');
    const { status, headers } = await fetch(link.replace(/#.*/, ''));
    if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) throw new Error(`status ${status}`);
  });
  await report.attempt('it has its documentation', async () => {
    const { status } = await fetch(`${url}/docs/start/first-steps`);
    if (status !== 200) throw new Error(`status ${status}`);
  });
  await report.attempt('it runs on a supported Node', () => {
    const started = read().includes('Fetching Node');
    return started ? Promise.resolve() : Promise.reject(new Error('no other Node was fetched'));
  });
  const key = readFileSync(join(clone, '.data', 'demo-api-key'), 'utf8').trim();
  const customers = (method: string, body?: object) =>
    fetch(`${url}/api/v1/customers`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  await report.attempt('a second start has the data of the first', async () => {
    const created = await customers('POST', { customer: { external_id: 'acme', name: 'Acme' } });
    if (created.status !== 200) throw new Error(`status ${created.status}`);
    await service.stop();
    await service.start();
    await greeted(2);
    const { meta } = (await (await customers('GET')).json()) as { meta: { total_count: number } };
    if (meta.total_count !== 1) throw new Error(`${meta.total_count} customers`);
  });
} catch (error) {
  report.error(error);
} finally {
  await service.stop();
  if (report.counts.failed > 0) console.log(read().split('\n').slice(-60).join('\n'));
  else rmSync(place, { recursive: true, force: true });
}
report.finish();
