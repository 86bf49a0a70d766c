import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const longestWaitMs = 15_000;
const patienceMs = 2_000;

/**
 * Waits until no server of an earlier run works on a cluster's directory. A killed Tollgate leaves a server behind
 * that still takes a moment to go down. What is left of a server that died is cleared away.
 * @throws Error naming the process when one is still there after 15 seconds
 */
export async function awaitPreviousServer(directory: string): Promise<void> {
  const lockFile = join(directory, 'postmaster.pid');
  const started = Date.now();
  let hasAsked = false;
  for (;;) {
    const owner = ownerOf(lockFile);
    const alive = serversOn(directory, owner);
    if (alive.length === 0) {
      // PostgreSQL recognises the file of a dead process itself, and clears its shared memory then. It is misled by a
      // zombie, by another program that got the same number, and by a file that was not written to its end.
      if (owner === null || exists(owner)) rmSync(lockFile, { force: true });
      return;
    }
    const waited = Date.now() - started;
    if (waited > longestWaitMs) {
      throw new Error(
        `Another PostgreSQL server (process ${alive[0]}) works on ${directory} and does not stop. Stop it first: kill -INT ${alive[0]}`,
      );
    }
    // Nobody else may use this directory, so a server that is not going down by itself has lost its Tollgate.
    if (!hasAsked && waited > patienceMs && owner !== null && alive.includes(owner)) {
      hasAsked = true;
      signal(owner, 'SIGINT');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The process that a lock file names; null without one. */
function ownerOf(lockFile: string): number | null {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Living processes of a server on a directory: all of them work in it. Where there is no /proc, the lock file tells. */
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
