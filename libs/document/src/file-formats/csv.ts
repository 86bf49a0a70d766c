import type { Cell } from '@tollgate/platform';
import { stringify } from 'csv-stringify/sync';
import type { FileFormat } from './file-format.js';

const isFormula = /^[=+\-@\t\r]/;
const number = /^[+-]?\d+(\.\d+)?$/;
/** The byte order mark, by which spreadsheets recognize UTF-8. */
const byteOrderMark = '\ufeff';

/**
 * Prefixes formula-like texts with an apostrophe, so a spreadsheet does not execute a customer's name. Numbers stay as
 * they are.
 */
const harmless = (cell: Cell): Cell =>
  typeof cell === 'string' && isFormula.test(cell) && !number.test(cell) ? `'${cell}` : cell;

/** Formats rows by RFC 4180, each with a line end. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map(harmless)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/, cast: { boolean: String } },
  );

/** Comma-separated values, for spreadsheets. */
export const csv: FileFormat = {
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  columnName: (path) => path,
  head: (columns) => Buffer.from(`${byteOrderMark}${csvOf([columns.map(({ name }) => name)])}`),
  rows: (_, rows) => ({ content: Buffer.from(csvOf(rows)), summary: null }),
  end: () => Buffer.alloc(0),
};
