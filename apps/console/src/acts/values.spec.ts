import { describe, expect, it } from '@jest/globals';
import type { MessageDescriptor } from '@lingui/core';
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
      ...typedAtFirst(fields, 'de'),
      name: ' Größe: API ',
      'lines.rows': '2',
      'lines.0.of': 'a',
      'lines.0.cents': '1,5',
    };
    const { values, errors } = valuesOf(fields, typed, 'de');
    expect(errors).toEqual({});
    expect(values).toMatchObject({ name: 'Größe: API', code: 'grosse_api', cents: '1250', rate: '', all: '' });
    expect(gridOf(values, 'lines')).toEqual([{ id: '0', of: 'a', cents: '150' }]);
  });

  it('have an error for each text that cannot be read, and for a missing one', () => {
    const typed = { ...typedAtFirst(fields, 'en'), cents: '1,5', 'lines.0.cents': 'x' };
    expect(valuesOf(fields, typed, 'en').errors).toEqual({
      name: 'value_is_mandatory',
      code: 'value_is_mandatory',
      cents: 'number_is_unreadable',
      lines: 'number_is_unreadable',
    });
  });

  it('leave out fields that are not shown', () => {
    const hidden: readonly Field[] = [{ kind: 'text', name: 'reason', label, isShown: ({ all }) => all === 'true' }];
    expect(valuesOf(hidden, {}, 'en')).toEqual({ values: {}, errors: {} });
    expect(valuesOf(hidden, { all: 'true' }, 'en').errors).toEqual({ reason: 'value_is_mandatory' });
  });
});
