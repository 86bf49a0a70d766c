// A small file system of its own, that a test can fill.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAtDeath } from '@tollgate/harness/process';

export interface SmallDisk {
  dir: string;
  unmount(): void;
}

/** Mounts a separate file system; undefined where this is not permitted. @param size `400m` */
export function mountSmall(size: string): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-disk-'));
  const cancelCleanup = runAtDeath(['sh', '-c', `umount -l '${dir}'; rmdir '${dir}'`]);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', dir], {
    stdio: 'ignore',
  });
  const unmount = () => {
    spawnSync('umount', ['-l', dir], { stdio: 'ignore' });
    rmSync(dir, { recursive: true, force: true });
    cancelCleanup();
  };
  if (status === 0) return { dir, unmount };
  unmount();
  return undefined;
}

/** Fills all remaining space, and again after it is freed, until it is stopped. */
export function fill(dir: string): { isFull: () => boolean; release: () => void } {
  const ballast = join(dir, 'ballast');
  const block = Buffer.alloc(64 * 1024, 1);
  let full = false;
  const writeBallast = () => {
    try {
      for (;;) appendFileSync(ballast, block);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      full = true;
    }
  };
  writeBallast();
  const timer = setInterval(writeBallast, 50);
  return {
    isFull: () => full && statfsSync(dir).bavail * statfsSync(dir).bsize < block.length * 4,
    release: () => {
      clearInterval(timer);
      rmSync(ballast, { force: true });
    },
  };
}
