import {
  customerColumns,
  customerPartColumns,
  importBounds,
  type FieldErrors,
  type ImportedResource,
} from '@tollgate/contracts';
import { Breaks, toOwnName } from '@tollgate/platform';
import { recordsOf, type CsvRecord } from './csv-records.js';

/** A row of a file: its content or its errors. */
export interface ImportRow {
  /** Its last line; the header is line 1. */
  line: number;
  given: Record<string, unknown>;
  errors: FieldErrors | null;
}

/** Accepted columns, by their field names in requests; nested fields have a point. */
const columnsOf: Record<ImportedResource, ReadonlySet<string>> = {
  customers: new Set([...customerColumns, 'external_salesforce_id', ...customerPartColumns, 'tax_codes', 'metadata']),
  subscriptions: new Set([
    'external_customer_id',
    'external_id',
    'plan_code',
    'name',
    'billing_time',
    'subscription_at',
    'ending_at',
    'billing_entity_code',
    'purchase_order_number',
  ]),
};

/** Columns of exports that imports ignore. */
const onlyExported = new Set(['svc_id', 'sequential_id', 'slug', 'created_at', 'updated_at']);
const lists = new Set(['tax_codes', 'metadata']);
/** The key of a row: a repeated key is an error, because the right row is ambiguous. */
const keyOf: Record<ImportedResource, string> = { customers: 'external_id', subscriptions: 'external_id' };

/**
 * Reads a file of comma-separated values. An empty cell counts as absent; an apostrophe that exports put before an
 * apparent formula is removed; cells of lists hold JSON.
 * @param prefix prefix of identifiers in requests to this installation
 * @returns the rows, or the errors of the file as a whole
 */
export async function readTable(
  resource: ImportedResource,
  csv: string,
  prefix = 'svc',
): Promise<{ rows: ImportRow[] } | { errors: FieldErrors }> {
  const records = await recordsOf(csv, importBounds.rows);
  if (typeof records === 'string') return { errors: { csv: [records] } };
  const [header, ...rest] = records;
  if (!header || rest.length === 0) return { errors: { csv: ['value_is_invalid'] } };
  if (rest.length > importBounds.rows) return { errors: { csv: ['value_is_too_long'] } };
  const columns = header.cells.map((name) => toOwnName(name.trim(), prefix));
  const faults = headerFaults(resource, columns);
  if (faults) return { errors: faults };
  const rows: ImportRow[] = [];
  const breaks = new Breaks();
  for (const record of rest) {
    if (breaks.isDue) await breaks.take();
    rows.push(readRow(columns, record));
  }
  return { rows: withoutRepeated(rows, keyOf[resource]) };
}

function headerFaults(resource: ImportedResource, columns: string[]): FieldErrors | null {
  const knownColumns = columnsOf[resource];
  const faults: FieldErrors = {};
  for (const [place, name] of columns.entries()) {
    if (columns.indexOf(name) !== place) faults[`csv.${name}`] = ['value_is_duplicated'];
    else if (!knownColumns.has(name) && !onlyExported.has(name)) faults[`csv.${name}`] = ['unknown_column'];
  }
  return Object.keys(faults).length > 0 ? faults : null;
}

function readRow(columns: string[], { cells, line }: CsvRecord): ImportRow {
  if (cells.length !== columns.length) return { line, given: {}, errors: { base: ['invalid_count'] } };
  const fields: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const [place, name] of columns.entries()) {
    const text = withoutApostrophe(cells[place] ?? '');
    if (text === '' || onlyExported.has(name)) continue;
    const value = lists.has(name) ? jsonList(text) : text;
    if (value === undefined) errors[name] = ['invalid_format'];
    else put(fields, name, value);
  }
  return { line, given: fields, errors: Object.keys(errors).length > 0 ? errors : null };
}

const withoutApostrophe = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

function jsonList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function put(fields: Record<string, unknown>, name: string, value: unknown): void {
  const [field = '', inner] = name.split('.');
  if (inner === undefined) fields[field] = value;
  else fields[field] = { ...(fields[field] as object | undefined), [inner]: value };
}

function withoutRepeated(rows: ImportRow[], key: string): ImportRow[] {
  const seen = new Set<unknown>();
  return rows.map((row) => {
    const named = row.given[key];
    if (row.errors || named === undefined) return row;
    if (seen.has(named)) return { ...row, errors: { [key]: ['value_is_duplicated'] } };
    seen.add(named);
    return row;
  });
}
