// npm test [-- SUITE ...]
// Everything that needs no outside service: the build, the unit and property tests, those of the tools, and on a
// standalone service of its own the integration tests and the conformance scenarios. `conformance/suites.json` lists the
// folders of scenarios; names after `--` replace them. At the end it names what failed and closes with `N passed, N failed`.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository, say, tail } from './cluster/process.mjs';
import { startStandalone } from './standalone.mjs';
import { counted, counting, jest, passed, show, succeeds, Suite } from './suite.mjs';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-reports-'));
const suite = new Suite();

/** Tests of the tools themselves: `*.test.mjs`, by Node's own runner. */
async function toolTests() {
  const files = readdirSync(join(repository, 'tools'), { recursive: true }).filter((name) =>
    name.endsWith('.test.mjs'),
  );
  const { status, output } = await show(['--test', '--test-reporter=tap', ...files.map((name) => join('tools', name))]);
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  return counted({ passed: count('pass'), failed: count('fail') + count('cancelled') }, status);
}

function conformance(env) {
  const names =
    process.argv.length > 2
      ? process.argv.slice(2)
      : JSON.parse(readFileSync(join(repository, 'conformance', 'suites.json'), 'utf8'));
  const paths = names.map((name) => (existsSync(name) ? name : join('conformance', 'scenarios', name)));
  return counting(['conformance/run.mjs', '--jobs', '2', ...paths], env);
}

function finish() {
  rmSync(directory, { recursive: true, force: true });
  suite.finish();
}

let service;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await service?.stop();
    process.exit(130);
  });
}

const built = await suite.step('build', () => succeeds(['tools/build.mjs']));
await suite.step('unit and property tests', () => jest('jest.config.mjs', { directory }));
await suite.step('tests of the tools', toolTests);
if (!built) finish();
const up = await suite.step('standalone service', async () => {
  service = await startStandalone();
  return passed;
});
if (up) {
  const env = {
    BASE_URL: service.baseUrl,
    OPERATIONS_URL: service.operationsUrl,
    ADMIN_API_KEY: service.adminApiKey,
    DATABASE_URL: service.databaseUrl,
  };
  await suite.step('integration tests', () => jest('jest.integration.config.mjs', { directory, env }));
  await suite.step('conformance', () => conformance(env));
  const keep = suite.hasFailed;
  if (keep) say(`End of the service's log (all of it: ${service.log}):\n${tail(service.log, 15)}`);
  await service.stop({ keep });
}
finish();
