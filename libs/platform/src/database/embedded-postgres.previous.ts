import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const longestWaitMs = 15_000;
const patienceMs = 2_000;

/**
 * Waits until no server of an earlier run uses a cluster's directory. A killed Tollgate leaves a server that needs a
 * moment to stop. Deletes the lock file that a dead server left.
 * @throws Error naming the process when one is still there after 15 seconds
 */
export async function awaitPreviousServer(directory: string): Promise<void> {
  const lockFile = join(directory, 'postmaster.pid');
  const started = Date.now();
  let hasRequestedStop = false;
  for (;;) {
    const owner = ownerOf(lockFile);
    const alive = serversOn(directory, owner);
    if (alive.length === 0) {
      // PostgreSQL itself recognizes the file of a dead process, and then clears its shared memory. But a zombie, a
      // reused process id or an incomplete file misleads it.
      if (owner === null || exists(owner)) rmSync(lockFile, { force: true });
      return;
    }
    const waited = Date.now() - started;
    if (waited > longestWaitMs) {
      throw new Error(
        `Another PostgreSQL server (process ${alive[0]}) works on ${directory} and does not stop. Stop it first: kill -INT ${alive[0]}`,
      );
    }
    // This directory has no other users, so a server that keeps running has lost its Tollgate.
    if (!hasRequestedStop && waited > patienceMs && owner !== null && alive.includes(owner)) {
      hasRequestedStop = true;
      signal(owner, 'SIGINT');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The process id in a lock file; null without one. */
function ownerOf(lockFile: string): number | null {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Running server processes of a directory, recognized by their working directory. Without /proc, the lock file's
 * process counts.
 */
function serversOn(directory: string, owner: number | null): number[] {
  let path: string;
  try {
    path = realpathSync(directory);
  } catch {
    return [];
  }
  const pids = processes();
  if (pids === null) return owner !== null && exists(owner) ? [owner] : [];
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === path && /postgres/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
    } catch {
      return false;
    }
  });
}

function processes(): number[] | null {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return null;
  }
}

const exists = (pid: number): boolean => signal(pid, 0);

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
