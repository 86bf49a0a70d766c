import { describe, expect, it } from '@jest/globals';
import { filtersOf, hasFewValues, inputOf, rowsOfFilters } from './draft.js';
import { previewInputOf } from './preview-query.js';

const typed = {
  name: 'Tokens',
  code: 'tokens',
  aggregation_type: 'sum_agg',
  field_name: 'count',
  rounding_function: 'ceil',
  rounding_precision: '2',
  'filters.0.key': 'model',
  'filters.0.value': 'a, "b".c',
  'filters.1.key': 'region',
  'filters.2.key': 'model',
  'filters.2.value': 'z',
};

describe('the draft of a metric', () => {
  it('is the body of the call, each filter once', () => {
    expect(inputOf(typed, true)).toEqual({
      name: 'Tokens',
      code: 'tokens',
      description: '',
      aggregation_type: 'sum_agg',
      field_name: 'count',
      recurring: false,
      weighted_interval: null,
      rounding_function: 'ceil',
      rounding_precision: 2,
      expression: null,
      filters: [
        { key: 'model', values: ['a, "b".c', 'z'] },
        { key: 'region', values: [] },
      ],
    });
    expect(inputOf({ ...typed, rounding_function: '' }, false)).toMatchObject({ rounding_precision: null });
    expect(inputOf(typed, false)).not.toHaveProperty('filters');
  });

  it('comes back to the same rows', () => {
    const filters = [{ key: 'a', values: ['1', '2'] }];
    const rows = rowsOfFilters(filters);
    const cells = rows.flatMap((row, place) =>
      Object.entries(row).map(([name, value]) => [`filters.${place}.${name}`, value]),
    );
    expect(filtersOf(Object.fromEntries(cells) as Record<string, string>)).toEqual(filters);
    expect(hasFewValues(filters)).toBe(true);
    expect(hasFewValues([{ key: 'a', values: Array.from({ length: 51 }, String) }])).toBe(false);
  });

  it('is previewed on the seven days until the end of the hour, once it has a code', () => {
    const now = new Date('2026-01-20T10:15:00Z');
    expect(previewInputOf({ name: 'Tokens' }, now)).toBeNull();
    expect(previewInputOf({ ...typed, name: '' }, now)).toMatchObject({
      from: '2026-01-13T11:00:00.000Z',
      to: '2026-01-20T11:00:00.000Z',
      billable_metric: { name: 'tokens' },
    });
    const filters = [{ key: 'hidden', values: ['x'] }];
    expect(previewInputOf(typed, now, filters)?.billable_metric).toMatchObject({ filters });
  });
});
