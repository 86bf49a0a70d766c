// node tools/secured/cluster.ts [--pick TEXT] [--share N]
// Starts a cluster over backends that take encrypted calls with a login alone (`secured-backends.ts`). It plays the scenarios that
// exercise every service, and one in N (24) of all others, which TEXT picks. `secured.ts` checks that each wrong certificate,
// password and role is refused. Closes with `N passed, N failed`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writePicks } from '@tollgate/cluster/scenario-picks';
import { addressesOf, onStartedCluster } from '@tollgate/cluster/started-cluster';
import { say } from '@tollgate/harness/process';
import { counting, Suite } from '../suite.mjs';
import { makeCertificates } from './certificates.ts';
import { startSecuredBackends } from './secured-backends.ts';

const { values: options } = parseArgs({
  options: { pick: { type: 'string', default: 'none' }, share: { type: 'string', default: '24' } },
});

const suite = new Suite();
const directory = mkdtempSync(join(tmpdir(), 'tollgate-secured-cluster-'));
const certificates = await makeCertificates(directory);
await onStartedCluster(
  suite,
  async (cluster, doubles) => {
    const picks = join(directory, 'picks');
    const picked = writePicks(picks, { text: options.pick, share: Number(options.share) });
    say(`${picked} scenarios, picked by ${options.pick}`);
    await suite.step('scenarios', () =>
      counting(['tools/conformance/run.ts', '--jobs', '4', picks], addressesOf(cluster, doubles)),
    );
  },
  { backends: ({ dir }) => startSecuredBackends(dir, certificates) },
);
rmSync(directory, { recursive: true, force: true });
suite.finish();
