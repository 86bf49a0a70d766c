// npm test [-- [--part PARTS] [--seed N] [--share S] [--pick TEXT --scenarios N] SUITE ...]
// Runs everything that needs no outside service: the build, the unit and property tests, and those of the tools.
// Integration tests and conformance scenarios run on a standalone service of their own. `conformance/suites.json` lists
// the folders of scenarios; names after `--` replace them. At the end it names the failures and closes with
// `N passed, N failed`.
//   --seed   of the property tests, a whole number; a new one for each run by default
//   --share  of the tries of property tests that take seconds each, 0 to 1; all by default
//   --pick   plays one in `--scenarios` of the scenarios, picked by the text, such as a commit; and all of `first`
//   --part   some of unit, tools, generators and service, separated by commas; compiled code is not compiled again
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository, say, tail } from './harness/process.ts';
import { writePicks } from './cluster/scenario-picks.ts';
import { startStandalone } from './harness/standalone.ts';
import { startDoubles } from './accounting/doubles.ts';
import { serviceAddresses, testSettings } from './test-settings.mjs';
import { counted, counting, integration, jest, passed, show, succeeds, Suite } from './suite.mjs';

const { values: options, positionals: suites } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'unit,tools,generators,service' },
    seed: { type: 'string', default: '' },
    share: { type: 'string', default: '' },
    pick: { type: 'string' },
    scenarios: { type: 'string', default: '2' },
  },
});
const isWhole = !process.argv.includes('--part');
const directory = mkdtempSync(join(tmpdir(), 'tollgate-reports-'));
const suite = new Suite();

/**
 * Tests of the tools themselves: `*.test.ts` and `*.test.mjs`, by Node's own runner. Those of the generators compile a
 * whole workspace.
 */
async function toolTests({ ofGenerators }) {
  const files = readdirSync(join(repository, 'tools'), { recursive: true }).filter(
    (name) => /\.test\.(mjs|ts)$/.test(name) && name.startsWith('generators') === ofGenerators,
  );
  const { status, output } = await show(['--test', '--test-reporter=tap', ...files.map((name) => join('tools', name))]);
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  return counted({ passed: count('pass'), failed: count('fail') + count('cancelled') }, status);
}

function conformance(env) {
  if (options.pick !== undefined) {
    const picked = join(directory, 'scenarios');
    say(
      `${writePicks(picked, { text: options.pick, share: Number(options.scenarios) })} scenarios, picked by ${options.pick}`,
    );
    return counting(['tools/conformance/run.ts', '--jobs', '4', picked], env);
  }
  const names =
    suites.length > 0 ? suites : JSON.parse(readFileSync(join(repository, 'conformance', 'suites.json'), 'utf8'));
  const paths = names.map((name) => (existsSync(name) ? name : join('conformance', 'scenarios', name)));
  return counting(['tools/conformance/run.ts', '--jobs', '4', ...paths], env);
}

let service;
let doubles;

async function onService() {
  const up = await suite.step('standalone service', async () => {
    doubles = await startDoubles();
    service = await startStandalone({ env: { ...testSettings, ...doubles.settings } });
    return passed;
  });
  if (!up) return doubles?.stop();
  const env = serviceAddresses(service, doubles);
  await integration(suite, { directory, env });
  await suite.step('conformance', () => conformance(env));
  const keep = suite.hasFailed;
  if (keep) say(`End of the service's log (all of it: ${service.log}):\n${tail(service.log, 15)}`);
  await service.stop({ keep });
  await doubles.stop();
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void Promise.allSettled([service?.stop(), doubles?.stop()]).then(() => process.exit(130)));
}

const parts = {
  unit: () =>
    suite.step('unit and property tests', () =>
      jest('jest.config.mjs', { directory, env: { PROPERTY_SEED: options.seed, PROPERTY_SHARE: options.share } }),
    ),
  tools: () => suite.step('tests of the tools', () => toolTests({ ofGenerators: false })),
  generators: () => suite.step('tests of the generators', () => toolTests({ ofGenerators: true })),
  service: onService,
};
const chosen = options.part.split(',');
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${Object.keys(parts).join(', ')}`);
const built = !isWhole || (await suite.step('build', () => succeeds(['tools/build.mjs'])));
for (const name of chosen) if (built || name === 'unit') await parts[name]();
rmSync(directory, { recursive: true, force: true });
suite.finish();
