/** A cell that a spreadsheet takes for a formula, and that is no number. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);

const cell = (text: string): string => {
  const harmless = isFormula(text) ? `'${text}` : text;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Rows as CSV (RFC 4180), the first one with the names of columns. Cells that would be formulas begin with `'`. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
