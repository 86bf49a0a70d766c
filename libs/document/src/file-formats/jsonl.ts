import type { Cell } from '@tollgate/platform';
import { inOneWord } from './column-names.js';
import type { FileColumn, FileFormat } from './file-format.js';

/** A JSON object in each line, for warehouses. Lists and objects are nested; decimals are texts. */
export const jsonl: FileFormat = {
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  columnName: inOneWord,
  head: () => Buffer.alloc(0),
  rows: (columns, rows) => ({ content: Buffer.from(rows.map((row) => lineOf(columns, row)).join('')), summary: null }),
  end: () => Buffer.alloc(0),
};

/** A line. The cell of an object is its JSON already, which may have numbers with more digits than a double. */
function lineOf(columns: readonly FileColumn[], row: readonly Cell[]): string {
  const members = columns.map(({ name, type }, place) => {
    const cell = row[place] ?? null;
    return `${JSON.stringify(name)}:${type === 'json' && typeof cell === 'string' ? cell : JSON.stringify(cell)}`;
  });
  return `{${members.join(',')}}\n`;
}
