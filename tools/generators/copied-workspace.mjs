// A copy of the repository in a temporary directory, with the packages of this one, where generators may write.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { listFiles, root } from '../checks/files.mjs';

/** Packages are links to those of the repository, except for its own projects, which link into the copy. */
function linkPackages(copy) {
  const from = join(root, 'node_modules');
  const to = join(copy, 'node_modules');
  mkdirSync(to);
  for (const name of readdirSync(from)) if (name !== '@tollgate') symlinkSync(join(from, name), join(to, name));
  cpSync(join(from, '@tollgate'), join(to, '@tollgate'), { recursive: true, verbatimSymlinks: true });
}

/** @returns `{ directory, run(program, ...args), remove() }`; `run` throws with the output if a Node program fails */
export function copiedWorkspace() {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-copy-'));
  for (const path of listFiles().filter((name) => !/^(data|docs|conformance)\//.test(name))) {
    mkdirSync(join(directory, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(directory, path));
  }
  // Linters read the list of files from Git.
  execFileSync('git', ['init', '--quiet', directory]);
  linkPackages(directory);
  const run = (program, ...args) => {
    const env = {
      ...process.env,
      NX_DAEMON: 'false',
      NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
      FORCE_COLOR: '0',
    };
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [program, ...args], {
      cwd: directory,
      env,
      encoding: 'utf8',
      timeout: 300_000,
    });
    if (status !== 0)
      throw new Error(`${program} ${args.join(' ')} ends with ${status ?? error?.message}:\n${stdout}${stderr}`);
    return stdout;
  };
  return { directory, run, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
