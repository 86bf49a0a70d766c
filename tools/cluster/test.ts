// npm run test:cluster [-- [--pick TEXT --share N] CONFORMANCE_PATH ...]
// Tests with real backends. It checks the backends themselves. On a running cluster it runs the conformance scenarios and
// the integration tests. It reads a topic while its reader is killed, and opens the pages in Chromium. Then it plays
// payments by a double of Stripe, the demo while one service after the other is killed, and traces. Files of documents are
// in a bucket, where the machine has Go for its server. Closes with `N passed, N failed`.
//   --pick, --share              one in N scenarios, which the text picks, and those that exercise every service; with them
//   --test-share                 one in N integration tests (3), and those of Kafka and Redis
//   TOLLGATE_CLUSTER_DIR=PATH    where data and logs go, and stay
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository, say } from '@tollgate/harness/process';
import { counting, integration, Suite } from '../suite.mjs';
import { bucketFiles, startBucket } from './bucket.ts';
import { checkBackends } from './check-backends.ts';
import { payments } from './payments.ts';
import { resilience } from './resilience.ts';
import { pickIntegrationTests, writePicks } from './scenario-picks.ts';
import { addressesOf, onStartedCluster } from './started-cluster.ts';
import { stageOf, topics } from './topics.ts';
import { traces } from './traces.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pick: { type: 'string' },
    share: { type: 'string', default: '8' },
    'test-share': { type: 'string', default: '3' },
  },
});
const picks = mkdtempSync(join(tmpdir(), 'tollgate-cluster-picks-'));

/** The scenarios that are named or picked, or else all of them. */
function scenarioPaths(): string[] {
  if (positionals.length > 0) return positionals;
  if (options.pick !== undefined) {
    const picked = writePicks(picks, { text: options.pick, share: Number(options.share) });
    say(`${picked} scenarios, picked by ${options.pick}`);
    return [picks];
  }
  const suites = JSON.parse(readFileSync(join(repository, 'conformance', 'suites.json'), 'utf8')) as string[];
  return suites.map((suite) => join('conformance', 'scenarios', suite));
}

/** The picked integration tests; none is all of them. */
function integrationPaths(): string[] {
  if (options.pick === undefined) return [];
  const picked = pickIntegrationTests({ text: options.pick, share: Number(options['test-share']) });
  say(`${picked.length} files of integration tests, picked by ${options.pick}`);
  return picked;
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
    await integration(suite, { directory: cluster.dir, env, paths: integrationPaths() });
    if (bucket) await suite.step('bucket', () => bucketFiles(cluster, bucket));
    await suite.step('topics', () => topics(stageOf(cluster)));
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
rmSync(picks, { recursive: true, force: true });
suite.finish();
