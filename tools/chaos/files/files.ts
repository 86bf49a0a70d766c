// npm run test:files [-- --invoices 40 --kills 4]
// The files of documents in a directory and in a bucket. A standalone service is killed while it draws them, and its
// store is unavailable for a while, or its disk is full. In the end each document has one file, whose bytes never change.
// Closes with `N passed, N failed`.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { say, sleep, waitFor } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { fill, mountSmall } from '../kill/small-disk.ts';
import { addressOf, compare, download, equal, organizationOf, sell } from './documents.ts';
import { startMoto } from './moto.ts';

const { values } = parseArgs({
  options: { invoices: { type: 'string', default: '40' }, kills: { type: 'string', default: '4' } },
});
/** The service draws all files as fast as it can. */
const settings = { SWEEP_SECONDS: '1', FILE_DRAWING_PERCENT: '100' };
const drawnWithinMs = 120_000;

const report = new Report();

const filesIn = (directory: string): string[] =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'))
    : [];

async function inDirectory(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-files-'));
  const service = await startStandalone({ env: { ...settings, FILE_STORE_URL: pathToFileURL(directory).href } });
  try {
    const { api } = await organizationOf(service);
    const ids = await sell(api, Number(values.invoices));
    await report.attempt('each document gets one file, drawn by a service that is killed again and again', async () => {
      for (let kill = 0; kill < Number(values.kills); kill++) {
        await sleep(700);
        await service.kill('SIGKILL');
        await service.start();
      }
      await waitFor('all files', () => filesIn(directory).length >= ids.length, { timeoutMs: drawnWithinMs });
      await compare(service, api, ids, filesIn(directory));
      for (const name of filesIn(directory))
        equal(
          `the hash in ${name}`,
          createHash('sha256')
            .update(readFileSync(join(directory, name)))
            .digest('hex'),
          /-(\w{64})\.pdf$/.exec(name)?.[1],
        );
    });
    await report.attempt('without its directory a file answers 503, and is there again with it', async () => {
      const address = await addressOf(api, ids[0] ?? '');
      const { sha256 } = await download(service, address);
      renameSync(directory, `${directory}-away`);
      equal('the status', (await download(service, address)).status, 503);
      rmSync(directory, { recursive: true, force: true });
      renameSync(`${directory}-away`, directory);
      equal('the hash', (await download(service, address)).sha256, sha256);
    });
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Nothing is lost on a full disk: files are drawn later, and no part of one is taken for the whole. */
async function onFullDisk(): Promise<void> {
  const disk = mountSmall('4m');
  if (!disk) return say('skipped: a small file system can be mounted by root on Linux only');
  const directory = join(disk.dir, 'files');
  const service = await startStandalone({ env: { ...settings, FILE_STORE_URL: pathToFileURL(directory).href } });
  try {
    const { api } = await organizationOf(service);
    const [before = ''] = await sell(api, 1);
    const { sha256 } = await download(service, await addressOf(api, before));
    const ballast = fill(disk.dir);
    let ids: string[] = [];
    try {
      await report.attempt('invoices are issued while the disk of their files is full', async () => {
        ids = await sell(api, Math.ceil(Number(values.invoices) / 4));
        equal('the status of a new file', (await download(service, await addressOf(api, ids[0] ?? ''))).status, 503);
        equal('the hash of an old file', (await download(service, await addressOf(api, before))).sha256, sha256);
        equal('the number of files', filesIn(directory).length, 1);
      });
    } finally {
      ballast.release();
    }
    await report.attempt('with space again each document has one file, without a request', async () => {
      await waitFor('all files', () => filesIn(directory).length > ids.length, { timeoutMs: drawnWithinMs });
      const parts = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => /part$/.test(name));
      equal('the number of parts of files', parts.length, 0);
      await compare(service, api, [before, ...ids], filesIn(directory));
    });
  } finally {
    await service.stop();
    disk.unmount();
  }
}

async function inBucket(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-s3-'));
  const s3 = await startMoto(join(directory, 'moto.log'));
  const service = await startStandalone({ env: { ...settings, ...s3.env } });
  try {
    const { api } = await organizationOf(service);
    const ids = await sell(api, Math.ceil(Number(values.invoices) / 4));
    await report.attempt('each document gets one object in a bucket', async () => {
      await waitFor('all files', async () => (await s3.names()).length >= ids.length, { timeoutMs: drawnWithinMs });
      await compare(service, api, ids, await s3.names());
    });
    await report.attempt('without the server of the bucket a file answers 503', async () => {
      const address = await addressOf(api, ids[0] ?? '');
      await s3.stop();
      equal('the status', (await download(service, address)).status, 503);
    });
  } finally {
    await service.stop();
    await s3.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

for (const part of [inDirectory, onFullDisk, inBucket]) {
  say(part.name);
  try {
    await part();
  } catch (error) {
    report.error(error);
  }
}
report.finish();
