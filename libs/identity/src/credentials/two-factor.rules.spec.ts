import { describe, expect, it } from '@jest/globals';
import { authenticator, shownCode, stepOfCode, normalizeCode } from './two-factor.rules.js';

/** The key of the examples of RFC 6238, `12345678901234567890`, in base 32. */
const totp = authenticator('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'ada@example.com');

describe('a one-time code (RFC 6238)', () => {
  it.each([
    [59, '287082', 1n],
    [1_111_111_109, '081804', 37_037_036n],
    [1_111_111_111, '050471', 37_037_037n],
    [1_234_567_890, '005924', 41_152_263n],
    [2_000_000_000, '279037', 66_666_666n],
  ])('at %s seconds is %s', (seconds, code, step) => {
    expect(stepOfCode(totp, code, seconds * 1_000)).toBe(step);
  });

  it('is accepted one step early or late, as a code of its own step', () => {
    const at = (seconds: number) => stepOfCode(totp, '287082', seconds * 1_000);
    expect([at(0), at(29), at(30), at(59), at(60), at(89)]).toEqual([1n, 1n, 1n, 1n, 1n, 1n]);
    expect([at(90), at(1_000)]).toEqual([null, null]);
  });

  it('may have spaces, and nothing else', () => {
    expect(stepOfCode(totp, ' 287 082 ', 59_000)).toBe(1n);
    expect(['287083', '28708', '2870820', 'abcdef', ''].map((code) => stepOfCode(totp, code, 59_000))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a recovery code', () => {
  it('is shown in groups, and read however people write it', () => {
    const code = '0123456789abcdef0123456789ab';
    expect(shownCode(code)).toBe('01234-56789-abcde-f0123-45678-9ab');
    expect(normalizeCode(shownCode(code))).toBe(code);
    expect(normalizeCode(' 01234 56789 ABCDE F0123-45678-9AB ')).toBe(code);
  });
});
