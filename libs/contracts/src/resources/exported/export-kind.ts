import { currencyExponent, textOfField } from '@tollgate/rating';
import { z } from 'zod';
import type { Query } from '../../http/query.js';
import type { Route } from '../../http/route.js';
import type { ServiceName } from '../../services.js';

/** The types of columns. Decimals are text in every format: no format loses a digit of them. */
export type ColumnType = 'text' | 'integer' | 'number' | 'decimal' | 'boolean' | 'timestamp' | 'date' | 'json';

/** A column of exported files. */
export interface ExportColumn {
  /** The field of the answer, with a dot for a field inside an object. */
  name: string;
  type: ColumnType;
  /** Its meaning. */
  text: string;
}

/** Columns besides the fields of an answer, or with another meaning. */
type OwnColumns = Readonly<Record<string, readonly [type: ColumnType, text: string]>>;

/**
 * Columns of a table, the latest of which says when a row changed last: `changed_at` of triggers, `updated_at` of the code
 * that writes, and `created_at`. With `created_at` alone rows never change.
 */
export type ChangeColumns = readonly ('changed_at' | 'updated_at' | 'created_at')[];

/** Rows with a time of update, which a trigger completes. */
export const byUpdate: ChangeColumns = ['changed_at', 'updated_at'];
/** Rows whose only time of update is that of the trigger; one that never changed counts by its creation. */
export const byTrigger: ChangeColumns = ['changed_at', 'created_at'];

/**
 * A kind of records that files can have: the only place that knows its name. The service that owns the records reads
 * them page by page under this name (`ExportReader` of the platform). All else follows from the declaration: the
 * filters of a call, the rights to read a file, columns in each format, documents and data models.
 */
export interface ExportKind<Name extends string = string, Q extends Query = Query> {
  name: Name;
  /** A row of the file, in one sentence. */
  row: string;
  /** The service that owns the records. */
  service: ServiceName;
  filters: Q;
  /** The calls that show the same: a caller of the export needs the rights of all of them. */
  shownBy: readonly Route[];
  columns: readonly ExportColumn[];
  /** The columns that identify a row. */
  identity: readonly string[];
  /** The field with the currency of the record's amounts. */
  currency: string | null;
  /** The columns by which a later run finds what changed; null for kinds whose changes have no time. */
  changes: ChangeColumns | null;
  /** Filters that select a row sooner or later without a change of it: no later run would find it. */
  driftingFilters: readonly string[];
}

/** Declares a kind of records. */
export function exportKind<const Name extends string, Q extends Query>({
  record,
  columns,
  own = {},
  currency = null,
  identity = ['svc_id'],
  changes = null,
  driftingFilters = [],
  ...kind
}: Pick<ExportKind<Name, Q>, 'name' | 'row' | 'service' | 'filters' | 'shownBy'> &
  Partial<Pick<ExportKind, 'identity' | 'currency' | 'changes' | 'driftingFilters'>> & {
    /** The shape of a record in answers. */
    record: z.ZodObject;
    columns: readonly string[];
    own?: OwnColumns;
  }): ExportKind<Name, Q> {
  return {
    ...kind,
    identity,
    currency,
    changes,
    driftingFilters,
    columns: columns.map((name) => columnOf(name, record, own, columns)),
  };
}

function columnOf(name: string, shape: z.ZodObject, own: OwnColumns, columns: readonly string[]): ExportColumn {
  const stated = own[name];
  if (stated) return { name, type: stated[0], text: stated[1] };
  const field = fieldAt(shape, name.split('.'));
  const text = field && textOfField(field)?.[0];
  if (field && text !== undefined) return { name, type: typeOf(field), text };
  if (!columns.includes(`${name}_cents`)) throw new Error(`the answer has no field ${name} with a text`);
  return { name, type: 'decimal', text: `\`${name}_cents\` in the main unit of the currency` };
}

/** Names each column of cents without its unit: a file has the same amount in main units under this name. */
export const inMainUnits = (columns: readonly string[]): string[] =>
  columns.filter((column) => column.endsWith('_cents')).map((column) => column.slice(0, -'_cents'.length));

/** Adds the columns of main units at the end. */
export const withMainUnits = (columns: readonly string[]): string[] => [...columns, ...inMainUnits(columns)];

function fieldAt(shape: z.ZodType, [name = '', ...inner]: string[]): z.ZodType | undefined {
  const object = plain(shape);
  const field = object instanceof z.ZodObject ? (object.shape[name] as z.ZodType | undefined) : undefined;
  return field && inner.length > 0 ? fieldAt(field, inner) : field;
}

/** A field without the wrappers that let it be absent or null. */
function plain(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault
    ? plain(field.def.innerType as z.ZodType)
    : field;
}

const textTypes: Readonly<Record<string, ColumnType>> = { 'date-time': 'timestamp', date: 'date', decimal: 'decimal' };

function typeOf(field: z.ZodType): ColumnType {
  const inner = plain(field);
  if (inner instanceof z.ZodBoolean) return 'boolean';
  if (inner instanceof z.ZodNumber) return inner.isInt ? 'integer' : 'number';
  if (inner instanceof z.ZodEnum || inner instanceof z.ZodUUID) return 'text';
  if (!(inner instanceof z.ZodString)) return 'json';
  const format = z.globalRegistry.get(inner)?.['format'];
  return (typeof format === 'string' && textTypes[format]) || 'text';
}

/** The decimal places of a record's amounts; undefined for a record without amounts. */
export function digitsOf({ currency }: Pick<ExportKind, 'currency'>, record: object): number | undefined {
  if (currency === null) return undefined;
  const code = currency
    .split('.')
    .reduce<unknown>((inner, field) => (inner as Record<string, unknown> | null | undefined)?.[field], record);
  return typeof code === 'string' ? currencyExponent(code) : undefined;
}
