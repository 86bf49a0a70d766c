// npm run test:backup
// The backup of a standalone installation, as docs/operate/operations.md describes it: stop, copy the data directory, restore
// it elsewhere, start, continue billing. The copy and the original both bill exactly the month that began before the
// copy and ended after it, each with its own events. Closes with `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAtDeath, say } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { Organization } from '../storm/organization.ts';
import { Random } from '../storm/random.ts';

const seed = process.argv[2] ?? String(Date.now() % 1_000_000);
const loadMs = 3_000;
const load = (life: Organization) => life.load(loadMs);

/** Starts a service on a data directory, sends it more usage of its current month, and ends the month. */
async function billOn(dir: string, life: Organization): Promise<string[]> {
  const service = await startStandalone({ dir });
  try {
    life.moveTo(service.baseUrl);
    await load(life);
    await life.nextMonth();
    await load(life);
    return await life.check();
  } finally {
    await service.stop();
  }
}

const report = new Report();
const root = mkdtempSync(join(tmpdir(), 'tollgate-backup-'));
const cancelCleanup = runAtDeath(['rm', '-rf', root]);
execFileSync('chmod', ['755', root]);
say(`Seed ${seed}`);
try {
  const [original, restored] = [join(root, 'original'), join(root, 'restored')];
  execFileSync('mkdir', [original]);
  const service = await startStandalone({ dir: original });
  const settings = { customers: 1, paceMs: 50, odd: false };
  const create = (name: string) =>
    Organization.create(service, { name, random: new Random(`${seed}${name}`), ...settings });
  const [first, second] = await Promise.all([create('first'), create('second')]);
  await Promise.all([load(first), load(second)]);
  await first.nextMonth();
  await Promise.all([load(first), load(second)]);
  await service.stop();
  // As the page on operations describes it; owners and modes stay.
  execFileSync('cp', ['-a', original, restored]);
  report.check('the restored copy bills on exactly', await billOn(restored, first));
  report.check('so does the original', await billOn(original, second));
} catch (error) {
  report.error(error);
} finally {
  rmSync(root, { recursive: true, force: true });
  cancelCleanup();
}
report.finish();
