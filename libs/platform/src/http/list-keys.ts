import { sql, type RawBuilder } from 'kysely';
import { calendarDay, isStorableText } from '@tollgate/contracts';
import { ValidationFailed } from '../errors/api-errors.js';
import { isId } from '../ids.js';

type KeyKind = 'instant' | 'day' | 'text' | 'integer' | 'id';

/** A value by which a list is ordered, as an expression that is never null. */
export interface ListKey {
  kind: KeyKind;
  expression: RawBuilder<unknown>;
}

export const instantKey = (column: string): ListKey => ({ kind: 'instant', expression: sql.ref(column) });
export const dayKey = (column: string): ListKey => ({ kind: 'day', expression: sql.ref(column) });
export const integerKey = (column: string): ListKey => ({ kind: 'integer', expression: sql.ref(column) });
export const idKey = (column: string): ListKey => ({ kind: 'id', expression: sql.ref(column) });
/** Text as stored. */
export const textKey = (column: string): ListKey => ({ kind: 'text', expression: sql.ref(column) });
/** A name for people: regardless of case; missing ones come first. */
export const nameKey = (column: string): ListKey => ({
  kind: 'text',
  expression: sql`lower(coalesce(${sql.ref(column)}, ''))`,
});

const castOf: Record<KeyKind, RawBuilder<unknown>> = {
  instant: sql.raw('timestamptz'),
  day: sql.raw('date'),
  text: sql.raw('text'),
  integer: sql.raw('bigint'),
  id: sql.raw('uuid'),
};

const mostOfInteger = 9_223_372_036_854_775_807n;
const isInteger = (text: string): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt(text) <= mostOfInteger && BigInt(text) >= -mostOfInteger;
const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/.test(text) && calendarDay(text.slice(0, 10)) !== null;
/** Whether a text of a cursor has the form of its kind: the database refuses others with an error of its own. */
const isOfKind: Record<KeyKind, (text: string) => boolean> = {
  instant: isInstant,
  day: (text) => text.length === 10 && calendarDay(text) !== null,
  text: isStorableText,
  integer: isInteger,
  id: isId,
};

/** SQL for the text of a key, which loses nothing of it. */
export const keyText = ({ kind, expression }: ListKey): RawBuilder<string> =>
  kind === 'instant'
    ? sql<string>`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql<string>`(${expression})::text`;

/** SQL for the value that a cursor holds for a key. */
export const keyValue = ({ kind }: ListKey, text: string): RawBuilder<unknown> => sql`${text}::${castOf[kind]}`;

/** Writes the place after a row: the name of the order, and the row's keys as text. */
export const writeCursor = (order: string, keys: string[]): string =>
  Buffer.from(JSON.stringify([order, ...keys])).toString('base64url');

/** Reads the keys of a place in a list of this order. @throws ValidationFailed when it is not one */
export function readCursor(cursor: string, order: string, keys: ListKey[]): string[] {
  const [ofOrder, ...texts] = partsOf(cursor);
  const fits =
    ofOrder === order &&
    texts.length === keys.length &&
    keys.every(({ kind }, place) => isOfKind[kind](texts[place] as string));
  if (!fits) throw new ValidationFailed({ cursor: ['value_is_invalid'] });
  return texts;
}

function partsOf(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}
