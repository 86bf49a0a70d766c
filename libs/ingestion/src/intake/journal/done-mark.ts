import { constants } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** How far a journal is finished: a segment and the offset after its last finished record. */
export interface Position {
  segment: number;
  offset: number;
}

const name = 'done';
const bytes = 20;
const checksumAt = 16;

/**
 * The file that stores how far a journal is finished. It is overwritten in place and never synced. A stale or
 * unreadable mark repeats some records, which changes nothing.
 */
export class DoneMark {
  private constructor(private readonly file: FileHandle) {}

  static async open(directory: string): Promise<DoneMark> {
    return new DoneMark(await open(join(directory, name), constants.O_RDWR | constants.O_CREAT, 0o600));
  }

  /** Null when there is no mark, or it cannot be read. */
  static async read(directory: string): Promise<Position | null> {
    const content = await readFile(join(directory, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    if (content.length !== bytes || crc32(content.subarray(0, checksumAt)) !== content.readUInt32LE(checksumAt))
      return null;
    return { segment: Number(content.readBigUInt64LE(0)), offset: Number(content.readBigUInt64LE(8)) };
  }

  async write({ segment, offset }: Position): Promise<void> {
    const content = Buffer.alloc(bytes);
    content.writeBigUInt64LE(BigInt(segment), 0);
    content.writeBigUInt64LE(BigInt(offset), 8);
    content.writeUInt32LE(crc32(content.subarray(0, checksumAt)), checksumAt);
    await this.file.write(content, 0, bytes, 0);
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
