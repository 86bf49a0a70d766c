import { crc32 } from 'node:zlib';

/**
 * How a journal holds things: record after record, each with a head of 16 bytes (a mark, the length of its content, how many items
 * it has, and a checksum of all of that) and its content, JSON in UTF-8. The mark begins with a byte that no text in UTF-8 has: no content
 * can be taken for a record, however its sender chose it.
 */
const mark = Buffer.from([0xff, 0x54, 0x4a, 0x01]);
export const headBytes = 16;
const [lengthAt, itemsAt, checksumAt] = [4, 8, 12];

/** Where records of a segment lie; offsets in bytes, the second one behind the last record. */
export interface Place {
  segment: number;
  from: number;
  to: number;
  items: number;
}

/** A record that is whole. */
export interface FoundRecord {
  from: number;
  to: number;
  items: number;
}

/** A record as its bytes. @param text its content, JSON @param items how many things that holds */
export function recordOf(text: string, items: number): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + Buffer.byteLength(text));
  bytes.write(text, headBytes);
  mark.copy(bytes);
  bytes.writeUInt32LE(bytes.length - headBytes, lengthAt);
  bytes.writeUInt32LE(items, itemsAt);
  bytes.writeUInt32LE(checksumOf(bytes), checksumAt);
  return bytes;
}

/** Of all of a record but the checksum. */
const checksumOf = (record: Buffer): number => crc32(record.subarray(headBytes), crc32(record.subarray(0, checksumAt)));

/** The record that begins at a place; null where no whole one does. */
export function recordAt(bytes: Buffer, from: number): FoundRecord | null {
  const content = from + headBytes;
  if (content > bytes.length || !bytes.subarray(from, from + mark.length).equals(mark)) return null;
  const to = content + bytes.readUInt32LE(from + lengthAt);
  if (to > bytes.length) return null;
  const record = bytes.subarray(from, to);
  if (checksumOf(record) !== record.readUInt32LE(checksumAt)) return null;
  return { from, to, items: record.readUInt32LE(itemsAt) };
}

/** What a segment holds. */
export interface Scanned {
  records: FoundRecord[];
  /** Bytes between records that are none. What was answered may have been there. */
  damaged: { from: number; to: number }[];
  /** Behind the last record: what follows was cut off in the middle, and nobody got an answer for it. */
  end: number;
}

/** Finds the records of a segment. Behind a place where none is it goes on at the next one. */
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

/** The contents of the records that fill bytes without a gap; null when they do not. */
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
