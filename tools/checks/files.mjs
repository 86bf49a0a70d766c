// The files that the document checks read: those that Git knows, as they are in the work tree.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of all files that are tracked, or new and not ignored, relative to the repository, sorted. */
export function listFiles() {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return output
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .sort();
}

export const read = (path) => readFileSync(join(root, path), 'utf8');
