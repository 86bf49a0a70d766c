// npm run test:sdk
// Packs `@tollgate/sdk` and installs it into an empty TypeScript project in a temporary directory. A strict compiler checks
// uses of its types there. Programs call a standalone service with it, and one sends 10,000 events while the service is
// killed twenty times: each event must count once. The examples of the library compile and run there, too. Closes with
// `N passed, N failed`.
//   --without-kills   leaves out the last part
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Api, newOrganization } from '@tollgate/harness/api';
import { say, sleep } from '@tollgate/harness/process';
import { messageOf, Report } from '@tollgate/harness/report';
import { type Standalone, startStandalone } from '@tollgate/harness/standalone';
import { modelsDirectory, nextDirectory, sdkProjectDirectory } from './javascript-package.ts';
import { runToEnd } from './run.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const rounds = 20;
const eventsOfRound = 500;
const tokensOfEvent = 3;
const subscription = 'sdk-usage';
const longestRunMs = 300_000;

/** The compilers' settings of a program in Node, and of one that a bundler makes for browsers. */
const strict = {
  ...{ target: 'es2022', noEmit: true, strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
  ...{ noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, allowImportingTsExtensions: true },
};
const settings = {
  node: { ...strict, module: 'nodenext', lib: ['es2023'], types: ['node'] },
  // Types of other packages have faults of their own.
  examples: {
    ...strict,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
  },
  browser: {
    ...strict,
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  },
};

/** Packs the library, and installs it into a project. @throws Error if the package has other files than it should */
async function makeProject(directory: string): Promise<void> {
  cpSync(await sdkProjectDirectory(), directory, { recursive: true, verbatimSymlinks: true });
  const manifest = join(directory, 'package.json');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), type: 'module' }));
  const pack = ['pack', here('../../libs/sdk'), '--pack-destination', directory, '--ignore-scripts', '--json'];
  const [packed] = JSON.parse(await runToEnd('npm', pack)) as { filename: string; files: { path: string }[] }[];
  if (!packed) throw new Error('npm has packed nothing');
  const others = packed.files.filter(
    ({ path }) => !/^(README\.md|package\.json|dist\/[a-z-]+\.(js|d\.ts))$/.test(path),
  );
  if (others.length > 0) throw new Error(`The package has ${others.map(({ path }) => path).join(', ')}`);
  const install = [
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `./${packed.filename}`,
  ];
  await runToEnd('npm', install, { cwd: directory });
  cpSync(here('sdk'), directory, { recursive: true });
  cpSync(here('../../libs/sdk/examples'), join(directory, 'examples'), { recursive: true });
  // Large packages of other tools are borrowed where they are.
  for (const [name, owner] of [
    ['ai', modelsDirectory],
    ['next', nextDirectory],
  ] as const)
    symlinkSync(join(await owner(), 'node_modules', name), join(directory, 'node_modules', name));
}

/** @throws Error if the compiler finds a fault, or does not find one that is there */
async function compile(directory: string, target: keyof typeof settings, include: string[]): Promise<void> {
  const project = join(directory, `tsconfig.${target}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions: settings[target], include }));
  const compiler = join(directory, 'node_modules', 'typescript', 'bin', 'tsc');
  await runToEnd(process.execPath, [compiler, '-p', project], { cwd: directory, longestMs: longestRunMs });
}

async function prepare(api: Api): Promise<void> {
  const metric = await api.create<{ svc_id: string }>('/api/v1/billable_metrics', 'billable_metric', {
    ...{ name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'tokens' },
  });
  const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '0.01' } };
  const plan = { name: 'Usage', code: 'usage', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR' };
  await api.ok('POST', '/api/v1/plans', { plan: { ...plan, pay_in_advance: false, charges: [charge] } });
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'acme', currency: 'EUR' } });
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: 'acme', external_id: subscription, plan_code: plan.code },
  });
}

/** A program that sends usage: it adds events, and reports at its end. */
class Sender {
  private readonly child;
  private readonly lines;

  constructor(directory: string, { baseUrl, key }: Api) {
    const args = [join(directory, 'usage.ts'), baseUrl, key, subscription];
    this.child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** Adds events within a second. */
  async add(count: number): Promise<void> {
    this.child.stdin.write(`${count}\n`);
    await this.line();
  }

  /** Has it send the rest. @returns what became of all events */
  async end(): Promise<Record<'added' | 'refused' | 'dropped' | 'left', number>> {
    this.child.stdin.end();
    return JSON.parse(await this.line());
  }

  private async line(): Promise<string> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error('The program ended early');
    return String(value);
  }
}

/** Sends events while the service is killed at other moments of each second. @returns what is wrong */
async function sendThroughKills(service: Standalone, directory: string): Promise<string[]> {
  const { api } = await newOrganization(service, { name: 'Usage' });
  await prepare(api);
  const sender = new Sender(directory, api);
  for (let round = 1; round <= rounds; round++) {
    const added = sender.add(eventsOfRound);
    await sleep((round * 137) % 1_000);
    await service.crash();
    await added;
    say(`Killed ${round} times`);
  }
  const report = await sender.end();
  const { customer_usage: usage } = await api.ok<{
    customer_usage: { charges_usage: { events_count: number; units: string }[] };
  }>('GET', `/api/v1/customers/acme/current_usage?external_subscription_id=${subscription}`);
  const [charge] = usage.charges_usage;
  const count = rounds * eventsOfRound;
  const found = { ...report, counted: charge?.events_count, units: Number(charge?.units) };
  const expected = { added: count, refused: 0, dropped: 0, left: 0, counted: count, units: count * tokensOfEvent };
  return JSON.stringify(found) === JSON.stringify(expected) ? [] : [`found ${JSON.stringify(found)}`];
}

async function play(report: Report, directory: string): Promise<void> {
  await makeProject(directory);
  report.line(true, 'the package installs');
  await report.attempt('its types hold in Node', () => compile(directory, 'node', ['*.ts']));
  await report.attempt('its types hold in a bundle for browsers', () => compile(directory, 'browser', ['uses.ts']));
  await report.attempt('the examples compile', () => compile(directory, 'examples', ['examples/*.ts']));
  const service = await startStandalone();
  try {
    const { organization, api_key: key } = await new Api(service.baseUrl, service.adminApiKey).ok<{
      organization: { hmac_key: string };
      api_key: { value: string };
    }>('POST', '/admin/organizations', { organization: { name: 'Calls' } });
    const args = [join(directory, 'calls.ts'), service.baseUrl, key.value, organization.hmac_key];
    await report.attempt('calls work', async () => {
      say(await runToEnd(process.execPath, args, { cwd: directory, longestMs: longestRunMs }));
    });
    await report.attempt('the examples work', async () => {
      const { api } = await newOrganization(service, { name: 'Examples' });
      const program = [join(directory, 'examples.ts'), service.baseUrl, api.key];
      say(await runToEnd(process.execPath, program, { cwd: directory, longestMs: longestRunMs }));
    });
    if (process.argv.includes('--without-kills')) return;
    const problems = await sendThroughKills(service, directory).catch((error: unknown) => [messageOf(error)]);
    report.check(`${rounds * eventsOfRound} events count once through ${rounds} kills`, problems);
  } finally {
    await service.stop({ keep: report.counts.failed > 0 });
  }
}

const directory = mkdtempSync(join(tmpdir(), 'tollgate-sdk-'));
const report = new Report();
try {
  await play(report, directory);
} catch (error) {
  report.error(error);
}
rmSync(directory, { recursive: true, force: true });
report.finish();
