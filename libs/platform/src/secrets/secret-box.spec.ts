import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { SecretBox, type SecretPlace } from './secret-box.js';

const [first, second] = [randomBytes(32), randomBytes(32)];
const boxOf = (encryptionKey: Buffer, previousEncryptionKey?: Buffer) =>
  new SecretBox({ encryptionKey, previousEncryptionKey });
const place: SecretPlace = { schema: 'identity', table: 'organizations', column: 'hmac_key', id: '1' };

it('opens a sealed value, which does not reveal its content', () => {
  const sealed = boxOf(first).seal('geheim – ключ', place);
  expect(sealed).not.toContain('geheim');
  expect(boxOf(first).open(sealed, place)).toBe('geheim – ключ');
});

it('never seals a value the same way twice', () => {
  expect(boxOf(first).seal('a', place)).not.toBe(boxOf(first).seal('a', place));
});

it('opens a value sealed under the previous key, and recognizes it as such', () => {
  const sealed = boxOf(first).seal('a', place);
  const rotated = boxOf(second, first);
  expect(rotated.open(sealed, place)).toBe('a');
  expect(sealed.startsWith(rotated.presentPrefix)).toBe(false);
  expect(rotated.seal('a', place).startsWith(rotated.presentPrefix)).toBe(true);
});

it('opens nothing without the right key', () => {
  const sealed = boxOf(first).seal('a', place);
  expect(() => boxOf(second).open(sealed, place)).toThrow(/neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS/);
});

it('opens no value that was changed or moved', () => {
  const box = boxOf(first);
  const sealed = box.seal('a', place);
  expect(() => box.open(sealed, { ...place, id: '2' })).toThrow();
  const last = sealed.lastIndexOf(':') + 1;
  expect(() =>
    box.open(`${sealed.slice(0, last)}${sealed[last] === 'A' ? 'B' : 'A'}${sealed.slice(last + 1)}`, place),
  ).toThrow();
  expect(() => box.open(sealed.split(':').slice(0, 4).join(':'), place)).toThrow();
});

it('returns unsealed values of an older version unchanged', () => {
  expect(boxOf(first).open('0123456789abcdef', place)).toBe('0123456789abcdef');
});
