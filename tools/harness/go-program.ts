// Programs of others that Go compiles, once for each version.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory, say } from './process.ts';

/**
 * Compiles a program unless that happened before. A machine with an older Go fetches the one that the source needs.
 * @param source the package of the program, such as `github.com/stripe/stripe-mock`
 * @returns its path; null on a machine without Go @throws Error with the words of the compiler
 */
export function goProgram(name: string, source: string, version: string): string | null {
  const directory = join(cacheDirectory(), `${name}-${version}`);
  const program = join(directory, name);
  if (existsSync(program)) return program;
  if (spawnSync('go', ['version']).status !== 0) {
    say(`This machine has no Go toolchain: no ${name}`);
    return null;
  }
  say(`Compiling ${name} ${version} ...`);
  mkdirSync(directory, { recursive: true });
  const env = { ...process.env, GOBIN: directory, GOTOOLCHAIN: 'auto', GOFLAGS: '' };
  const { status, stderr } = spawnSync('go', ['install', `${source}@${version}`], {
    env,
    cwd: directory,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} does not compile:\n${stderr.slice(-2000)}`);
  return program;
}
