// The files of documents in a directory and in a bucket. A service is killed while it draws them, and its store is
// unavailable for a while, or its disk is full. In the end each document has one file, whose bytes never change.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { equal } from '@tollgate/harness/expect';
import { runAtDeath, say, sleep, waitFor } from '@tollgate/harness/process';
import { act } from '../act.ts';
import { fill, mountSmall } from '../kill/small-disk.ts';
import type { Stage } from '../stage.ts';
import { addressOf, compare, download, organizationOf, sellMany } from './documents.ts';
import { startMoto } from './moto.ts';

/** The service draws all files as fast as it can. */
const settings = { SWEEP_SECONDS: '1', FILE_DRAWING_PERCENT: '100' };
const drawnWithinMs = 120_000;

const filesIn = (directory: string): string[] =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'))
    : [];

/** A directory of its own, until the end of the part. */
function directoryFor(stage: Stage, prefix: string): string {
  const directory = mkdtempSync(join(tmpdir(), prefix));
  const cancelCleanup = runAtDeath(['rm', '-rf', directory]);
  stage.atEnd(() => {
    rmSync(directory, { recursive: true, force: true });
    cancelCleanup();
  });
  return directory;
}

async function inDirectory(stage: Stage, invoices: number, kills: number): Promise<void> {
  const { report } = stage;
  const directory = directoryFor(stage, 'tollgate-files-');
  const service = await stage.service({ ...settings, FILE_STORE_URL: pathToFileURL(directory).href });
  const { api } = await organizationOf(service);
  const ids = await sellMany(api, invoices);
  await report.attempt('each document gets one file, drawn by a service that is killed again and again', async () => {
    for (let kill = 0; kill < kills; kill++) {
      await sleep(700);
      await service.crash();
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
}

/** Nothing is lost on a full disk: files are drawn later, and no part of one is taken for the whole. */
async function onFullDisk(stage: Stage, invoices: number): Promise<void> {
  const { report } = stage;
  const disk = mountSmall('4m');
  if (!disk) return say('skipped: a small file system can be mounted by root on Linux only');
  stage.atEnd(() => disk.unmount());
  const directory = join(disk.dir, 'files');
  const service = await stage.service({ ...settings, FILE_STORE_URL: pathToFileURL(directory).href });
  const { api } = await organizationOf(service);
  const [before = ''] = await sellMany(api, 1);
  const { sha256 } = await download(service, await addressOf(api, before));
  const ballast = fill(disk.dir);
  let ids: string[] = [];
  try {
    await report.attempt('invoices are issued while the disk of their files is full', async () => {
      ids = await sellMany(api, invoices);
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
}

async function inBucket(stage: Stage, invoices: number): Promise<void> {
  const { report } = stage;
  const s3 = await stage.double(startMoto(join(directoryFor(stage, 'tollgate-s3-'), 'moto.log')));
  const service = await stage.service({ ...settings, ...s3.env });
  const { api } = await organizationOf(service);
  const ids = await sellMany(api, invoices);
  await report.attempt('each document gets one object in a bucket', async () => {
    await waitFor('all files', async () => (await s3.names()).length >= ids.length, { timeoutMs: drawnWithinMs });
    await compare(service, api, ids, await s3.names());
  });
  await report.attempt('without the server of the bucket a file answers 503', async () => {
    const address = await addressOf(api, ids[0] ?? '');
    await s3.stop();
    equal('the status', (await download(service, address)).status, 503);
  });
}

export const files = act({
  name: 'files',
  options: { invoices: '40', kills: '4' },
  async play(stage, { invoices, kills }) {
    const some = Math.ceil(Number(invoices) / 4);
    await stage.part(() => inDirectory(stage, Number(invoices), Number(kills)));
    await stage.part(() => onFullDisk(stage, some));
    await stage.part(() => inBucket(stage, some));
  },
});
