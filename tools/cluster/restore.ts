// The backup of a cluster, as docs/operate/operations.md describes it. It stops the services, copies PostgreSQL and
// ClickHouse, and restores them elsewhere with an empty Kafka and an empty Redis. An organization in the middle of a
// month continues billing exactly.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Organization } from '@tollgate/chaos/storm/organization';
import { Random } from '@tollgate/chaos/storm/random';
import { runAtDeath } from '@tollgate/harness/process';
import { type Counts, Report } from '@tollgate/harness/report';
import type { Cluster } from './parts.ts';

const loadMs = 3_000;
const copied = ['postgres', 'clickhouse'];
/** A cluster's secrets outside its data; without them, restored secrets and keys are useless. */
const secrets = ['ADMIN_API_KEY', 'INTERNAL_TOKEN', 'ENCRYPTION_KEY'];

function copyOf(cluster: Cluster): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-restored-'));
  const cancelCleanup = runAtDeath(['rm', '-rf', dir]);
  execFileSync('chmod', ['755', dir]);
  mkdirSync(join(dir, 'logs'));
  for (const name of copied) execFileSync('cp', ['-a', join(cluster.dir, name), join(dir, name)]);
  return {
    dir,
    remove: () => {
      rmSync(dir, { recursive: true, force: true });
      cancelCleanup();
    },
  };
}

/**
 * Stops the cluster for good, and starts another one on copies of its databases.
 * @param start starts a cluster on a directory
 */
export async function restore(cluster: Cluster, start: (place: { dir: string }) => Promise<Cluster>): Promise<Counts> {
  if (cluster.kind !== 'packages') {
    console.log('skipped: the data of containers is not copied here');
    return { passed: 0, failed: 0 };
  }
  const life = await Organization.create(cluster, {
    name: 'restored',
    random: new Random('restore'),
    customers: 1,
    paceMs: 50,
    odd: false,
  });
  await life.load(loadMs);
  await life.nextMonth();
  await life.load(loadMs);
  await life.settle();
  await cluster.stop({ keep: true });
  for (const name of secrets) if (cluster.env[name]) process.env[name] = cluster.env[name];
  const copy = copyOf(cluster);
  let again: Cluster | undefined;
  try {
    again = await start({ dir: copy.dir });
    life.moveTo(again.baseUrl);
    await life.load(loadMs);
    await life.nextMonth();
    await life.load(loadMs);
    const report = new Report();
    report.check('restored from copies of PostgreSQL and ClickHouse, it bills on exactly', await life.check());
    return report.counts;
  } finally {
    await again?.stop({ keep: false });
    copy.remove();
  }
}
