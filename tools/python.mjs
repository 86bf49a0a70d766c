// Python programs that tests need, in environments of their own below the cache directory: nothing is installed
// into the system, and a set of pinned packages is fetched once.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory, say, sleep } from './cluster/process.mjs';

function run(command, args) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 600_000 });
  if (status === 0) return;
  const output = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-8).join('\n');
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}\n${output}`);
}

/** Some distributions ship `venv` as a package of its own. */
function makeEnvironment(directory) {
  try {
    run('python3', ['-m', 'venv', directory]);
  } catch (error) {
    if (process.getuid?.() !== 0) throw error;
    say('Installing python3-venv ...');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', 'python3', 'python3-venv']);
    rmSync(directory, { recursive: true, force: true });
    run('python3', ['-m', 'venv', directory]);
  }
}

/** A registry that is briefly away must not fail a test. */
async function install(directory, requirements) {
  for (let attempt = 1; ; attempt++) {
    try {
      return run(join(directory, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
    } catch (error) {
      if (attempt === 3) throw error;
      await sleep(attempt * 10_000);
    }
  }
}

/**
 * An environment with exactly the packages that a file of requirements pins.
 * @returns the directory of its programs
 */
export async function pythonPrograms(name, requirements) {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const directory = join(cacheDirectory(), `python-${name}-${digest}`);
  const complete = join(directory, 'complete');
  if (!existsSync(complete)) {
    say(`Installing ${requirements} ...`);
    rmSync(directory, { recursive: true, force: true });
    makeEnvironment(directory);
    await install(directory, requirements);
    writeFileSync(`${complete}.part`, '');
    renameSync(`${complete}.part`, complete);
  }
  return join(directory, 'bin');
}
