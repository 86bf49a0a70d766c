// npm run test:cluster [-- CONFORMANCE_PATH ...]
// Tests with real backends: the backends themselves, and on a running cluster the conformance scenarios, the
// integration tests, the demo while one service after the other is killed, and traces. Closes with `N passed, N
// failed`.
//   TOLLGATE_CLUSTER_DIR=PATH    where data and logs go, and stay
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counting, integration, passed, Suite } from '../suite.mjs';
import { testSettings } from '../test-settings.mjs';
import { checkBackends } from './check-backends.mjs';
import { repository, say } from '../harness/process.ts';
import { resilience } from './resilience.mjs';
import { traces } from './traces.mjs';
import { startCluster } from './up.mjs';

const suite = new Suite();

/** Data and logs stay after a failure, or on request. */
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

await suite.step('backends', checkBackends);
const up = await suite.step('cluster', async () => {
  cluster = await startCluster({ dir: process.env.TOLLGATE_CLUSTER_DIR || undefined, settings: testSettings });
  return passed;
});
if (up) {
  const env = { ...cluster.env, BASE_URL: cluster.baseUrl, OPERATIONS_URL: cluster.services.gateway.operationsUrl };
  const paths = process.argv.slice(2);
  if (paths.length === 0) {
    const suites = JSON.parse(readFileSync(join(repository, 'conformance', 'suites.json'), 'utf8'));
    paths.push(...suites.map((suite) => join('conformance', 'scenarios', suite)));
  }
  await suite.step('conformance', () => counting(['tools/conformance/run.ts', '--jobs', '4', ...paths], env));
  await integration(suite, { directory: cluster.dir, env });
  await suite.step('resilience', () => resilience(cluster));
  await suite.step('traces', () => traces(cluster));
  await stopCluster();
}
suite.finish();
