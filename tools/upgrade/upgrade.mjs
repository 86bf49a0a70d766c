// npm run test:upgrade [-- SEED]
// Replaces an installation of the previous release by this one, as docs/operate/operations.md describes it. It stops
// the old version and starts the new one on the same data. A month that begins under the old version and ends under the
// new one must be billed exactly. The same holds for a month completely under either version. `release.json` names the
// previous release; it is built from this repository's history. Closes with `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository, runAtDeath, say } from '../harness/process.ts';
import { run } from '../cluster/packages.mjs';
import { startStandalone } from '../harness/standalone.ts';
import { Organization } from '../storm/organization.mjs';
import { Random } from '../storm/random.mjs';

const release = JSON.parse(readFileSync(new URL('release.json', import.meta.url), 'utf8'));
const seed = process.argv[2] ?? String(Date.now() % 1_000_000);
const loadMs = 3_000;

/**
 * The previous release, compiled once per machine, where every user may read it, PostgreSQL's too.
 * @returns its directory
 */
async function previousRelease() {
  const directory = join(tmpdir(), `tollgate-release-${release.version}-${release.commit.slice(0, 12)}`);
  const complete = join(directory, '.complete');
  if (existsSync(complete)) return directory;
  say(`Building ${release.version} (${release.commit.slice(0, 8)}) ...`);
  rmSync(directory, { recursive: true, force: true });
  const git = (...args) => run('git', ['-c', 'safe.directory=*', ...args]);
  await git('clone', '--quiet', '--no-checkout', repository, directory);
  await git('-C', directory, '-c', 'advice.detachedHead=false', 'checkout', '--quiet', release.commit);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory });
  await run(process.execPath, ['tools/build.mjs'], { cwd: directory });
  execFileSync('chmod', ['755', directory]);
  writeFileSync(complete, '');
  return directory;
}

const load = (life) => {
  const end = Date.now() + loadMs;
  return Promise.all(life.streams.map((stream) => stream.run(() => Date.now() > end)));
};

const counts = { passed: 0, failed: 0 };
function report(name, problems) {
  counts[problems.length === 0 ? 'passed' : 'failed']++;
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
  for (const problem of problems) console.log(`        ${problem}`);
}

/** Two organizations under the previous release: at its end one is in its second month, the other in its first. */
async function liveBefore(dir, root) {
  const service = await startStandalone({ dir, root });
  try {
    const settings = { customers: 1, paceMs: 50, odd: false };
    const lives = await Promise.all(
      ['older', 'younger'].map((name) =>
        Organization.create(service, { name, random: new Random(`${seed}${name}`), ...settings }),
      ),
    );
    await Promise.all(lives.map(load));
    await lives[0].nextMonth();
    await Promise.all(lives.map(load));
    return lives;
  } finally {
    await service.stop();
  }
}

async function liveOn(dir, lives) {
  const service = await startStandalone({ dir });
  try {
    for (const life of lives) {
      life.moveTo(service.baseUrl);
      await load(life);
      await life.nextMonth();
      await load(life);
      report(`${life.name}: every month is billed exactly`, await life.check());
    }
  } finally {
    await service.stop();
  }
}

const dir = mkdtempSync(join(tmpdir(), 'tollgate-upgrade-'));
const cancelCleanup = runAtDeath(['rm', '-rf', dir]);
try {
  execFileSync('chmod', ['755', dir]);
  const root = await previousRelease();
  say(`Seed ${seed}`);
  await liveOn(dir, await liveBefore(dir, root));
} catch (error) {
  counts.failed++;
  console.log(`FAILED  ${error.stack}\nSeed ${seed}`);
}
if (counts.failed === 0) rmSync(dir, { recursive: true, force: true });
else say(`Data and log: ${dir}`);
cancelCleanup();
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
