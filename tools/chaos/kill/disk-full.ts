// npm run test:disk
// A standalone service on a small file system that fills up under load: posts answer 503, and so does /ready. After
// space is freed, everything continues, and the bill matches the answered events. Needs root on Linux, for the file
// system; without it, the test reports that and tests nothing. Closes with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAtDeath, say, sleep, waitFor } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { type Service, startStandalone } from '@tollgate/harness/standalone';
import { Organization } from '../storm/organization.ts';
import { Random } from '../storm/random.ts';

const size = '400m';
const seed = process.argv[2] ?? String(Date.now() % 1_000_000);

/** Mounts a separate file system; undefined where this is not permitted. */
function mountSmall(): { dir: string; unmount: () => void } | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-disk-'));
  const cancelCleanup = runAtDeath(['sh', '-c', `umount -l '${dir}'; rmdir '${dir}'`]);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', dir], {
    stdio: 'ignore',
  });
  const unmount = () => {
    spawnSync('umount', ['-l', dir], { stdio: 'ignore' });
    rmSync(dir, { recursive: true, force: true });
    cancelCleanup();
  };
  if (status === 0) return { dir, unmount };
  unmount();
  return undefined;
}

/** Fills all remaining space, and again after it is freed, until it is stopped. */
function fill(dir: string): { isFull: () => boolean; release: () => void } {
  const ballast = join(dir, 'ballast');
  const block = Buffer.alloc(64 * 1024, 1);
  let full = false;
  const writeBallast = () => {
    try {
      for (;;) appendFileSync(ballast, block);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      full = true;
    }
  };
  writeBallast();
  const timer = setInterval(writeBallast, 50);
  return {
    isFull: () => full && statfsSync(dir).bavail * statfsSync(dir).bsize < block.length * 4,
    release: () => {
      clearInterval(timer);
      rmSync(ballast, { force: true });
    },
  };
}

const statusOf = async (url: string, init?: RequestInit): Promise<number> =>
  (await fetch(url, { signal: AbortSignal.timeout(20_000), ...init })).status;

/** Posts one event once; returns the status. Its fate does not matter: no plan charges for it. */
function postOnce(service: Service, { api, streams: [stream] }: Organization): Promise<number> {
  if (!stream) throw new Error('the organization has no subscription');
  const event = { ...stream.event('junk'), properties: { value: '1', padding: 'x'.repeat(60_000) } };
  return statusOf(`${service.baseUrl}/api/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ event }),
  });
}

const report = new Report();

async function fillUp(dir: string): Promise<void> {
  const service = await startStandalone({ dir });
  try {
    const life = await Organization.create(service, {
      name: 'disk',
      random: new Random(seed),
      customers: 1,
      paceMs: 50,
      odd: false,
    });
    let over = false;
    const load = Promise.all(life.streams.map((stream) => stream.run(() => over)));
    await sleep(2_000);
    const ballast = fill(dir);
    try {
      await report.attempt('posts answer 503 when the disk is full', () =>
        waitFor(
          'a refused post',
          async () => {
            const status = await postOnce(service, life);
            if (status !== 200 && status !== 503) throw new Error(`a post answers ${status}`);
            return ballast.isFull() && status === 503;
          },
          { timeoutMs: 60_000, everyMs: 50 },
        ),
      );
      await report.attempt('/ready answers 503 when the disk is full', () =>
        waitFor('/ready', async () => (await statusOf(`${service.baseUrl}/ready`)) === 503, { timeoutMs: 30_000 }),
      );
    } finally {
      ballast.release();
    }
    await report.attempt('with space again posts are taken and /ready says so', async () => {
      await waitFor(
        '/ready',
        async () => {
          if (!service.pid) throw new Error('the service has ended');
          return (await statusOf(`${service.baseUrl}/ready`)) === 200;
        },
        { timeoutMs: 60_000 },
      );
      await waitFor('a post that is taken', async () => (await postOnce(service, life)) === 200, { timeoutMs: 30_000 });
    });
    if (!service.pid) await service.start(); // so the next message is about events
    over = true;
    await load;
    await report.attempt('what was answered is billed, exactly', async () => {
      const problems = await life.check();
      if (problems.length > 0) throw new Error(problems.join('\n        '));
    });
  } finally {
    await service.stop();
  }
}

const disk = mountSmall();
if (disk) {
  say(`A disk of ${size} at ${disk.dir}, seed ${seed}`);
  chmodSync(disk.dir, 0o755);
  try {
    await fillUp(disk.dir);
  } catch (error) {
    report.error(error);
  } finally {
    disk.unmount();
  }
} else {
  console.log('skipped: a small file system can be mounted by root on Linux only');
}
report.finish();
