import { BrokenFile, bytesAtOnce, longestRow, rowsAtOnce, type ObjectBytes, type ObjectPlace } from './row-format.js';

const [lineFeed, quote] = [10, 34];

/** The next whole records of a text, `rowsAtOnce` at most. */
export interface Portion {
  bytes: Buffer;
  /** Behind each record, from the begin of the portion. */
  ends: number[];
  /** Whether the text ends behind it. */
  ended: boolean;
}

/**
 * Reads whole records: lines, or for quoted values lines outside of quotes.
 * @throws BrokenFile for a record that is too long
 */
export async function readPortion(
  source: ObjectBytes,
  { bytes: start, rows, columns }: ObjectPlace,
  hasQuotes: boolean,
): Promise<Portion> {
  const until = Math.min(start + bytesAtOnce, source.size);
  const bytes = start < until ? await source.read(start, until) : Buffer.alloc(0);
  const ends: number[] = [];
  // The header of a file with one is no row.
  const firstRow = hasQuotes && columns === null ? rows : rows + 1;
  let [record, isQuoted, place] = [0, false, 0];
  for (; place < bytes.length && ends.length < rowsAtOnce; place++) {
    if (place - record >= longestRow) throw new BrokenFile('row_is_too_long', firstRow + ends.length || null);
    const byte = bytes[place];
    if (byte === quote && hasQuotes) isQuoted = !isQuoted;
    if (byte === lineFeed && !isQuoted) {
      ends.push(place + 1);
      record = place + 1;
    }
  }
  const isLast = until === source.size && ends.length < rowsAtOnce;
  if (isLast && record < bytes.length) ends.push(bytes.length);
  const length = ends.at(-1) ?? 0;
  return { bytes: bytes.subarray(0, length), ends, ended: start + length >= source.size };
}
