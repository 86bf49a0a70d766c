import { expect, it } from '@jest/globals';
import { isLongPause, isProbed, leftHanging, pauseMsAfter } from './partition-health.js';

it('pauses an endpoint after three hanging attempts in a row, with growing pauses of up to ten minutes', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 100].map(pauseMsAfter)).toEqual([
    null,
    null,
    null,
    30_000,
    60_000,
    120_000,
    240_000,
    480_000,
    600_000,
    600_000,
  ]);
});

it('makes one attempt at a time after a pause', () => {
  expect([0, 2, 3, 9].map(isProbed)).toEqual([false, false, true, true]);
});

it('is long after three failed probes, when the pauses add up to 210 seconds', () => {
  expect([3, 5, 6, 100].map(isLongPause)).toEqual([false, false, true, true]);
});

it('treats any answer and quick refusals as a receiver that does not hang', () => {
  expect(leftHanging({ status: 500, response: '', error: null }, 29_000)).toBe(false);
  expect(leftHanging({ status: null, response: null, error: 'ECONNREFUSED' }, 5)).toBe(false);
  expect(leftHanging({ status: null, response: null, error: 'timeout' }, 30_000)).toBe(true);
});
