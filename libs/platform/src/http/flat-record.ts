/** A value of a table cell. */
export type Cell = string | number | boolean | null;

/**
 * Flattens a record: each column holds the value at its path (`customer.name`), objects and lists as JSON. Missing
 * values are null.
 */
export const rowOf = (record: object, columns: readonly string[]): Cell[] =>
  columns.map((column) => {
    const value = column
      .split('.')
      .reduce<unknown>((inner, field) => (isObject(inner) ? inner[field] : undefined), record);
    if (value === undefined || value === null) return null;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : JSON.stringify(value);
  });

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';
