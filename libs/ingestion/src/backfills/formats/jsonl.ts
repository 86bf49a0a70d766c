import { withExactNumbers } from '@tollgate/platform';
import { readPortion } from './lines.js';
import type { RowFormat, RowRecord } from './row-format.js';

/** A JSON object in each line. */
export const jsonl: RowFormat = {
  extensions: ['.jsonl', '.ndjson', '.json'],
  hasColumns: false,
  bytesOf: (text) => Buffer.from(text),
  async next(bytes, place) {
    const { bytes: read, ends, ended } = await readPortion(bytes, place, false);
    const rows = ends.flatMap((end, index) => {
      const line = read.toString('utf8', index === 0 ? 0 : ends[index - 1], end).replace(/^\uFEFF/, '');
      return line.trim() === '' ? [] : [recordOf(line)];
    });
    return {
      rows,
      next: { bytes: place.bytes + read.length, rows: place.rows + rows.length, columns: null },
      ended,
    };
  },
};

/** Numbers keep all of their digits. Null for a line that is no JSON object. */
function recordOf(line: string): RowRecord {
  try {
    const value: unknown = JSON.parse(withExactNumbers(line));
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as RowRecord) : null;
  } catch {
    return null;
  }
}
