import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { awaitPreviousServer } from './embedded-postgres.previous.js';

describe('the lock file of an earlier run', () => {
  let directory: string;
  let lockFile: string;
  let child: ChildProcess | undefined;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tollgate-previous-'));
    lockFile = join(directory, 'postmaster.pid');
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });

  it('is absent on the first start', async () => {
    await awaitPreviousServer(join(directory, 'not there'));
    await awaitPreviousServer(directory);
  });

  it('is deleted when its process id now belongs to another program', async () => {
    writeFileSync(lockFile, `${process.pid}\n${directory}\n`);
    if (existsSync('/proc')) {
      await awaitPreviousServer(directory);
      expect(existsSync(lockFile)).toBe(false);
    }
  });

  it('is deleted when it is incomplete', async () => {
    writeFileSync(lockFile, '');
    await awaitPreviousServer(directory);
    expect(existsSync(lockFile)).toBe(false);
  });

  it('is left to PostgreSQL when its process is dead, because PostgreSQL then clears the shared memory too', async () => {
    child = spawn(process.execPath, ['-e', '']);
    const { pid } = child;
    await new Promise((resolve) => child?.once('exit', resolve));
    writeFileSync(lockFile, `${pid}\n${directory}\n`);
    await awaitPreviousServer(directory);
    expect(existsSync(lockFile)).toBe(true);
  });

  it('makes the start wait while a server still works there', async () => {
    if (!existsSync('/proc')) return;
    // It has a server's name and works in the cluster's directory, as servers do.
    symlinkSync('/bin/sleep', join(directory, 'postgres'));
    child = spawn(join(directory, 'postgres'), ['1'], { cwd: directory });
    const exited = new Promise((resolve) => child?.once('exit', resolve));
    writeFileSync(lockFile, `${child.pid}\n`);
    await awaitPreviousServer(directory);
    await Promise.race([exited, new Promise((_, reject) => setTimeout(reject, 100, new Error('it did not wait')))]);
  });
});
