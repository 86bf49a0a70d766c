import { describe, expect, it } from '@jest/globals';
import type { MessageDescriptor } from '@lingui/core';
import { rowCurrency } from './currency-field.js';
import { gridOf, type Field } from './field.js';
import { typedAtFirst, valuesOf } from './values.js';

const label: MessageDescriptor = { id: 'label' };
const fields: readonly Field[] = [
  { kind: 'text', name: 'name', label },
  { kind: 'code', name: 'code', label, from: 'name' },
  { kind: 'money', name: 'cents', label, currency: 'EUR', initial: '1250' },
  { kind: 'decimal', name: 'rate', label, isOptional: true },
  { kind: 'check', name: 'all', label },
  {
    kind: 'grid',
    name: 'lines',
    label,
    currency: 'EUR',
    columns: [
      { kind: 'text', name: 'of', label },
      { kind: 'money', name: 'cents', label },
    ],
  },
];

describe('the values of a form', () => {
  it('are those of the call, and an empty line counts for nothing', () => {
    const typed = {
      ...typedAtFirst(fields, 'de', 'UTC'),
      name: ' Größe: API ',
      'lines.rows': '2',
      'lines.0.of': 'a',
      'lines.0.cents': '1,5',
    };
    const { values, errors } = valuesOf(fields, typed, 'de', 'UTC');
    expect(errors).toEqual({});
    expect(values).toMatchObject({ name: 'Größe: API', code: 'grosse_api', cents: '1250', rate: '', all: '' });
    expect(gridOf(values, 'lines')).toEqual([{ id: '0', of: 'a', cents: '150' }]);
  });

  it('have an error for each text that cannot be read, and for a missing one', () => {
    const typed = { ...typedAtFirst(fields, 'en', 'UTC'), cents: '1,5', 'lines.0.cents': 'x' };
    expect(valuesOf(fields, typed, 'en', 'UTC').errors).toEqual({
      name: 'value_is_mandatory',
      code: 'value_is_mandatory',
      cents: 'number_is_unreadable',
      lines: 'number_is_unreadable',
    });
  });

  it('have amounts in the currency of their row, and rows that are there at first', () => {
    const grid: readonly Field[] = [
      {
        kind: 'grid',
        name: 'from',
        label,
        currency: rowCurrency('from', 'currency'),
        columns: [
          { kind: 'text', name: 'currency', label },
          { kind: 'money', name: 'cents', label },
        ],
        atFirst: [
          { currency: 'JPY', cents: '500' },
          { currency: 'EUR', cents: '12345' },
        ],
      },
    ];
    const typed = typedAtFirst(grid, 'de', 'UTC');
    expect(typed).toMatchObject({ 'from.rows': '2', 'from.0.cents': '500', 'from.1.cents': '123,45' });
    const more = { ...typed, 'from.rows': '3', 'from.2.currency': 'usd', 'from.2.cents': '1,5' };
    expect(gridOf(valuesOf(grid, more, 'de', 'UTC').values, 'from')).toEqual([
      { id: '0', currency: 'JPY', cents: '500' },
      { id: '1', currency: 'EUR', cents: '12345' },
      { id: '2', currency: 'usd', cents: '150' },
    ]);
    expect(valuesOf(grid, { ...more, 'from.0.cents': '5,5' }, 'de', 'UTC').errors).toEqual({
      from: 'number_is_unreadable',
    });
  });

  it('leave out fields that are not shown', () => {
    const hidden: readonly Field[] = [{ kind: 'text', name: 'reason', label, isShown: ({ all }) => all === 'true' }];
    expect(valuesOf(hidden, {}, 'en', 'UTC')).toEqual({ values: {}, errors: {} });
    expect(valuesOf(hidden, { all: 'true' }, 'en', 'UTC').errors).toEqual({ reason: 'value_is_mandatory' });
  });

  it('have the instants of days in the time zone of the record, and leave an untouched one as it is', () => {
    const day: readonly Field[] = [{ kind: 'day_end', name: 'end', label, initial: '2026-07-01T03:30:00Z' }];
    const typed = typedAtFirst(day, 'en', 'America/New_York');
    expect(typed).toEqual({ end: '2026-06-30' });
    expect(valuesOf(day, typed, 'en', 'America/New_York').values).toEqual({ end: '2026-07-01T03:30:00Z' });
    const other = valuesOf(day, { end: '2026-07-04' }, 'en', 'America/New_York');
    expect(other.values).toEqual({ end: '2026-07-05T03:59:59.000Z' });
  });
});
