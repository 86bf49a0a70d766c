/** A file in an archive. */
export interface ZipEntry {
  /** With `/` between folders. */
  name: string;
  /** Bytes. */
  size: number;
  crc32: number;
}

/** The number and the sizes of the files of an archive so far, in bytes. */
export interface ZipProgress {
  files: number;
  /** Files with their headers: the offset of the next one. */
  fileBytes: number;
  directoryBytes: number;
}

export const emptyZip: ZipProgress = { files: 0, fileBytes: 0, directoryBytes: 0 };

const greatest32 = 0xffff_ffff;
const greatest16 = 0xffff;
const localHeaderBytes = 30;
const directoryEntryBytes = 46;
const wideOffsetBytes = 12;
const endBytes = 22;
const wideEndBytes = 56;
const wideLocatorBytes = 20;
/** Names are UTF-8. */
const flags = 0x0800;
/** The version that a reader needs: 2.0, and 4.5 for wide offsets. */
const [version, wideVersion] = [20, 45];
/** A file that its owner may write and all may read. */
const regularFile = 0o100644 * 0x1_0000;

/** Adds a file to the progress of an archive. A file is below 4 GB; the archive has no limit. */
export function withEntry({ files, fileBytes, directoryBytes }: ZipProgress, entry: ZipEntry): ZipProgress {
  const name = Buffer.byteLength(entry.name);
  return {
    files: files + 1,
    fileBytes: fileBytes + localHeaderBytes + name + entry.size,
    directoryBytes: directoryBytes + directoryEntryBytes + name + (isWide(fileBytes) ? wideOffsetBytes : 0),
  };
}

/** The bytes of a whole archive. */
export const sizeOf = (progress: ZipProgress): number =>
  progress.fileBytes +
  progress.directoryBytes +
  endBytes +
  (needsWideEnd(progress) ? wideEndBytes + wideLocatorBytes : 0);

/**
 * Writes the bytes in front of a file's own. Files are stored as they are, since PDF files are compressed already: so
 * the size of an archive is known before its first byte.
 */
export function localHeader({ name, size, crc32 }: ZipEntry, at: Date): Buffer {
  const header = Buffer.alloc(localHeaderBytes);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt32LE(dosTime(at), 10);
  header.writeUInt32LE(crc32, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

/** Writes a file's entry in the directory. @param offset of its local header, in bytes */
export function directoryEntry({ name, size, crc32 }: ZipEntry, offset: number, at: Date): Buffer {
  const entry = Buffer.alloc(directoryEntryBytes);
  entry.writeUInt32LE(0x0201_4b50, 0);
  // Made on Unix: readers then take names as UTF-8, and give files their usual mode.
  entry.writeUInt16LE(0x0300 + (isWide(offset) ? wideVersion : version), 4);
  entry.writeUInt16LE(isWide(offset) ? wideVersion : version, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt32LE(dosTime(at), 12);
  entry.writeUInt32LE(crc32, 16);
  entry.writeUInt32LE(size, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt16LE(isWide(offset) ? wideOffsetBytes : 0, 30);
  entry.writeUInt32LE(regularFile, 38);
  entry.writeUInt32LE(Math.min(offset, greatest32), 42);
  return Buffer.concat([entry, Buffer.from(name), isWide(offset) ? wideOffset(offset) : Buffer.alloc(0)]);
}

/** Writes what follows the directory; in the wide form (ZIP64) where numbers exceed the fields of the plain one. */
export function endOfDirectory(progress: ZipProgress): Buffer {
  const { files, fileBytes, directoryBytes } = progress;
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(files, greatest16), 8);
  end.writeUInt16LE(Math.min(files, greatest16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, greatest32), 12);
  end.writeUInt32LE(Math.min(fileBytes, greatest32), 16);
  return needsWideEnd(progress) ? Buffer.concat([wideEnd(progress), end]) : end;
}

const isWide = (bytes: number): boolean => bytes >= greatest32;

const needsWideEnd = ({ files, fileBytes, directoryBytes }: ZipProgress): boolean =>
  files >= greatest16 || isWide(fileBytes) || isWide(directoryBytes);

/** The extra field of an offset beyond 4 GB. */
function wideOffset(offset: number): Buffer {
  const field = Buffer.alloc(wideOffsetBytes);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(wideOffsetBytes - 4, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

function wideEnd({ files, fileBytes, directoryBytes }: ZipProgress): Buffer {
  const end = Buffer.alloc(wideEndBytes);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(BigInt(wideEndBytes - 12), 4);
  end.writeUInt16LE(wideVersion, 12);
  end.writeUInt16LE(wideVersion, 14);
  end.writeBigUInt64LE(BigInt(files), 24);
  end.writeBigUInt64LE(BigInt(files), 32);
  end.writeBigUInt64LE(BigInt(directoryBytes), 40);
  end.writeBigUInt64LE(BigInt(fileBytes), 48);
  const locator = Buffer.alloc(wideLocatorBytes);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(fileBytes + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

/** Packs a time into the four bytes of the format: two seconds apart, in UTC, from 1980 on. */
function dosTime(at: Date): number {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return date * 0x1_0000 + time;
}
