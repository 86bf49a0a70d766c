// From a fresh clone to a running process: the common part of `npm start` and `npm run dev`. Needs only Node and npm.
import * as childProcess from 'node:child_process';
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand, supportedNode } from './node.mjs';
import { startServiceProcess } from './service-process.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const installBytes = 1.5e9;
export const say = (line) => process.stderr.write(`${line}\n`);

/** An error that a newcomer can fix: printed without a stack. */
export class Problem extends Error {}

function freeBytes() {
  try {
    const { bavail, bsize } = fs.statfsSync(root);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;
const diskHint = () =>
  freeBytes() < 5e8 ? ` The disk is nearly full (${gigabytes(freeBytes())} free): free some space.` : '';

/** Runs a command and shows its output; returns its exit code, or the signal that ended it. */
function run(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = childProcess.spawn(command, args, { cwd: root, stdio: 'inherit', env });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
}

const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.tollgate-installed');
const fingerprint = () => crypto.createHash('sha256').update(fs.readFileSync(lockFile)).digest('hex');
const readOr = (file, otherwise) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : otherwise);

/** Whether npm was run by hand and the packages match the lock file: npm writes a list beside them. */
function installedByHand() {
  const list = readOr(join(modules, '.package-lock.json'), undefined);
  if (list === undefined) return false;
  const installed = JSON.parse(list).packages;
  const lockedPackages = Object.entries(JSON.parse(fs.readFileSync(lockFile, 'utf8')).packages);
  return lockedPackages.every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link || entry.optional) return true;
    return installed[path] !== undefined && installed[path].version === entry.version;
  });
}

/** Installs the packages when they are missing or out of date. @throws Problem */
async function install() {
  const stamp = fingerprint();
  if (readOr(stampFile, '') === stamp) return;
  if (!installedByHand()) {
    if (freeBytes() < installBytes) {
      throw new Problem(
        `The packages need about ${gigabytes(installBytes)} of disk; ${gigabytes(freeBytes())} are free. Free some space and start again.`,
      );
    }
    const node = supportedNode({ say });
    say('Installing the packages (once; a minute or two, with about 1 GB on the disk) ...');
    const begun = Date.now();
    const ticker = setInterval(
      () => say(`  ... still installing, ${Math.round((Date.now() - begun) / 1000)} s`),
      15000,
    );
    // npm leaves out optional packages that its own Node is too old for, and the build needs some of them.
    const [command, ...args] = npmCommand(node);
    const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
    const result = await run(command, [...args, 'ci', '--loglevel=error'], env)
      .catch((error) => {
        throw new Problem(
          error.code === 'ENOENT'
            ? 'npm is not there; it comes with Node (https://nodejs.org).'
            : `npm does not run: ${error.message}`,
        );
      })
      .finally(() => clearInterval(ticker));
    if (result !== 0) {
      throw new Problem(
        `npm ci failed (${result}); the reason is above.${diskHint()} Without a network it cannot work; otherwise try again.`,
      );
    }
    say(`Installed in ${Math.round((Date.now() - begun) / 1000)} s.`);
  }
  fs.writeFileSync(stampFile, stamp);
}

/** @throws Problem */
async function build() {
  const node = supportedNode({ say });
  say('Compiling what changed ...');
  const result = await run(node, [join(root, 'tools', 'build.mjs')]);
  if (result !== 0) throw new Problem(`The build failed; the compiler's messages are above.${diskHint()}`);
}

/**
 * Installs the packages if they are missing or out of date and, unless `compiled` is false, compiles changed sources.
 * @throws Problem
 */
export async function makeReady({ compiled = true } = {}) {
  await install();
  if (compiled) await build();
}

/** Starts the standalone service of this clone. Returns the process and a promise of its exit code. */
export const startService = () =>
  startServiceProcess(supportedNode({ say }), join(root, 'apps', 'standalone', 'dist', 'main.js'), root);

/** Explains why nothing could be started. */
export function explain(error) {
  say(
    error instanceof Problem
      ? `\n${error.message}`
      : `\nTollgate does not start: ${error.code === 'ENOSPC' ? 'the disk is full.' : error.stack}`,
  );
}
