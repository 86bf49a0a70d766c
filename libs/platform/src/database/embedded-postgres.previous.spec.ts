import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { awaitPreviousServer } from './embedded-postgres.previous.js';

describe('what an earlier run left behind', () => {
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

  it('is nothing at a first start', async () => {
    await awaitPreviousServer(join(directory, 'not there'));
    await awaitPreviousServer(directory);
  });

  it('is cleared away when its number belongs to another program now', async () => {
    writeFileSync(lockFile, `${process.pid}\n${directory}\n`);
    if (existsSync('/proc')) {
      await awaitPreviousServer(directory);
      expect(existsSync(lockFile)).toBe(false);
    }
  });

  it('is cleared away when it was not written to its end', async () => {
    writeFileSync(lockFile, '');
    await awaitPreviousServer(directory);
    expect(existsSync(lockFile)).toBe(false);
  });

  it('is left to PostgreSQL when its process is dead, for it clears the shared memory too', async () => {
    child = spawn(process.execPath, ['-e', '']);
    const { pid } = child;
    await new Promise((resolve) => child?.once('exit', resolve));
    writeFileSync(lockFile, `${pid}\n${directory}\n`);
    await awaitPreviousServer(directory);
    expect(existsSync(lockFile)).toBe(true);
  });

  it('is waited for while a server still works there', async () => {
    if (!existsSync('/proc')) return;
    // Called like a server, and working in the cluster's directory as servers do.
    symlinkSync('/bin/sleep', join(directory, 'postgres'));
    child = spawn(join(directory, 'postgres'), ['1'], { cwd: directory });
    const exited = new Promise((resolve) => child?.once('exit', resolve));
    writeFileSync(lockFile, `${child.pid}\n`);
    await awaitPreviousServer(directory);
    await Promise.race([exited, new Promise((_, reject) => setTimeout(reject, 100, new Error('it did not wait')))]);
  });
});
