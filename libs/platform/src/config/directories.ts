import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory and those above it. Node's own recursive way never ends where nothing can be made, such as below
 * `/proc`.
 * @throws Error of the file system, with `path` and `code`
 */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(path)) throw error;
  }
}

/** Makes a directory that nobody but this user looks into, and those above it; one that is there is closed to others. */
export function makePrivateDirectory(path: string): void {
  makeDirectory(path);
  chmodSync(path, 0o700);
}
