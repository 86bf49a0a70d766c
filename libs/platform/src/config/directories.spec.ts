import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeDirectory } from './directories.js';

describe('a directory', () => {
  const base = mkdtempSync(join(tmpdir(), 'tollgate-directories-'));
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it('is created with its parents, and may exist already', () => {
    makeDirectory(join(base, 'a', 'b', 'c'));
    makeDirectory(join(base, 'a', 'b', 'c'));
    expect(existsSync(join(base, 'a', 'b', 'c'))).toBe(true);
  });

  it('fails at once where it cannot be created', () => {
    expect(() => makeDirectory('/proc/nothing/here')).toThrow(/ENOENT/);
    writeFileSync(join(base, 'file'), '');
    expect(() => makeDirectory(join(base, 'file', 'below'))).toThrow(/ENOTDIR/);
  });
});
