import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cellName, countName, type Values } from '../../../acts/field.js';
import { typedOfDecimal } from '../../../acts/typed.js';
import { beginningAfter, boundsOf, tierRules, tiersOf } from './tiers.js';

const own = 'per_unit_amount';
const row = (from_value: string, to_value: string, price: string, flat_amount = '0') => ({
  from_value,
  to_value,
  [own]: price,
  flat_amount,
});
/** The texts of a grid with these rows. */
const typedOf = (rows: readonly Values[]): Values => ({
  [countName('r')]: String(rows.length),
  ...Object.fromEntries(
    rows.flatMap((values, place) =>
      Object.entries(values).map(([column, text]) => [cellName('r', String(place), column), text]),
    ),
  ),
});
const faults = (rows: readonly Values[], language = 'en') =>
  rows.map((_, place) =>
    ['from_value', 'to_value'].map(
      (column) =>
        tierRules(own).faultOf(typedOf(rows), { field: 'r', row: String(place), column }, language)?.message ?? null,
    ),
  );

it('reads tables with tabs or semicolons, with a head, signs of currencies and an open end', () => {
  expect(tiersOf('From\tTo\tUnit\tFlat\r\n0\t1,000\t€0.05\t0\r\n1,001\t∞\t0.04\t10\r\n', own, 'en')).toEqual([
    row('0', '1000', '0.05'),
    row('1001', '', '0.04', '10'),
  ]);
  expect(tiersOf('0;1.000;0,05;0\n1.001;;0,04;10', own, 'de')).toEqual([
    row('0', '1000', '0,05'),
    row('1001', '', '0,04', '10'),
  ]);
});

it('reads tables with fewer columns', () => {
  expect(tiersOf('100;0.05\n;0.04', own, 'en')).toEqual([row('', '100', '0.05'), row('', '', '0.04')]);
  expect(tiersOf('0;100;0.05\n101;;0.04', own, 'en')).toEqual([row('0', '100', '0.05'), row('101', '', '0.04')]);
  expect(tiersOf('100;0.05;2\n;0.04;3', own, 'en')).toEqual([row('', '100', '0.05', '2'), row('', '', '0.04', '3')]);
});

it('leaves other texts, and numbers of another language, as they are', () => {
  expect(tiersOf('12', own, 'en')).toBeNull();
  expect(tiersOf('up to;price', own, 'en')).toBeNull();
  expect(tiersOf('100;0,05', own, 'en')).toEqual([row('', '100', '0,05')]);
});

it('shows gaps, overlaps and ends in their cells', () => {
  expect(faults([row('0', '10', '1'), row('11', '20', '1'), row('20', '', '1')])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
  expect(faults([row('5', '4', '1'), row('20', '', '1'), row('3', '', '1')])).toEqual([
    ['Gap after the range before', 'The end must be above the beginning'],
    ['Gap after the range before', 'Only the last range has no end'],
    [null, null],
  ]);
  expect(faults([row('', '10', '1'), row('9', '', '1')])[1]).toEqual(['Overlaps the range before', null]);
});

it('an end fills the next beginning', () => {
  const rules = tierRules(own);
  expect(rules.follow({ field: 'r', row: '0', column: 'to_value' })).toEqual({ 'r.1.from_value': '' });
  const typed = typedOf([row('', '10', '1'), row('', '0.5', '1')]);
  expect(rules.emptyText(typed, { field: 'r', row: '1', column: 'from_value' }, 'en')).toBe('11');
});

/** Ends of ranges, each of which has more than one unit. */
const ends = fc
  .uniqueArray(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 8 })
  .map((all) => all.map((end) => end * 2).sort((one, other) => one - other));
const price = fc.integer({ min: 0, max: 99_999 }).map((units) => String(units / 1_000));

it('any ranges in any language and form come back, and have no fault', () => {
  const table = fc.record({
    ends,
    price,
    language: fc.constantFrom('en', 'de', 'fr', 'es'),
    separator: fc.constantFrom('\t', ';'),
    newline: fc.constantFrom('\n', '\r\n'),
    head: fc.constantFrom('', 'von;bis;preis;grund', 'from\tto\tprice\tflat'),
    isGrouped: fc.boolean(),
  });
  fc.assert(
    fc.property(table, ({ ends: all, price: unit, language, separator, newline, head, isGrouped }) => {
      const format = new Intl.NumberFormat(language, { useGrouping: isGrouped });
      const ranges = [...all, null].map((to, place) => ({
        from: place === 0 ? 0 : beginningAfter(all[place - 1] ?? 0),
        to,
      }));
      const lines = ranges.map(({ from, to }) =>
        [format.format(from), to === null ? '' : format.format(to), typedOfDecimal(unit, language), '0'].join(
          separator,
        ),
      );
      const text = [...(head === '' ? [] : [head.replaceAll(/[;\t]/g, separator)]), ...lines].join(newline);
      const read = tiersOf(text, own, language) ?? [];
      expect(boundsOf(typedOf(read), 'r', language)).toEqual(
        ranges.map(({ from, to }) => ({ from, to: to ?? undefined })),
      );
      expect(read.every((one) => one[own] === typedOfDecimal(unit, language))).toBe(true);
      expect(
        faults(read, language)
          .flat()
          .every((fault) => fault === null),
      ).toBe(true);
    }),
  );
});

it('any text is read or left, and never fails', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('en', 'de', 'ja'), (text, language) => {
      const read = tiersOf(text, own, language);
      expect(read === null || read.length > 0).toBe(true);
    }),
  );
});
