import { describe, expect, it } from '@jest/globals';
import { reachedThresholds } from './who-is-over.js';

const thresholds = [
  { code: 'soft', value: '100.0', recurring: false },
  { code: 'hard', value: '1000.5', recurring: false },
];
const reached = (direction: 'increasing' | 'decreasing', value: string) =>
  reachedThresholds({ direction, previous_value: value, thresholds }).map(({ code }) => code);

describe('the reached thresholds of an alert', () => {
  it.each([
    ['99.999999999999999999', []],
    ['100', ['soft']],
    ['1000.49999999999999999', ['soft']],
    ['1000.5', ['soft', 'hard']],
  ])('that rises to %s', (value, codes) => expect(reached('increasing', value)).toEqual(codes));

  it.each([
    ['1000.500000000000001', []],
    ['1000.5', ['hard']],
    ['-5', ['soft', 'hard']],
  ])('that falls to %s', (value, codes) => expect(reached('decreasing', value)).toEqual(codes));
});
