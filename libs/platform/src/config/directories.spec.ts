import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeDirectory } from './directories.js';

describe('a directory', () => {
  const base = mkdtempSync(join(tmpdir(), 'tollgate-directories-'));
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it('is made with those above it, and may be there already', () => {
    makeDirectory(join(base, 'a', 'b', 'c'));
    makeDirectory(join(base, 'a', 'b', 'c'));
    expect(existsSync(join(base, 'a', 'b', 'c'))).toBe(true);
  });

  it('is refused at once where nothing can be made', () => {
    expect(() => makeDirectory('/proc/nothing/here')).toThrow(/ENOENT/);
    writeFileSync(join(base, 'file'), '');
    expect(() => makeDirectory(join(base, 'file', 'below'))).toThrow(/ENOTDIR/);
  });
});
