// npm run test:upgrade [-- SEED]
// Replaces an installation of the previous release by this one, as docs/operate/operations.md describes it. It stops
// the old version and starts the new one on the same data. A month that begins under the old version and ends under the
// new one must be billed exactly. The same holds for a month completely under either version. `release.json` names the
// previous release; it is built from this repository's history. Closes with `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository, runAtDeath, say } from '@tollgate/harness/process';
import { run } from '@tollgate/harness/packages';
import { Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { Organization } from '@tollgate/chaos/storm/organization';
import { Random } from '@tollgate/chaos/storm/random';

const release = JSON.parse(readFileSync(new URL('release.json', import.meta.url), 'utf8')) as {
  version: string;
  commit: string;
};
const seed = process.argv[2] ?? String(Date.now() % 1_000_000);
const loadMs = 3_000;

/**
 * The previous release, compiled once per machine, where every user may read it, PostgreSQL's too.
 * @returns its directory
 */
async function previousRelease(): Promise<string> {
  const directory = join(tmpdir(), `tollgate-release-${release.version}-${release.commit.slice(0, 12)}`);
  const complete = join(directory, '.complete');
  if (existsSync(complete)) return directory;
  say(`Building ${release.version} (${release.commit.slice(0, 8)}) ...`);
  rmSync(directory, { recursive: true, force: true });
  const git = (...args: string[]) => run('git', ['-c', 'safe.directory=*', ...args]);
  await git('clone', '--quiet', '--no-checkout', repository, directory);
  await git('-C', directory, '-c', 'advice.detachedHead=false', 'checkout', '--quiet', release.commit);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory });
  await run(process.execPath, ['tools/build.mjs'], { cwd: directory });
  execFileSync('chmod', ['755', directory]);
  writeFileSync(complete, '');
  return directory;
}

const load = (life: Organization) => life.load(loadMs);

const report = new Report();

/** Two organizations under the previous release: at its end one is in its second month, the other in its first. */
async function liveBefore(dir: string, root: string): Promise<Organization[]> {
  const service = await startStandalone({ dir, root });
  try {
    const settings = { customers: 1, paceMs: 50, odd: false };
    const create = (name: string) =>
      Organization.create(service, { name, random: new Random(`${seed}${name}`), ...settings });
    const [older, younger] = await Promise.all([create('older'), create('younger')]);
    const lives = [older, younger];
    await Promise.all(lives.map(load));
    await older.nextMonth();
    await Promise.all(lives.map(load));
    return lives;
  } finally {
    await service.stop();
  }
}

async function liveOn(dir: string, lives: Organization[]): Promise<void> {
  const service = await startStandalone({ dir });
  try {
    for (const life of lives) {
      life.moveTo(service.baseUrl);
      await load(life);
      await life.nextMonth();
      await load(life);
      report.check(`${life.name}: every month is billed exactly`, await life.check());
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
  report.error(error, `Seed ${seed}`);
}
if (report.counts.failed === 0) rmSync(dir, { recursive: true, force: true });
else say(`Data and log: ${dir}`);
cancelCleanup();
report.finish();
