import { crc32 } from 'node:zlib';
import { expect } from '@jest/globals';

/** Reads an archive from its end, as programs do. */
export function filesOf(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  let place = bytes.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    expect(bytes.readUInt32LE(place)).toBe(0x02014b50);
    const [size, length, offset] = [
      bytes.readUInt32LE(place + 24),
      bytes.readUInt16LE(place + 28),
      bytes.readUInt32LE(place + 42),
    ];
    const name = bytes.toString('utf8', place + 46, place + 46 + length);
    expect(bytes.toString('utf8', offset + 30, offset + 30 + length)).toBe(name);
    const content = bytes.subarray(offset + 30 + length, offset + 30 + length + size);
    expect(crc32(content)).toBe(bytes.readUInt32LE(place + 16));
    files.set(name, content);
    place += 46 + length + bytes.readUInt16LE(place + 30);
  }
  expect(place).toBe(end);
  return files;
}
