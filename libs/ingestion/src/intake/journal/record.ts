import { crc32 } from 'node:zlib';

/**
 * The format of a journal: a sequence of records, each with a head of 16 bytes and its content, JSON in UTF-8. The head
 * holds a mark, the content length, the item count, and a checksum over all the rest. The mark begins with a byte that
 * UTF-8 never contains, so no content can pass for a record.
 */
const mark = Buffer.from([0xff, 0x54, 0x4a, 0x01]);
export const headBytes = 16;
const [lengthAt, itemsAt, checksumAt] = [4, 8, 12];

/** The place of records within a segment: byte offsets, the second one just after the last record. */
export interface Place {
  segment: number;
  from: number;
  to: number;
  items: number;
}

/** A complete record. */
export interface FoundRecord {
  from: number;
  to: number;
  items: number;
}

/** Encodes a record. @param text its content, JSON @param items number of items in the content */
export function recordOf(text: string, items: number): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + Buffer.byteLength(text));
  bytes.write(text, headBytes);
  mark.copy(bytes);
  bytes.writeUInt32LE(bytes.length - headBytes, lengthAt);
  bytes.writeUInt32LE(items, itemsAt);
  bytes.writeUInt32LE(checksumOf(bytes), checksumAt);
  return bytes;
}

/** Checksum over a whole record except the checksum itself. */
const checksumOf = (record: Buffer): number => crc32(record.subarray(headBytes), crc32(record.subarray(0, checksumAt)));

/** The record at an offset; null unless a complete one begins there. */
export function recordAt(bytes: Buffer, from: number): FoundRecord | null {
  const content = from + headBytes;
  if (content > bytes.length || !bytes.subarray(from, from + mark.length).equals(mark)) return null;
  const to = content + bytes.readUInt32LE(from + lengthAt);
  if (to > bytes.length) return null;
  const record = bytes.subarray(from, to);
  if (checksumOf(record) !== record.readUInt32LE(checksumAt)) return null;
  return { from, to, items: record.readUInt32LE(itemsAt) };
}

/** The result of scanning a segment. */
export interface Scanned {
  records: FoundRecord[];
  /** Bytes between records that are no records; acknowledged events may be lost there. */
  damaged: { from: number; to: number }[];
  /** End of the last record; whatever follows is an incomplete write that was never acknowledged. */
  end: number;
}

/** Finds the records of a segment; skips damaged bytes up to the next record. */
export function scan(bytes: Buffer, begin = 0): Scanned {
  const scanned: Scanned = { records: [], damaged: [], end: begin };
  for (let at = begin; at >= 0 && at < bytes.length;) {
    const record = recordAt(bytes, at);
    if (!record) {
      at = bytes.indexOf(mark, at + 1);
      continue;
    }
    if (record.from > scanned.end) scanned.damaged.push({ from: scanned.end, to: record.from });
    scanned.records.push(record);
    at = scanned.end = record.to;
  }
  return scanned;
}

/** The contents of adjacent records; null when the bytes hold anything else. */
export function contentsOf(bytes: Buffer): Buffer[] | null {
  const contents: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const record = recordAt(bytes, at);
    if (!record) return null;
    contents.push(bytes.subarray(record.from + headBytes, record.to));
    at = record.to;
  }
  return contents;
}
