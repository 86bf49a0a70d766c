// node tools/cluster/smoke.mjs [--pick TEXT] [--share N]
// Starts a cluster once and plays a part of the scenarios on it: those of `first`, which exercise every service, and
// one in N (48) of all others. TEXT picks them, such as the hash of a commit, so each commit always plays the same
// ones, and other commits others. `npm run test:cluster` plays all of them. Closes with `N passed, N failed`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { counting, jest, passed, Suite } from '../suite.mjs';
import { testSettings } from '../test-settings.mjs';
import { say } from '../harness/process.ts';
import { writePicks } from './scenario-picks.mjs';
import { startCluster } from './up.mjs';

const { values: options } = parseArgs({
  options: { pick: { type: 'string', default: 'none' }, share: { type: 'string', default: '48' } },
});
/** Behaviour of a cluster that differs from a single process, below the interface. */
const specs = 'window/redis-window|organizations/strangers';

const suite = new Suite();
const directory = mkdtempSync(join(tmpdir(), 'tollgate-smoke-'));
let cluster;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await cluster?.stop();
    process.exit(130);
  });
}
const up = await suite.step('cluster', async () => {
  cluster = await startCluster({ settings: testSettings });
  return passed;
});
if (up) {
  const env = { ...cluster.env, BASE_URL: cluster.baseUrl, OPERATIONS_URL: cluster.services.gateway.operationsUrl };
  const picked = writePicks(directory, { text: options.pick, share: Number(options.share) });
  say(`${picked} scenarios, picked by ${options.pick}`);
  await suite.step('scenarios', () => counting(['tools/conformance/run.ts', '--jobs', '4', directory], env));
  await suite.step('integration tests', () =>
    jest('jest.integration.config.mjs', { directory: cluster.dir, env, paths: [specs] }),
  );
  const keep = suite.hasFailed;
  await cluster.stop({ keep });
  if (keep) say(`Logs: ${join(cluster.dir, 'logs')}`);
}
rmSync(directory, { recursive: true, force: true });
suite.finish();
