import { describe, expect, it } from '@jest/globals';
import { checkFilterValues, checkSomeValues, filterValuesIn, sameValues } from './filter-values.js';

const metricFilters = [
  { key: 'region', values: ['eu', 'us'] },
  { key: 'tier', values: ['1', '2'] },
];

function errorsOf(raw: Record<string, unknown> | undefined): unknown {
  try {
    const values = filterValuesIn(raw);
    checkSomeValues(values);
    checkFilterValues(values, metricFilters);
    return null;
  } catch (error) {
    return (error as { body: { error_details: unknown } }).body.error_details;
  }
}

describe('values of a charge filter (catalog, section 5)', () => {
  it.each([
    [{ region: ['us'] }, null],
    [{ region: ['us', 'eu'], tier: [1] }, null],
    [{ region: ['__ALL_FILTER_VALUES__'] }, null],
    [undefined, { values: ['value_is_mandatory'] }],
    [{}, { values: ['value_is_mandatory'] }],
    [{ region: [] }, { values: ['value_is_mandatory'] }],
    [{ region: 'us' }, { values: ['value_is_mandatory'] }],
    [{ region: ['mars'] }, { values: ['value_is_invalid'] }],
    [{ region: ['us', '__ALL_FILTER_VALUES__'] }, { values: ['value_is_invalid'] }],
    [{ planet: ['us'] }, { values: ['value_is_invalid'], billable_metric_filter: ['relation_must_exist'] }],
    [{ region: ['mars'], planet: [] }, { values: ['value_is_invalid'] }],
  ])('%j', (raw, errors) => expect(errorsOf(raw)).toEqual(errors));

  it('are the same in any order of the keys', () => {
    const one = filterValuesIn({ region: ['us'], tier: ['1'] });
    expect(sameValues(one, filterValuesIn({ tier: ['1'], region: ['us'] }))).toBe(true);
    expect(sameValues(one, filterValuesIn({ region: ['us'] }))).toBe(false);
    expect(sameValues(one, filterValuesIn({ tier: ['2'], region: ['us'] }))).toBe(false);
  });
});
