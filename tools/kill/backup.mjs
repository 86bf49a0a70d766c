// npm run test:backup
// The backup of a standalone installation, as docs/operate/operations.md describes it: stop, copy the data directory, restore
// it elsewhere, start, continue billing. The copy and the original both bill exactly the month that began before the
// copy and ended after it, each with its own events. Closes with `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAtDeath, say } from '../harness/process.ts';
import { startStandalone } from '../harness/standalone.ts';
import { Organization } from '../storm/organization.mjs';
import { Random } from '../storm/random.mjs';

const seed = process.argv[2] ?? String(Date.now() % 1_000_000);
const loadMs = 3_000;

const load = async (life) => {
  const end = Date.now() + loadMs;
  await Promise.all(life.streams.map((stream) => stream.run(() => Date.now() > end)));
};

/** Starts a service on a data directory, sends it more usage of its current month, and ends the month. */
async function billOn(dir, life) {
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

const counts = { passed: 0, failed: 0 };
function report(name, problems) {
  counts[problems.length === 0 ? 'passed' : 'failed']++;
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
  for (const problem of problems) console.log(`        ${problem}`);
}

const root = mkdtempSync(join(tmpdir(), 'tollgate-backup-'));
const cancelCleanup = runAtDeath(['rm', '-rf', root]);
execFileSync('chmod', ['755', root]);
say(`Seed ${seed}`);
try {
  const [original, restored] = ['original', 'restored'].map((name) => join(root, name));
  execFileSync('mkdir', [original]);
  const service = await startStandalone({ dir: original });
  const settings = { customers: 1, paceMs: 50, odd: false };
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) =>
      Organization.create(service, { name, random: new Random(`${seed}${name}`), ...settings }),
    ),
  );
  await Promise.all([load(first), load(second)]);
  await first.nextMonth();
  await Promise.all([load(first), load(second)]);
  await service.stop();
  // As the page on operations describes it; owners and modes stay.
  execFileSync('cp', ['-a', original, restored]);
  report('the restored copy bills on exactly', await billOn(restored, first));
  report('so does the original', await billOn(original, second));
} catch (error) {
  counts.failed++;
  console.log(`FAILED  ${error.stack}`);
} finally {
  rmSync(root, { recursive: true, force: true });
  cancelCleanup();
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
