import { parse } from 'csv-parse/sync';
import { readPortion, type Portion } from './lines.js';
import { BrokenFile, mostColumns, type ObjectPlace, type RowFormat, type RowRecord } from './row-format.js';

/** Comma-separated values as in RFC 4180, in UTF-8, with a header. */
export const csv: RowFormat = {
  extensions: ['.csv'],
  hasColumns: true,
  bytesOf: (text) => Buffer.from(text),
  async next(bytes, place) {
    const portion = await readPortion(bytes, place, true);
    const records = recordsOf(portion, place);
    const columns = place.columns ?? columnsOf(records.shift());
    const rows = records.map((cells) => rowOf(columns, cells));
    const next = { bytes: place.bytes + portion.bytes.length, rows: place.rows + rows.length, columns };
    return { rows, next, ended: portion.ended };
  },
};

/** @throws BrokenFile that names the row */
function recordsOf({ bytes }: Portion, { rows, columns }: ObjectPlace): string[][] {
  try {
    return parse(bytes, { bom: columns === null, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    const before = Number((error as { records?: unknown }).records ?? 0);
    throw new BrokenFile('row_is_invalid', rows + before + (columns === null ? 0 : 1));
  }
}

/** @throws BrokenFile for a header that no row can be read by */
function columnsOf(header: string[] | undefined): string[] {
  if (!header) throw new BrokenFile('file_is_invalid', null);
  if (header.length > mostColumns) throw new BrokenFile('too_many_columns', null);
  const columns = header.map((name) => name.trim());
  if (new Set(columns).size < columns.length) throw new BrokenFile('column_is_duplicated', null);
  return columns;
}

/** An empty cell is absent. Null for a row with another number of cells: their columns are unknown. */
function rowOf(columns: string[], cells: string[]): RowRecord {
  if (cells.length !== columns.length) return null;
  return Object.fromEntries(
    columns.flatMap((column, place) => {
      const cell = withoutApostrophe(cells[place] ?? '');
      return cell === '' ? [] : [[column, cell]];
    }),
  );
}

/** Exports put it before a text that a spreadsheet would compute. */
const withoutApostrophe = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
