import { expect, it } from '@jest/globals';
import { CallPace } from './call-pace.js';

it('lets through as many calls of a connection as Xero takes in a minute', () => {
  const pace = new CallPace();
  for (let at = 0; at < 55; at++) pace.count('one', 1_000_000 + at * 100);
  expect(() => pace.count('one', 1_006_000)).toThrow(expect.objectContaining({ code: 'BUSY', retryAfterMs: 54_000 }));
  expect(() => pace.count('other', 1_006_000)).not.toThrow();
  expect(() => pace.count('one', 1_060_000)).not.toThrow();
});
