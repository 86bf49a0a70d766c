// npm run spec -- [--unit] WORD ...
// Runs single test files. Unit specs run alone, integration specs and scenarios on a standalone service of their own,
// and tests of the tools by Node's own runner. Words match paths, as in `taxes.spec` or `scenarios/wallets`; --unit
// leaves all but unit specs out, and may match none. Closes with `N passed, N failed`.
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from './harness/process.ts';
import { startStandalone } from './harness/standalone.ts';
import { counting, jest, passed, succeeds, Suite } from './suite.mjs';
import { serial } from '../jest.integration.serial.config.mjs';
import { startDoubles } from './accounting/doubles.ts';
import { serviceAddresses, testSettings } from './test-settings.mjs';

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { unit: { type: 'boolean', default: false } },
});
const patterns = ['{apps,libs}/*/src/**/*.spec.ts', 'conformance/scenarios/**/*.json', 'tools/**/*.test.{mjs,ts}'];
const isUnit = (file) => file.endsWith('.spec.ts') && !file.endsWith('.integration.spec.ts');
const files = globSync(patterns, { cwd: repository })
  .filter((file) => words.some((word) => file.includes(word.replace(/^\.\//, ''))))
  .filter((file) => !options.unit || isUnit(file));
if (files.length === 0 && !options.unit) {
  console.error(`No test file matches: ${words.join(' ') || 'name at least one'}`);
  process.exit(1);
}

const integrationSpecs = files.filter((file) => file.endsWith('.integration.spec.ts'));
const unitSpecs = files.filter(isUnit);
const scenarios = files.filter((file) => file.endsWith('.json'));
const toolTests = files.filter((file) => /\.test\.(mjs|ts)$/.test(file));
const isSerial = (file) => serial.includes(file);

const directory = mkdtempSync(join(tmpdir(), 'tollgate-reports-'));
const suite = new Suite();

/** A step of its own for files of one kind; none where there are none. */
async function stepOf(name, paths, work) {
  if (paths.length > 0) await suite.step(name, () => work(paths));
}

async function onService() {
  let service;
  let doubles;
  const isUp = await suite.step('standalone service', async () => {
    doubles = await startDoubles();
    service = await startStandalone({ env: { ...testSettings, ...doubles.settings } });
    return passed;
  });
  if (!isUp) return doubles?.stop();
  const env = serviceAddresses(service, doubles);
  const play = (config) => (paths) => jest(config, { directory, env, paths });
  const parallel = integrationSpecs.filter((file) => !isSerial(file));
  await stepOf('integration tests', parallel, play('jest.integration.config.mjs'));
  await stepOf(
    'serial integration tests',
    integrationSpecs.filter(isSerial),
    play('jest.integration.serial.config.mjs'),
  );
  await stepOf('conformance', scenarios, (paths) => counting(['tools/conformance/run.ts', ...paths], env));
  await service.stop({ keep: suite.hasFailed });
  await doubles.stop();
}

await stepOf('unit tests', unitSpecs, (paths) => jest('jest.config.mjs', { directory, env: {}, paths }));
await stepOf('tests of the tools', toolTests, (paths) => succeeds(['--test', ...paths]));
if (integrationSpecs.length + scenarios.length > 0) {
  if (await suite.step('build', () => succeeds(['tools/build.mjs']))) await onService();
}
rmSync(directory, { recursive: true, force: true });
suite.finish();
