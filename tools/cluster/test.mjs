// npm run test:cluster [-- CONFORMANCE_PATH ...]
// Everything that needs a whole installation: manifests, backends, and on a running cluster the conformance
// scenarios, the integration tests and the resilience runs; then a storm over two replicas of every service, and the restore
// of its databases elsewhere; at last the image's build steps in a clean directory.
//   TOLLGATE_SKIP_IMAGE=1        leaves out the image's build steps, which take minutes
//   TOLLGATE_CLUSTER_DIR=PATH    where data and logs go, and stay
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counting, jest, passed, succeeds, Suite } from '../suite.mjs';
import { checkBackends } from './check-backends.mjs';
import { repository, say } from './process.mjs';
import { resilience } from './resilience.mjs';
import { restore } from './restore.mjs';
import { storm } from './storm.mjs';
import { traces } from './traces.mjs';
import { startCluster } from './up.mjs';

const suite = new Suite();

/** Data and logs stay when something failed, or where they were asked for. */
async function stopCluster() {
  const keep = suite.hasFailed || Boolean(process.env.TOLLGATE_CLUSTER_DIR);
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

await suite.step('manifests', () => counting(['tools/cluster/check-manifests.mjs']));
const built = await suite.step('build', () => succeeds(['tools/build.mjs']));
if (!built) suite.finish();
await suite.step('backends', checkBackends);
const up = await suite.step('cluster', async () => {
  cluster = await startCluster({ dir: process.env.TOLLGATE_CLUSTER_DIR || undefined });
  return passed;
});
if (up) {
  const env = { ...cluster.env, BASE_URL: cluster.baseUrl, OPERATIONS_URL: cluster.services.gateway.operationsUrl };
  const paths = process.argv.slice(2);
  if (paths.length === 0) {
    const suites = JSON.parse(readFileSync(join(repository, 'conformance', 'suites.json'), 'utf8'));
    paths.push(...suites.map((suite) => join('conformance', 'scenarios', suite)));
  }
  await suite.step('conformance', () => counting(['conformance/run.mjs', '--jobs', '2', ...paths], env));
  await suite.step('integration tests', () => jest('jest.integration.config.mjs', { directory: cluster.dir, env }));
  await suite.step('resilience', () => resilience(cluster));
  await suite.step('traces', () => traces(cluster));
  await stopCluster();
}
const storming = await suite.step('two replicas', async () => {
  cluster = await startCluster({ replicas: 2 });
  return passed;
});
if (storming) {
  // Always the same storm: what it takes away depends on its seed alone.
  await suite.step('storm', () => storm(cluster, { seconds: 60, seed: 'gate' }));
  await suite.step('restore', () => restore(cluster, startCluster));
  await stopCluster();
}
if (!process.env.TOLLGATE_SKIP_IMAGE) await suite.step('image', () => counting(['tools/cluster/check-image.mjs']));
suite.finish();
