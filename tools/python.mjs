// Python programs for tests, in their own environments below the cache directory. Nothing is installed into the system,
// and each set of pinned packages is fetched once.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, run } from './cluster/packages.ts';
import { cacheDirectory, say, sleep } from './harness/process.ts';

/** Some distributions ship `venv`, or Python itself, as separate packages. */
async function makeEnvironment(directory) {
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
async function install(directory, requirements) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(join(directory, 'bin', 'python'), [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '-r',
        requirements,
      ]);
    } catch (error) {
      if (attempt === 3) throw error;
      await sleep(attempt * 10_000);
    }
  }
}

/** An environment with exactly the packages pinned by a requirements file. @returns the directory of its programs */
export async function pythonPrograms(name, requirements) {
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
