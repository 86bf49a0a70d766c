// A cluster as a step of a suite.
import { join } from 'node:path';
import { say } from '@tollgate/harness/process';
import { passed, type Suite } from '../suite.mjs';
import { startTaxEngines, type TaxEngineProcess } from '@tollgate/tax-engines/process';
import { testSettings } from '../test-settings.mjs';
import type { Cluster } from './parts.ts';
import { stopOnSignals } from './signals.ts';
import { startCluster } from './up.ts';

/** The settings with which integration tests and the conformance runner find the cluster. */
export const addressesOf = (
  { env, baseUrl, operationsUrl }: Cluster,
  taxEngines: TaxEngineProcess,
): Record<string, string> => ({
  ...env,
  TAX_ENGINES_URL: taxEngines.url,
  BASE_URL: baseUrl,
  OPERATIONS_URL: operationsUrl,
});

/**
 * Starts a cluster with the settings of tests, and plays steps on it if it starts. Data and logs stay after a failure.
 * @param dir where data and logs go, and stay; a temporary directory by default
 * @param settings further environment variables of all services
 * @param before steps before the start
 */
export async function onStartedCluster(
  suite: Suite,
  play: (cluster: Cluster, taxEngines: TaxEngineProcess) => Promise<void>,
  {
    dir,
    settings = {},
    before = () => Promise.resolve(),
  }: { dir?: string; settings?: Record<string, string>; before?: () => Promise<void> } = {},
): Promise<void> {
  const started: { cluster?: Cluster; taxEngines?: TaxEngineProcess } = {};
  stopOnSignals(() => started.cluster);
  await before();
  await suite.step('cluster', async () => {
    started.taxEngines = await startTaxEngines();
    const engines = started.taxEngines.settings;
    started.cluster = await startCluster({ dir, settings: { ...testSettings, ...engines, ...settings } });
    return passed;
  });
  const { cluster, taxEngines } = started;
  if (!cluster || !taxEngines) return taxEngines?.stop();
  await play(cluster, taxEngines);
  const keep = suite.hasFailed || dir !== undefined;
  await cluster.stop({ keep });
  await taxEngines.stop();
  if (keep) say(`Logs: ${join(cluster.dir, 'logs')}`);
}
