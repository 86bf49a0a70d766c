import { describe, expect, it } from '@jest/globals';
import { trimFilterValues } from './trimmed-filters.js';

describe('charge filters after a change of their metric (catalog, section 2.2)', () => {
  const left = [
    { key: 'steps', values: ['x'] },
    { key: 'model', values: ['m'] },
    { key: 'size', values: ['l'] },
  ];

  it('lose removed values, and keys without any value', () => {
    const first = [
      { key: 'size', values: ['s'] },
      { key: 'steps', values: ['x'] },
      { key: 'model', values: ['m'] },
    ];
    expect(trimFilterValues(first, left)).toEqual([
      { key: 'steps', values: ['x'] },
      { key: 'model', values: ['m'] },
    ]);
    expect(trimFilterValues([{ key: 'size', values: ['s', 'l'] }], left)).toEqual([{ key: 'size', values: ['l'] }]);
    expect(trimFilterValues([{ key: 'size', values: ['s'] }], left)).toEqual([]);
  });

  it('retain the mark of all values while the key exists', () => {
    const everySize = [{ key: 'size', values: ['__ALL_FILTER_VALUES__'] }];
    expect(trimFilterValues(everySize, left)).toEqual(everySize);
    expect(trimFilterValues(everySize, [])).toEqual([]);
  });
});
