import type { Values } from './field.js';
import { dayIn, endOfDay, startOfDay } from '../frame/dates.js';
import { codeOf } from './code.js';
import {
  cellName,
  countName,
  currencyOf,
  rowsAtFirst,
  rowsOf,
  type Field,
  type FieldKind,
  type GridColumn,
} from './field.js';
import { centsOfTyped, decimalOfTyped, typedOfCents, typedOfDecimal } from './typed.js';

/** Codes of errors by field, like those of a refused call. */
export type TypedErrors = Record<string, string>;

/** The currency, language and time zone of a field. */
interface Place {
  currency: string;
  language: string;
  zone: string;
}

/** How a person types a kind of value. */
interface Typing {
  /** The typed text as the call takes it; null when it cannot be read. */
  read(text: string, place: Place): string | null;
  /** The text that a person would type for a value. */
  write(value: string, place: Place): string;
}

const asTyped: Typing = { read: (text) => text.trim(), write: (value) => value };
const decimal: Typing = {
  read: (text, { language }) => decimalOfTyped(text, language),
  write: (value, { language }) => typedOfDecimal(value, language),
};
const money: Typing = {
  read: (text, { currency, language }) => centsOfTyped(text, currency, language),
  write: (value, { currency, language }) => typedOfCents(value, currency, language),
};
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const dayOf = (instant: (day: string, zone: string) => Date): Typing => ({
  read: (text, { zone }) => (isDay(text) ? instant(text, zone).toISOString() : null),
  write: (value, { zone }) => (value === '' ? '' : dayIn(new Date(value), zone)),
});
const typings: Partial<Record<FieldKind, Typing>> = {
  decimal,
  money,
  day_start: dayOf(startOfDay),
  day_end: dayOf(endOfDay),
};
const typingOf = (kind: FieldKind): Typing => typings[kind] ?? asTyped;

const currencyOfField = (field: Field, values: Values, row?: string): string =>
  'currency' in field ? currencyOf(field.currency, values, row) : '';

/** The texts that the fields of a form show at first. */
export function typedAtFirst(fields: readonly Field[], language: string, zone: string): Values {
  const typed: Values = {};
  for (const field of fields) {
    const place = { currency: currencyOfField(field, typed), language, zone };
    if (field.kind === 'grid') {
      const rows = rowsAtFirst(field);
      if (!field.rows) typed[countName(field.name)] = String(Math.max(rows.length, 1));
      for (const { id, initial = {} } of rows)
        for (const { name, kind } of field.columns) {
          const cell = cellName(field.name, id, name);
          typed[cell] = initial[name] ?? '';
          const ofRow = { ...place, currency: currencyOfField(field, typed, id) };
          typed[cell] = typingOf(kind).write(typed[cell], ofRow);
        }
    } else if (field.initial !== undefined) typed[field.name] = typingOf(field.kind).write(field.initial, place);
    else if (field.kind === 'choice') typed[field.name] = field.options[0]?.value ?? '';
  }
  return typed;
}

/** Reads what a person has typed. @returns the values, and an error of each field that cannot be read */
export function valuesOf(
  fields: readonly Field[],
  typed: Values,
  language: string,
  zone: string,
): { values: Values; errors: TypedErrors } {
  const values: Values = {};
  const errors: TypedErrors = {};
  for (const field of fields.filter(({ isShown }) => isShown?.(typed) ?? true)) {
    const place = { currency: currencyOfField(field, typed), language, zone };
    if (field.kind === 'grid') {
      for (const { id } of rowsOf(field, typed))
        for (const column of field.columns) {
          const name = cellName(field.name, id, column.name);
          const ofRow = { ...place, currency: currencyOfField(field, typed, id) };
          const value = cellOf(column, typed[name] ?? '', ofRow);
          if (value === null) errors[field.name] = 'number_is_unreadable';
          else values[name] = value;
        }
      continue;
    }
    const text = typed[field.name] ?? (field.kind === 'code' ? codeOf(typed[field.from] ?? '') : '');
    if (text.trim() === '') {
      if (!field.isOptional && field.kind !== 'check') errors[field.name] = 'value_is_mandatory';
      values[field.name] = '';
      continue;
    }
    const { read, write } = typingOf(field.kind);
    const { initial } = field;
    // An untouched field has its exact value, of which it may show only a part.
    const value = initial !== undefined && text === write(initial, place) ? initial : read(text, place);
    if (value === null) errors[field.name] = 'number_is_unreadable';
    else values[field.name] = value;
  }
  return { values, errors };
}

const cellOf = ({ kind }: GridColumn, text: string, place: Place): string | null =>
  text.trim() === '' ? '' : typingOf(kind).read(text, place);
