// Builds another commit beside this one, so both can be measured alternately on the same machine.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repository, say } from '@tollgate/harness/process';

function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${(stderr || stdout || '').slice(-1000)}`);
  return stdout.trim();
}

const lockOf = (directory: string): string => readFileSync(join(directory, 'package-lock.json'), 'utf8');

/**
 * Packages of the same lock file are shared; links to the workspace's own packages are relative and point into the
 * copy.
 */
function install(directory: string): void {
  const have = join(repository, 'node_modules');
  if (existsSync(have) && lockOf(directory) === lockOf(repository))
    run(directory, 'cp', '-al', have, join(directory, 'node_modules'));
  else run(directory, 'npm', 'ci', '--no-audit', '--no-fund');
}

/** A compiled commit. */
export interface CheckedOut {
  commit: string;
  directory: string;
  remove(): void;
}

/** Checks out a commit beside this one and compiles it. */
export function checkOut(name: string): CheckedOut {
  const commit = run(repository, 'git', 'rev-parse', '--short', `${name}^{commit}`);
  const directory = mkdtempSync(join(repository, '.bench-'));
  chmodSync(directory, 0o755); // started by root, PostgreSQL runs as another user
  const remove = () => {
    spawnSync('git', ['worktree', 'remove', '--force', directory], { cwd: repository });
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    say(`Building ${commit} beside this one`);
    run(repository, 'git', 'worktree', 'add', '--force', '--detach', directory, commit);
    install(directory);
    run(directory, process.execPath, 'tools/build.mjs');
    return { commit, directory, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
