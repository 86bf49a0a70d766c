// npm run test:sdk
// Packs `@tollgate/sdk` and installs it into an empty TypeScript project in a temporary directory. A strict compiler checks
// uses of its types there. Programs call a standalone service with it, and one sends 10,000 events while the service is
// killed twenty times: each event must count once. The examples of the library compile and run there, too. Closes with
// `N passed, N failed`.
//   --without-kills   leaves out the last part
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Api, newOrganization } from '@tollgate/harness/api';
import { say } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { modelsDirectory, nextDirectory, sdkProjectDirectory } from './javascript-package.ts';
import { runToEnd } from './run.ts';
import { nameOfLoad, problemsThroughKills } from './usage-through-kills.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const load = { rounds: 20, eventsOfRound: 500 };
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
    const program = [process.execPath, join(directory, 'usage.ts')];
    const problems = await problemsThroughKills(service, program, load);
    report.check(nameOfLoad(load), problems);
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
