// npm run test:cluster [-- CONFORMANCE_PATH ...]
// Tests with real backends. It checks the backends themselves. On a running cluster it runs the conformance scenarios and
// the integration tests, and the pages in Chromium. Then it plays payments by a double of Stripe, the demo while one
// service after the other is killed, and traces. Files of documents are in a bucket, where the machine has Go for its
// server. Closes with `N passed, N failed`.
//   TOLLGATE_CLUSTER_DIR=PATH    where data and logs go, and stay
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@tollgate/harness/process';
import { counting, integration, Suite } from '../suite.mjs';
import { bucketFiles, startBucket } from './bucket.ts';
import { checkBackends } from './check-backends.ts';
import { payments } from './payments.ts';
import { resilience } from './resilience.ts';
import { addressesOf, onStartedCluster } from './started-cluster.ts';
import { traces } from './traces.ts';

/** The scenarios that are named, or else all of them. */
function scenarioPaths(): string[] {
  const paths = process.argv.slice(2);
  if (paths.length > 0) return paths;
  const suites = JSON.parse(readFileSync(join(repository, 'conformance', 'suites.json'), 'utf8')) as string[];
  return suites.map((suite) => join('conformance', 'scenarios', suite));
}

const suite = new Suite();
const bucket = await startBucket();
await onStartedCluster(
  suite,
  async (cluster, doubles) => {
    const env = addressesOf(cluster, doubles);
    await suite.step('conformance', () =>
      counting(['tools/conformance/run.ts', '--jobs', '4', ...scenarioPaths()], env),
    );
    await integration(suite, { directory: cluster.dir, env });
    if (bucket) await suite.step('bucket', () => bucketFiles(cluster, bucket));
    await suite.step('pages', () => counting(['tools/pages/installation.ts'], env));
    await suite.step('payments', () => payments(cluster, doubles.stripe));
    await suite.step('resilience', () => resilience(cluster));
    await suite.step('traces', () => traces(cluster));
  },
  {
    dir: process.env.TOLLGATE_CLUSTER_DIR || undefined,
    settings: { ...bucket?.env },
    before: async () => void (await suite.step('backends', checkBackends)),
  },
);
await bucket?.stop();
suite.finish();
