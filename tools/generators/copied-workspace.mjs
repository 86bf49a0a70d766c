// A copy of the repository in a temporary directory, with the packages of this one, where generators may write.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { listFiles, root } from '../checks/files.mjs';

const pages = 'apps/console';

/** Packages are links to those of the repository, except for its own projects, which link into the copy. */
function linkPackages(copy) {
  const from = join(root, 'node_modules');
  const to = join(copy, 'node_modules');
  mkdirSync(to);
  for (const name of readdirSync(from)) if (name !== '@tollgate') symlinkSync(join(from, name), join(to, name));
  cpSync(join(from, '@tollgate'), join(to, '@tollgate'), { recursive: true, verbatimSymlinks: true });
}

/**
 * @param documents paths of documents that the copy has, too
 * @returns `{ directory, read(path), run(program, ...args), translate(), remove() }`; `run` throws with the output if a
 *   Node program fails
 */
export function copiedWorkspace({ documents = [] } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-copy-'));
  const isCopied = (name) => documents.includes(name) || !/^(data|docs|conformance)\//.test(name);
  for (const path of listFiles().filter(isCopied)) {
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
  const read = (path) => readFileSync(join(directory, path), 'utf8');
  /** Gives every new text of the console its own words as translation: a build fails without one. */
  const translate = () => {
    run('node_modules/@lingui/cli/dist/lingui.js', 'extract', '--config', `${pages}/lingui.config.ts`);
    for (const language of ['fr', 'de', 'es', 'ja']) {
      const path = `${pages}/src/locales/${language}.po`;
      const untranslated = /^(msgid "(.+)"\nmsgstr )""$/gm;
      writeFileSync(join(directory, path), read(path).replace(untranslated, '$1"$2"'));
    }
  };
  return { directory, read, run, translate, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
