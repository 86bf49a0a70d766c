// npm test [-- SUITE ...]
// Everything that needs no outside service: the build, the unit and property tests, those of the tools, and on a
// standalone service of its own the integration tests and the conformance scenarios. `conformance/suites.json` lists the
// folders of scenarios; names after `--` replace them. Closes with `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository, say, tail } from './cluster/process.mjs';
import { startStandalone } from './standalone.mjs';

const reports = mkdtempSync(join(tmpdir(), 'tollgate-reports-'));
const passed = { passed: 1, failed: 0 };
const failed = { passed: 0, failed: 1 };

/** Runs a Node program with its output shown; answers its exit code, or the signal that ended it, and the output. */
function show(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    process.stdout.write(data);
  });
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ status: code ?? signal, output })));
}

/** What was counted, with a bad end that counted no failure as one failure. */
const counted = (counts, status) => (status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);

async function jest(config, env) {
  const report = join(reports, `${config}.json`);
  const options = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings`.trim();
  const args = [join('node_modules', 'jest', 'bin', 'jest.js'), '--config', config, '--json', '--outputFile', report];
  const { status } = await show(args, { ...env, NODE_OPTIONS: options });
  if (!existsSync(report)) return failed;
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
  return counted({ passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites }, status);
}

/** Tests of the tools themselves: `*.test.mjs`, by Node's own runner. */
async function toolTests() {
  const files = readdirSync(join(repository, 'tools'), { recursive: true }).filter((name) =>
    name.endsWith('.test.mjs'),
  );
  const { status, output } = await show(['--test', '--test-reporter=tap', ...files.map((name) => join('tools', name))]);
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  return counted({ passed: count('pass'), failed: count('fail') + count('cancelled') }, status);
}

async function conformance(env) {
  const names =
    process.argv.length > 2
      ? process.argv.slice(2)
      : JSON.parse(readFileSync(join(repository, 'conformance', 'suites.json'), 'utf8'));
  const paths = names.map((name) => (existsSync(name) ? name : join('conformance', 'scenarios', name)));
  const { status, output } = await show(['conformance/run.mjs', '--jobs', '2', ...paths], env);
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return counted({ passed: Number(found?.[1] ?? 0), failed: Number(found?.[2] ?? 0) }, status);
}

const total = { passed: 0, failed: 0 };
const summary = [];

async function step(name, work) {
  say(`--- ${name}`);
  const counts = await work().catch((error) => {
    console.log(`FAILED  ${name}: ${error.message}`);
    return failed;
  });
  total.passed += counts.passed;
  total.failed += counts.failed;
  summary.push(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0;
}

function finish() {
  rmSync(reports, { recursive: true, force: true });
  console.log(`\n${summary.join('\n')}\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
}

let service;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await service?.stop();
    process.exit(130);
  });
}

const built = await step('build', async () => ((await show(['tools/build.mjs'])).status === 0 ? passed : failed));
await step('unit and property tests', () => jest('jest.config.mjs'));
await step('tests of the tools', toolTests);
if (!built) finish();
const up = await step('standalone service', async () => {
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
  await step('integration tests', () => jest('jest.integration.config.mjs', env));
  await step('conformance', () => conformance(env));
  const keep = total.failed > 0;
  if (keep) say(`End of the service's log (all of it: ${service.log}):\n${tail(service.log, 15)}`);
  await service.stop({ keep });
}
finish();
