// The bucket of a cluster for the files of documents, and the check that each document has one object there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bucket } from '@tollgate/chaos/files/bucket';
import { addressOf, compare, download, organizationOf, sellMany } from '@tollgate/chaos/files/documents';
import { startVersitygw } from './versitygw.ts';
import { runAtDeath } from '@tollgate/harness/process';
import { type Counts, Report } from '@tollgate/harness/report';
import type { Cluster } from './parts.ts';

const invoices = 20;

/** Starts an empty bucket in a temporary directory. @returns null on a machine without Go, which its server needs */
export async function startBucket(): Promise<(Bucket & { stop(): Promise<void> }) | null> {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-bucket-'));
  const cancelCleanup = runAtDeath(['rm', '-rf', directory]);
  const bucket = await startVersitygw(join(directory, 'objects'), join(directory, 'versitygw.log'));
  const clean = () => {
    rmSync(directory, { recursive: true, force: true });
    cancelCleanup();
  };
  if (!bucket) clean();
  return (
    bucket && {
      ...bucket,
      async stop() {
        await bucket.stop();
        clean();
      },
    }
  );
}

/** Issues invoices while the service of documents is killed; each gets one object, with the bytes of its download. */
export async function bucketFiles(cluster: Cluster, bucket: Bucket): Promise<Counts> {
  const report = new Report();
  const { api, id } = await organizationOf(cluster);
  await report.attempt('each document of a cluster has one object in the bucket', async () => {
    const sold = await sellMany(api, invoices / 2);
    await cluster.services.document.kill('SIGKILL');
    sold.push(...(await sellMany(api, invoices / 2)));
    await cluster.services.document.start();
    // A request draws at once; the background has few turns in tests.
    for (const invoice of sold) await download(cluster, await addressOf(api, invoice));
    await compare(cluster, api, sold, await bucket.names(id));
  });
  return report.counts;
}
