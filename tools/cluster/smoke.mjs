// node tools/cluster/smoke.mjs [--pick TEXT] [--share N]
// One start of a cluster and a part of the scenarios on it: those of `first`, which walk through every service, and of
// all others one in N (48), which TEXT picks, such as the hash of a commit. So every commit plays others, and the same
// commit always the same. `npm run test:cluster` plays all of them. Closes with `N passed, N failed`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { counting, jest, passed, Suite } from '../suite.mjs';
import { testSettings } from '../test-settings.mjs';
import { say } from './process.mjs';
import { writePicks } from './scenario-picks.mjs';
import { startCluster } from './up.mjs';

const { values: options } = parseArgs({
  options: { pick: { type: 'string', default: 'none' }, share: { type: 'string', default: '48' } },
});
/** What a cluster does otherwise than a single process, beneath the interface. */
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
  await suite.step('scenarios', () => counting(['conformance/run.mjs', '--jobs', '4', directory], env));
  await suite.step('integration tests', () =>
    jest('jest.integration.config.mjs', { directory: cluster.dir, env, paths: [specs] }),
  );
  const keep = suite.hasFailed;
  await cluster.stop({ keep });
  if (keep) say(`Logs: ${join(cluster.dir, 'logs')}`);
}
rmSync(directory, { recursive: true, force: true });
suite.finish();
