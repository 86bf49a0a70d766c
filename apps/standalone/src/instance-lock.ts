import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '@tollgate/platform';

/**
 * Claims a data directory for this process.
 * @throws Error when another living process holds it
 * @returns a function that releases the claim
 */
export function claimDataDirectory(directory: string): () => void {
  makeDirectory(directory);
  const file = join(directory, 'tollgate.pid');
  const ownFile = `${file}.${process.pid}`;
  writeFileSync(ownFile, String(process.pid));
  try {
    while (!placed(ownFile, file)) {
      const holder = Number(read(file));
      if (holder !== process.pid && isAlive(holder)) {
        throw new Error(
          `Another Tollgate (process ${holder}) works on ${directory}. Stop it first, or set DATA_DIR to another directory.`,
        );
      }
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** Links a complete file into place only if none exists: of two concurrent starts, one succeeds. */
function placed(ownFile: string, file: string): boolean {
  try {
    linkSync(ownFile, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // The system reuses process ids: only a Tollgate process counts.
  const command = read(`/proc/${pid}/cmdline`);
  return command === null || command.includes('standalone');
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
