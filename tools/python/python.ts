// Python programs for tests, in their own environments below the cache directory. Nothing is installed into the system,
// and each set of pinned packages is fetched once.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory, say, sleep } from '@tollgate/harness/process';
import { installPackages, run } from '@tollgate/harness/packages';

/** Some distributions ship `venv`, or Python itself, as separate packages. */
async function makeEnvironment(directory: string): Promise<void> {
  const make = () => run('python3', ['-m', 'venv', directory]);
  try {
    await make();
  } catch {
    await installPackages(['python3', 'python3-venv'], 'the tests that are written in Python');
    rmSync(directory, { recursive: true, force: true });
    await make();
  }
}

/** A short outage of the registry must not fail a test. */
async function install(directory: string, requirements: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run(join(directory, 'bin', 'python'), [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '-r',
        requirements,
      ]);
      return;
    } catch (error) {
      if (attempt === 3) throw error;
      await sleep(attempt * 10_000);
    }
  }
}

/** An environment with exactly the packages pinned by a requirements file. @returns the directory of its programs */
export async function pythonPrograms(name: string, requirements: string): Promise<string> {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const directory = join(cacheDirectory(), `python-${name}-${digest}`);
  const complete = join(directory, 'complete');
  if (!existsSync(complete)) {
    say(`Installing ${requirements} ...`);
    rmSync(directory, { recursive: true, force: true });
    await makeEnvironment(directory);
    await install(directory, requirements);
    writeFileSync(`${complete}.part`, '');
    renameSync(`${complete}.part`, complete);
  }
  return join(directory, 'bin');
}
