import { expect, it } from '@jest/globals';
import { stepsOf } from './steps.js';

it('requests follow each other after the days of the campaign, the first one at once', () => {
  expect(stepsOf({ max_attempts: 3, days_between_attempts: 7 })).toEqual([
    { number: 1, days: 0 },
    { number: 2, days: 7 },
    { number: 3, days: 14 },
  ]);
});
