import { describe, expect, it } from '@jest/globals';
import { readMetricFilters } from './metric-filters.js';

const errorOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { body: { error_details: unknown } }) => error.body.error_details,
  );

describe('filters of a metric (catalog, section 2.2)', () => {
  it('collapse repeated values; the last entry of a repeated key wins', async () => {
    const raw = [
      { key: 'size', values: ['s', 's', 1] },
      { key: 'steps', values: ['x'] },
      { key: 'size', values: ['m', 'm'] },
    ];
    expect(await readMetricFilters(raw)).toEqual([
      { key: 'size', values: ['m'] },
      { key: 'steps', values: ['x'] },
    ]);
  });

  it('require values, then a key', async () => {
    expect(await errorOf(readMetricFilters([{ values: ['a'] }, { key: 'b' }]))).toEqual({
      values: ['value_is_mandatory'],
    });
    expect(await errorOf(readMetricFilters([{ key: 'a', values: [] }]))).toEqual({ values: ['value_is_mandatory'] });
    expect(await errorOf(readMetricFilters([{ values: ['a'] }]))).toEqual({ key: ['value_is_mandatory'] });
  });
});
