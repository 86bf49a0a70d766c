import type { Cell } from '@tollgate/platform';
import { stringify } from 'csv-stringify/sync';

const looksLikeFormula = /^[=+\-@\t\r]/;
const number = /^[+-]?\d+(\.\d+)?$/;

/**
 * A text that a spreadsheet would take for a formula begins with an apostrophe, so that nobody's name is computed when a
 * file is opened; numbers stay as they are.
 */
const harmless = (cell: Cell): Cell =>
  typeof cell === 'string' && looksLikeFormula.test(cell) && !number.test(cell) ? `'${cell}` : cell;

/** Rows as RFC 4180 has them, each with its end. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map(harmless)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/, cast: { boolean: String } },
  );
