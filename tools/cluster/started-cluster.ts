// A cluster as a step of a suite.
import { join } from 'node:path';
import { startDoubles, type Doubles } from '@tollgate/accounting/doubles';
import { say } from '@tollgate/harness/process';
import { passed, type Suite } from '../suite.mjs';
import { testSettings } from '../test-settings.mjs';
import type { Cluster } from './parts.ts';
import { stopOnSignals } from './signals.ts';
import { type ClusterSettings, startCluster } from './up.ts';

/** The settings with which integration tests and the conformance runner find the cluster. */
export const addressesOf = (
  { env, baseUrl, operationsUrl }: Cluster,
  doubles: Pick<Doubles, 'env'>,
): Record<string, string> => ({
  ...env,
  ...doubles.env,
  BASE_URL: baseUrl,
  OPERATIONS_URL: operationsUrl,
});

/**
 * Starts a cluster with the settings of tests, and plays steps on it if it starts. Data and logs stay after a failure.
 * @param dir where data and logs go, and stay; a temporary directory by default
 * @param settings further environment variables of all services
 * @param before steps before the start
 * @param backends starts other ones
 */
export async function onStartedCluster(
  suite: Suite,
  play: (cluster: Cluster, doubles: Doubles) => Promise<void>,
  {
    dir,
    settings = {},
    before = () => Promise.resolve(),
    backends,
  }: Pick<ClusterSettings, 'dir' | 'settings' | 'backends'> & { before?: () => Promise<void> } = {},
): Promise<void> {
  const started: { cluster?: Cluster; doubles?: Doubles } = {};
  stopOnSignals(() => started.cluster);
  await before();
  await suite.step('cluster', async () => {
    started.doubles = await startDoubles();
    const { settings: ofDoubles } = started.doubles;
    started.cluster = await startCluster({ dir, settings: { ...testSettings, ...ofDoubles, ...settings }, backends });
    return passed;
  });
  const { cluster, doubles } = started;
  if (!cluster || !doubles) return doubles?.stop();
  await play(cluster, doubles);
  const keep = suite.hasFailed || dir !== undefined;
  await cluster.stop({ keep });
  await doubles.stop();
  if (keep) say(`Logs: ${join(cluster.dir, 'logs')}`);
}
