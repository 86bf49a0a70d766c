import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filesOf } from './zip.fixture.js';
import { directoryEntry, emptyZip, endOfDirectory, localHeader, sizeOf, withEntry, type ZipEntry } from './zip.js';

const at = new Date('2024-01-31T12:30:42Z');

/** An archive of files in memory. */
function archiveOf(files: ReadonlyMap<string, Buffer>): { bytes: Buffer; size: number } {
  let progress = emptyZip;
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  for (const [name, content] of files) {
    const entry: ZipEntry = { name, size: content.length, crc32: crc32(content) };
    parts.push(localHeader(entry, at), content);
    directory.push(directoryEntry(entry, progress.fileBytes, at));
    progress = withEntry(progress, entry);
  }
  return { bytes: Buffer.concat([...parts, ...directory, endOfDirectory(progress)]), size: sizeOf(progress) };
}

describe('an archive', () => {
  it('has every file, and the size that is known before', () => {
    const named = fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.uint8Array());
    fc.assert(
      fc.property(fc.array(named), (raw) => {
        const files = new Map(raw.map(([name, bytes]) => [name, Buffer.from(bytes)]));
        const { bytes, size } = archiveOf(files);
        expect(bytes.length).toBe(size);
        expect(filesOf(bytes)).toEqual(files);
      }),
    );
  });

  it('has wide offsets behind 4 GB', () => {
    const entry = { name: 'a.pdf', size: 10, crc32: 1 };
    const offset = 5 * 1024 ** 3;
    const written = directoryEntry(entry, offset, at);
    expect(written.readUInt32LE(42)).toBe(0xffffffff);
    expect(written.readUInt16LE(51)).toBe(1);
    expect(written.readBigUInt64LE(55)).toBe(BigInt(offset));
    const before = { files: 3, fileBytes: offset, directoryBytes: 500 };
    expect(withEntry(before, entry)).toEqual({
      files: 4,
      fileBytes: offset + 30 + 5 + 10,
      directoryBytes: 500 + written.length,
    });
  });

  it('has a wide end for more files than the plain one counts', () => {
    const progress = { files: 70_000, fileBytes: 9_000, directoryBytes: 8_000 };
    const end = endOfDirectory(progress);
    expect(sizeOf(progress)).toBe(17_000 + end.length);
    expect(end.readUInt32LE(0)).toBe(0x06064b50);
    expect(end.readBigUInt64LE(32)).toBe(70_000n);
    expect(end.readUInt32LE(56)).toBe(0x07064b50);
    expect(end.readBigUInt64LE(64)).toBe(17_000n);
    expect(end.readUInt16LE(76 + 10)).toBe(0xffff);
  });
});
