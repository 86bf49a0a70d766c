/** What a cell of a table can hold. */
export type Cell = string | number | boolean | null;

/**
 * A record as a row: of each column the value at its path (`customer.name`), objects and lists as JSON. What is not there is null.
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
