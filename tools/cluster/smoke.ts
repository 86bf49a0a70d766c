// node tools/cluster/smoke.ts [--pick TEXT] [--share N]
// Starts a cluster once and plays a part of the scenarios on it. It plays those of `first`, which exercise every
// service, and one in N (48) of all others. TEXT picks them, such as the hash of a commit, so each commit always plays
// the same ones, and other commits others. `npm run test:cluster` plays all of them. Closes with `N passed, N failed`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '@tollgate/harness/process';
import { counting, jest, Suite } from '../suite.mjs';
import { writePicks } from './scenario-picks.ts';
import { addressesOf, onStartedCluster } from './started-cluster.ts';

const { values: options } = parseArgs({
  options: { pick: { type: 'string', default: 'none' }, share: { type: 'string', default: '48' } },
});
/** Behaviour of a cluster that differs from a single process, below the interface. */
const specs = 'window/redis-window|organizations/strangers';

const suite = new Suite();
const directory = mkdtempSync(join(tmpdir(), 'tollgate-smoke-'));
await onStartedCluster(suite, async (cluster, doubles) => {
  const env = addressesOf(cluster, doubles);
  const picked = writePicks(directory, { text: options.pick, share: Number(options.share) });
  say(`${picked} scenarios, picked by ${options.pick}`);
  await suite.step('scenarios', () => counting(['tools/conformance/run.ts', '--jobs', '4', directory], env));
  await suite.step('integration tests', () =>
    jest('jest.integration.config.mjs', { directory: cluster.dir, env, paths: [specs] }),
  );
});
rmSync(directory, { recursive: true, force: true });
suite.finish();
