import { describe, expect, it } from '@jest/globals';
import { readUsageThresholds } from './usage-thresholds.js';

describe('a list of usage thresholds (catalog, section 3.5)', () => {
  it('accepts a recurring one with the amount of a step', () => {
    const read = readUsageThresholds([
      { amount_cents: 100, threshold_display_name: 'First' },
      { amount_cents: '100', recurring: true },
    ]);
    expect(read).toEqual({
      thresholds: [
        { amount_cents: 100, threshold_display_name: 'First', recurring: false },
        { amount_cents: 100, threshold_display_name: null, recurring: true },
      ],
    });
    expect(readUsageThresholds([])).toEqual({ thresholds: [] });
  });

  it.each([
    ['missing_amount_cents', [{ threshold_display_name: 'x' }, { amount_cents: 1 }, { amount_cents: 1 }]],
    [
      'duplicated_values',
      [
        { amount_cents: 1, recurring: true },
        { amount_cents: 1, recurring: true },
      ],
    ],
    [
      'multiple_recurring_thresholds',
      [
        { amount_cents: 0, recurring: true },
        { amount_cents: 2, recurring: true },
      ],
    ],
  ])('reports the first broken rule: %s', (code, list) => {
    expect(readUsageThresholds(list)).toEqual({ errors: { usage_thresholds: [code] } });
  });

  it('requires amounts above zero', () => {
    expect(readUsageThresholds([{ amount_cents: 0 }])).toEqual({ errors: { amount_cents: ['value_is_out_of_range'] } });
  });
});
