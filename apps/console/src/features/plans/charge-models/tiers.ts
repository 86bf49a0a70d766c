import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { cellName, countName, type GridCell, type GridRules, type Values } from '../../../acts/field.js';
import { decimalOfTyped, typedOfDecimal } from '../../../acts/typed.js';

/**
 * The beginning of the range after an end: the next whole unit, or the end itself where it is no whole number.
 * @param to null for the end of the last range
 */
export const beginningAfter = (to: number): number => (Number.isInteger(to) ? to + 1 : to);

const readable = (text: string, language: string): string | null =>
  decimalOfTyped(text.replaceAll(/[^\d.,'\s−-]/g, '').trim(), language);

/** Signs of a last range, which has no end. */
const isOpen = (text: string): boolean => /^(∞|-|–|—|…|inf(inity)?)?$/i.test(text.trim());

/** The lines of a copied table; its cells have tabs between them, or semicolons. Null for anything else. */
function linesOf(text: string): string[][] | null {
  const separator = text.includes('\t') ? '\t' : ';';
  if (!text.includes(separator)) return null;
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
}

/** Whether the first cells begin where the second cells of the lines before them end. */
function hasBeginnings(lines: readonly string[][], language: string): boolean {
  const bounds = lines.map((line) => line.slice(0, 2).map((cell) => Number(readable(cell, language) ?? NaN)));
  const [from = NaN] = bounds[0] ?? [];
  const [second = NaN] = bounds[1] ?? [];
  const [, to = NaN] = bounds[0] ?? [];
  return bounds.length > 1 ? second === to || second === beginningAfter(to) : from === 0;
}

/**
 * Ranges from a spreadsheet. Four columns are beginning, end, price of a unit and price of the range. Three lack the
 * beginning or the price of the range; two lack both. A line without numbers is a head.
 * @param own the column with the price of a unit
 * @param language in which the numbers are written; a text that is no number in it stays as it is
 * @returns the cells by line; null where the text is no table
 */
export function tiersOf(text: string, own: string, language: string): Values[] | null {
  const lines = linesOf(text)?.filter((line) => line.some((cell) => readable(cell, language) !== null));
  const width = Math.max(0, ...(lines ?? []).map((line) => line.length));
  if (!lines || lines.length === 0 || width < 2) return null;
  const begins = width > 3 || (width === 3 && hasBeginnings(lines, language));
  const clean = (cell: string): string => {
    const decimal = readable(cell, language);
    return decimal === null ? cell : typedOfDecimal(decimal, language);
  };
  return lines.map((line) => {
    const [from = '', to = '', price = '', flat = '0'] = begins ? line : ['', ...line];
    return {
      from_value: clean(from),
      to_value: isOpen(to) ? '' : clean(to),
      [own]: clean(price),
      flat_amount: clean(flat) || '0',
    };
  });
}

/** Typed bounds of a range; undefined for a text that is no number. */
interface Bounds {
  from: number | undefined;
  to: number | undefined;
}

const numberOf = (text: string | undefined, language: string): number | undefined => {
  const decimal = decimalOfTyped(text ?? '', language);
  return decimal === null ? undefined : Number(decimal);
};

/** The bounds of the ranges of a form. A range without a typed beginning begins after the one before it. */
export function boundsOf(typed: Values, field: string, language: string): Bounds[] {
  const count = Number(typed[countName(field)] ?? 1);
  let next: number | undefined = 0;
  return Array.from({ length: count }, (_, row) => {
    const cell = (column: string) => typed[cellName(field, String(row), column)];
    const to = numberOf(cell('to_value'), language);
    const from = cell('from_value') ? numberOf(cell('from_value'), language) : next;
    next = to === undefined ? undefined : beginningAfter(to);
    return { from, to };
  });
}

/** The fault of a bound of a range (catalog, section 4.2). The service checks them, too. */
function faultOf(typed: Values, { field, row, column }: GridCell, language: string): MessageDescriptor | null {
  const place = Number(row);
  const bounds = boundsOf(typed, field, language);
  const { from, to } = bounds[place] ?? { from: undefined, to: undefined };
  const end = place === 0 ? 0 : bounds[place - 1]?.to;
  if (column === 'from_value' && from !== undefined && end !== undefined) return faultOfBeginning(from, end);
  if (column !== 'to_value') return null;
  if (to !== undefined && from !== undefined && to <= from) return msg`The end must be above the beginning`;
  const isEmpty = (typed[cellName(field, row, column)] ?? '').trim() === '';
  return isEmpty && place < bounds.length - 1 ? msg`Only the last range has no end` : null;
}

/** A range may begin at the end of the one before it, or one unit after it. */
function faultOfBeginning(from: number, end: number): MessageDescriptor | null {
  if (from < end) return msg`Overlaps the range before`;
  return from > end + 1 ? msg`Gap after the range before` : null;
}

/** The rules of a grid of ranges. @param own the column with the price of a unit */
export const tierRules = (own: string): GridRules => ({
  readPasted: (text, language) => tiersOf(text, own, language),
  emptyText: (typed, { field, row, column }, language) => {
    if (column !== 'from_value') return '';
    const from = boundsOf(typed, field, language)[Number(row)]?.from;
    return from === undefined ? '' : typedOfDecimal(String(from), language);
  },
  faultOf,
  // The end of a range is the beginning of the next one.
  follow: ({ field, row, column }) =>
    column === 'to_value' ? { [cellName(field, String(Number(row) + 1), 'from_value')]: '' } : {},
});
