import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { idKey, instantKey, integerKey, dayKey, readCursor, textKey, writeCursor } from './list-keys.js';

const keys = [instantKey('a'), dayKey('b'), integerKey('c'), textKey('d'), idKey('e')];
const place = [
  '2026-11-27T03:04:05.678901Z',
  '2026-11-27',
  '-9223372036854775807',
  'Ada "Ö" \\ %',
  '0196a7c2-0000-7000-8000-000000000001',
];
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it('holds the place of a row', () => {
    expect(readCursor(writeCursor('-name', place), '-name', keys)).toEqual(place);
  });

  it.each([
    ['of another order', writeCursor('name', place)],
    ['with fewer keys', writeCursor('-name', place.slice(1))],
    ['with more keys', writeCursor('-name', [...place, 'x'])],
    ['with a day that the calendar lacks', writeCursor('-name', ['2026-02-30T00:00:00.000000Z', ...place.slice(1)])],
    ['with an hour that a day lacks', writeCursor('-name', ['2026-02-01T24:00:00.000000Z', ...place.slice(1)])],
    ['with an integer beyond 64 bits', writeCursor('-name', place.with(2, '9223372036854775808'))],
    ['with a text that no column holds', writeCursor('-name', place.with(3, '\u0000'))],
    ['with a broken identifier', writeCursor('-name', place.with(4, 'x'))],
    ['with numbers', encoded(['-name', 1, 2, 3, 4, 5])],
    ['of another shape', encoded({ order: '-name' })],
    ['of null', encoded(null)],
    ['that is no JSON', 'abc'],
    ['that is no base64', '§§§'],
  ])('%s is refused', (_, cursor) => {
    expect(() => readCursor(cursor, '-name', keys)).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ error_details: { cursor: ['value_is_invalid'] } }) }),
    );
  });

  it('is refused or read, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
        (cursor) => {
          try {
            return readCursor(cursor, '', [textKey('d')]).length === 1;
          } catch (error) {
            return (error as { status?: number }).status === 422;
          }
        },
      ),
    );
  });
});
