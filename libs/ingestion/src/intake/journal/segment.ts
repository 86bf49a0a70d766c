import { open, readFile, stat, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { scan, type FoundRecord } from './record.js';

const ending = '.events';
const digits = 16;

export const segmentName = (number: number): string => `${String(number).padStart(digits, '0')}${ending}`;

/** The number of a segment by the name of its file; null for other files. */
export const segmentNumber = (name: string): number | null =>
  new RegExp(`^\\d{${digits}}\\${ending}$`).test(name) ? Number(name.slice(0, digits)) : null;

/** Makes the files of a directory survive a power failure. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The segment that the journal appends to. */
export class OpenSegment {
  private constructor(
    readonly number: number,
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** Bytes that are durable. */
  size = 0;

  /** Creates a segment that must not exist yet. */
  static async make(directory: string, number: number): Promise<OpenSegment> {
    const path = join(directory, segmentName(number));
    const file = await open(path, 'wx', 0o600);
    await syncDirectory(directory);
    return new OpenSegment(number, path, file);
  }

  /** Durable when it resolves. After an error only `abandon` may follow. */
  async append(record: Buffer): Promise<void> {
    await this.file.appendFile(record);
    await this.file.datasync();
    this.size += record.length;
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  /** Closes the segment and truncates the last write: its durability is unknown, and no caller received its answer. */
  async abandon(): Promise<void> {
    try {
      await this.file.close();
    } finally {
      await truncate(this.path, this.size);
    }
  }
}

/** The contents of a segment of an earlier process. */
export interface FoundSegment {
  number: number;
  /** End of its last record. */
  size: number;
  records: FoundRecord[];
  /** Bytes between records that are no records. */
  damagedBytes: number;
  /** Bytes that were cut off its end. */
  tornBytes: number;
  /** When it was last written, Unix milliseconds. */
  writtenAt: number;
}

/** Reads a segment of an earlier process from an offset, and truncates an incomplete record at its end. */
export async function findSegment(directory: string, number: number, begin: number): Promise<FoundSegment> {
  const path = join(directory, segmentName(number));
  const { mtimeMs } = await stat(path);
  const bytes = await readFile(path);
  const { records, damaged, end } = scan(bytes, Math.min(begin, bytes.length));
  const tornBytes = bytes.length - end;
  if (tornBytes > 0) {
    const file = await open(path, 'r+');
    try {
      await file.truncate(end);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  const damagedBytes = damaged.reduce((sum, { from, to }) => sum + to - from, 0);
  return { number, size: end, records, damagedBytes, tornBytes, writtenAt: mtimeMs };
}

/** The bytes of a segment between two offsets. */
export async function readSegment(directory: string, number: number, from: number, to: number): Promise<Buffer> {
  const file = await open(join(directory, segmentName(number)), 'r');
  try {
    const bytes = Buffer.alloc(to - from);
    for (let read = 0; read < bytes.length;) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, from + read);
      if (bytesRead === 0) return bytes.subarray(0, read);
      read += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}
