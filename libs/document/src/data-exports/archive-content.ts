import { crc32 } from 'node:zlib';
import { listEntry, type ArchivedFile, type ArchivePart } from './archive-parts.js';
import type { ArchiveProgress } from '../tables/document.tables.js';
import { directoryEntry, emptyZip, endOfDirectory, localHeader, withEntry, type ZipEntry } from './zip.js';

/** Where an archive comes from. */
export interface ArchiveSource {
  progress: ArchiveProgress;
  /** The time of its files. */
  at: Date;
  /** Its parts, in order. */
  parts: () => AsyncIterable<ArchivePart>;
  /** The bytes of a file. */
  read: (file: ArchivedFile) => Promise<Buffer>;
}

/**
 * Yields the bytes of an archive. It holds one file at a time, and reads the parts three times: for the files, for the
 * list, and for the directory.
 * @throws Error for a file with other bytes than the list has
 */
export async function* archiveContent({ progress, at, parts, read }: ArchiveSource): AsyncGenerator<Buffer> {
  for await (const { files } of parts())
    for (const file of files) {
      yield localHeader(file, at);
      yield await bytesOf(file, read);
    }
  const list = listEntry(progress);
  yield localHeader(list, at);
  for await (const part of parts()) yield Buffer.from(part.list);
  let written = emptyZip;
  const enter = (entry: ZipEntry): Buffer => {
    const directory = directoryEntry(entry, written.fileBytes, at);
    written = withEntry(written, entry);
    return directory;
  };
  for await (const { files } of parts()) yield Buffer.concat(files.map(enter));
  yield enter(list);
  yield endOfDirectory(written);
}

async function bytesOf(file: ArchivedFile, read: ArchiveSource['read']): Promise<Buffer> {
  const content = await read(file);
  if (content.length !== file.size || crc32(content) !== file.crc32)
    throw new Error(`the bytes of ${file.name} are not those of the list`);
  return content;
}
