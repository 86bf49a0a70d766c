import { Breaks } from '@tollgate/platform';
import { parse } from 'csv-parse/sync';

/** A record of a file with its last line; the header is line 1. */
export interface CsvRecord {
  cells: string[];
  line: number;
}

/** Longer or wider records than any of an export. */
const bounds = { characters: 64 * 1024, cells: 500 };
/** Characters that are split at once. */
const chunkCharacters = 32 * 1024;
const [lineFeed, carriageReturn, quote, comma] = [10, 13, 34, 44];

interface Chunk {
  text: string;
  /** The lines before it. */
  lines: number;
}

/**
 * Splits a file into records, in steps that leave the event loop to other calls. Bounds are checked before a record is
 * built.
 * @param most records after the header
 * @returns the first records, one beyond `most` at the most; an error code for a file that is not readable or too long
 */
export async function recordsOf(
  csv: string,
  most: number,
): Promise<CsvRecord[] | 'value_is_invalid' | 'value_is_too_long'> {
  const breaks = new Breaks();
  const chunks = await chunksOf(csv, breaks);
  if (chunks === null) return 'value_is_too_long';
  const records: CsvRecord[] = [];
  for (const { text, lines } of chunks) {
    if (breaks.isDue) await breaks.take();
    const read = parsed(text, csv);
    if (read === null) return 'value_is_invalid';
    for (const { record, info } of read) records.push({ cells: record, line: lines + info.lines });
    if (records.length > most + 1) return records;
  }
  return records;
}

/** Cuts a file between records. Null when a record is beyond the bounds. */
async function chunksOf(csv: string, breaks: Breaks): Promise<Chunk[] | null> {
  const end = csv.includes('\n') ? lineFeed : carriageReturn;
  const chunks: Chunk[] = [];
  let [chunk, record, cells, lines, linesBefore, isQuoted] = [0, 0, 1, 0, 0, false];
  for (let place = 0; place < csv.length; place++) {
    const code = csv.charCodeAt(place);
    if (code === quote) isQuoted = !isQuoted;
    else if (code === comma && !isQuoted) cells += 1;
    else if (code === end) {
      lines += 1;
      if (!isQuoted) [record, cells] = [place + 1, 1];
      if (!isQuoted && record - chunk >= chunkCharacters) {
        chunks.push({ text: csv.slice(chunk, record), lines: linesBefore });
        [chunk, linesBefore] = [record, lines];
        if (breaks.isDue) await breaks.take();
      }
    }
    if (cells > bounds.cells || place - record > bounds.characters) return null;
  }
  return [...chunks, { text: csv.slice(chunk), lines: linesBefore }];
}

/** Null for a text that is not readable: that is the caller's error, and the parser's words stay here. */
function parsed(text: string, csv: string): { record: string[]; info: { lines: number } }[] | null {
  try {
    return parse(text, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: csv.includes('\n') ? ['\r\n', '\n'] : ['\r'],
    }) as unknown as { record: string[]; info: { lines: number } }[];
  } catch {
    return null;
  }
}
