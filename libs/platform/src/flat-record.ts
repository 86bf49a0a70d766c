/** A value of a table cell. */
export type Cell = string | number | boolean | null;

/**
 * Flattens a record: each column holds the value at its path (`customer.name`), objects and lists as JSON. Missing
 * values are null.
 * @param digits of the record's currency. A column without a value of its own then has that of its cents as a
 * decimal: `total_amount` that of `total_amount_cents`
 */
export const rowOf = (record: object, columns: readonly string[], digits?: number): Cell[] =>
  columns.map((column) => {
    const value = valueAt(record, column);
    if (value === undefined || value === null) return digits === undefined ? null : mainUnits(record, column, digits);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : JSON.stringify(value);
  });

function mainUnits(record: object, column: string, digits: number): string | null {
  const cents = valueAt(record, `${column}_cents`);
  return typeof cents === 'number' ? centsText(cents, digits) : null;
}

/** Writes whole cents in main units: 1234 with two digits is `12.34`, and with none `1234`. */
export function centsText(cents: number, digits: number): string {
  const figures = BigInt(Math.abs(cents))
    .toString()
    .padStart(digits + 1, '0');
  const sign = cents < 0 ? '-' : '';
  if (digits === 0) return sign + figures;
  return `${sign}${figures.slice(0, -digits)}.${figures.slice(-digits)}`;
}

const valueAt = (record: object, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, field) => (isObject(inner) ? inner[field] : undefined), record);

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';
