import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and its parents. Node's recursive option never ends where creation is impossible, such as below
 * `/proc`.
 * @throws Error of the file system, with `path` and `code`
 */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(path)) throw error;
  }
}

/** Creates a directory that only this user can read, and its parents; an existing one becomes private. */
export function makePrivateDirectory(path: string): void {
  makeDirectory(path);
  chmodSync(path, 0o700);
}
