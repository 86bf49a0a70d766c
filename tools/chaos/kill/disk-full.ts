// npm run test:disk
// A standalone service on a small file system that fills up under load: posts answer 503, and so does /ready. After
// space is freed, everything continues, and the bill matches the answered events. Needs root on Linux, for the file
// system; without it, the test reports that and tests nothing. Closes with `N passed, N failed`.
import { chmodSync } from 'node:fs';
import { say, sleep, waitFor } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { type Service, startStandalone } from '@tollgate/harness/standalone';
import { Organization } from '../storm/organization.ts';
import { Random } from '../storm/random.ts';
import { fill, mountSmall } from './small-disk.ts';

const size = '400m';
const seed = process.argv[2] ?? String(Date.now() % 1_000_000);

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

const disk = mountSmall(size);
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
