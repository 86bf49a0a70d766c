import { expect, it } from '@jest/globals';
import { renewalIn } from './renewal-time.js';

const now = Date.parse('2026-11-30T12:00:00Z');

it.each([
  ['2026-11-30T12:15:00Z', false, 14 * 60_000],
  ['2026-11-30T12:01:00Z', false, 30_000],
  ['2026-11-30T11:59:59Z', false, null],
  ['2026-11-30T12:15:00Z', true, null],
  ['not a time', false, null],
  ['2027-11-30T12:00:00Z', false, 2 ** 31 - 1],
])('the token of a session until %s (sandbox: %p) is renewed in %p ms', (expires_at, sandbox, ms) => {
  expect(renewalIn({ expires_at, sandbox }, now)).toBe(ms);
});
