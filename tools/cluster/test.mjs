// npm run test:cluster [-- CONFORMANCE_PATH ...]
// Everything that needs a whole installation: manifests, backends, and on a running cluster the conformance
// scenarios, the integration tests and the resilience runs; then a storm over two replicas of every service, and the restore
// of its databases elsewhere; at last the image's build steps in a clean directory.
//   TOLLGATE_SKIP_IMAGE=1        leaves out the image's build steps, which take minutes
//   TOLLGATE_CLUSTER_DIR=PATH    where data and logs go, and stay
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBackends } from './check-backends.mjs';
import { repository, say } from './process.mjs';
import { resilience } from './resilience.mjs';
import { restore } from './restore.mjs';
import { storm } from './storm.mjs';
import { traces } from './traces.mjs';
import { startCluster } from './up.mjs';

/** Runs a command with its output shown; answers the status and the output. */
function show(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    process.stdout.write(data);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: error.message, output }));
    child.once('close', (status, signal) => resolve({ status: status ?? signal, output }));
  });
}

/** A program that closes with `N passed, N failed`; one that ends badly without saying so counts as a failure. */
async function counting(args, env) {
  const { status, output } = await show(process.execPath, args, env);
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  const counts = { passed: Number(found?.[1] ?? 0), failed: Number(found?.[2] ?? 0) };
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

async function integrationTests(cluster, env) {
  const config = 'jest.integration.config.mjs';
  if (!existsSync(join(repository, config))) {
    console.log(`FAILED  ${config} is missing`);
    return { passed: 0, failed: 1 };
  }
  const report = join(cluster.dir, 'integration-tests.json');
  const options = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings`.trim();
  const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js');
  const { status } = await show(process.execPath, [jest, '--config', config, '--json', '--outputFile', report], {
    ...env,
    NODE_OPTIONS: options,
  });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
  const counts = { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

const total = { passed: 0, failed: 0 };
const summary = [];
async function step(name, work) {
  say(`--- ${name}`);
  let counts;
  try {
    counts = await work();
  } catch (error) {
    console.log(`FAILED  ${name}: ${error.message}`);
    counts = { passed: 0, failed: 1 };
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  summary.push(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0;
}
function finish() {
  console.log(`\n${summary.join('\n')}\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
}

/** Data and logs stay when something failed, or where they were asked for. */
async function stopCluster() {
  const keep = total.failed > 0 || Boolean(process.env.TOLLGATE_CLUSTER_DIR);
  await cluster.stop({ keep });
  if (keep) say(`Logs: ${join(cluster.dir, 'logs')}`);
}

let cluster;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (interrupted) process.exit(130);
    interrupted = true;
    await cluster?.stop();
    process.exit(130);
  });
}

await step('manifests', () => counting(['tools/cluster/check-manifests.mjs']));
const built = await step('build', async () => {
  const { status } = await show(process.execPath, ['tools/build.mjs']);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
});
if (!built) finish();
await step('backends', checkBackends);
const up = await step('cluster', async () => {
  cluster = await startCluster({ dir: process.env.TOLLGATE_CLUSTER_DIR || undefined });
  return { passed: 1, failed: 0 };
});
if (up) {
  const env = { ...cluster.env, BASE_URL: cluster.baseUrl, OPERATIONS_URL: cluster.services.gateway.operationsUrl };
  const paths = process.argv.slice(2);
  if (paths.length === 0) {
    const suites = JSON.parse(readFileSync(join(repository, 'conformance', 'suites.json'), 'utf8'));
    paths.push(...suites.map((suite) => join('conformance', 'scenarios', suite)));
  }
  await step('conformance', () => counting(['conformance/run.mjs', '--jobs', '2', ...paths], env));
  await step('integration tests', () => integrationTests(cluster, env));
  await step('resilience', () => resilience(cluster));
  await step('traces', () => traces(cluster));
  await stopCluster();
}
const storming = await step('two replicas', async () => {
  cluster = await startCluster({ replicas: 2 });
  return { passed: 1, failed: 0 };
});
if (storming) {
  // Always the same storm: what it takes away depends on its seed alone.
  await step('storm', () => storm(cluster, { seconds: 60, seed: 'gate' }));
  await step('restore', () => restore(cluster, startCluster));
  await stopCluster();
}
if (!process.env.TOLLGATE_SKIP_IMAGE) await step('image', () => counting(['tools/cluster/check-image.mjs']));
finish();
