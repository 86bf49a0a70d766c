import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DirectoryStore } from './directory-store.js';
import { openFileStore } from './open-file-store.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-store-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));
const open = () => new DirectoryStore(pathToFileURL(join(directory, 'files')));

describe('a store in a directory', () => {
  it('has the last bytes of a name, and no parts of them', async () => {
    const store = open();
    await Promise.all(['one', 'two', 'three'].map((text) => store.write('o/a.pdf', Buffer.from(text))));
    expect(['one', 'two', 'three']).toContain((await store.read('o/a.pdf')).toString());
    expect(readdirSync(join(directory, 'files', 'o'))).toEqual(['a.pdf']);
  });

  it('does not have a deleted or unknown file', async () => {
    const store = open();
    await store.write('o/a.pdf', Buffer.from('x'));
    await store.delete('o/a.pdf');
    await store.delete('o/a.pdf');
    await expect(store.read('o/a.pdf')).rejects.toThrow('ENOENT');
  });

  it('is absent without an address', () => {
    expect(openFileStore({ fileStoreUrl: undefined })).toBeNull();
  });
});
