import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Claims a data directory for this process.
 * @throws Error when another living process holds it
 * @returns gives the claim back
 */
export function claimDataDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'tollgate.pid');
  if (existsSync(file)) {
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder !== process.pid && isAlive(holder)) {
      throw new Error(`Another Tollgate (process ${holder}) works on ${directory}. Stop it first, or set DATA_DIR to another directory.`);
    }
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // Process numbers are used again: only a process of ours counts.
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('standalone');
  } catch {
    return true;
  }
}
