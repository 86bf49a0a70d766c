import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { SecretBox, type SecretPlace } from './secret-box.js';

const [first, second] = [randomBytes(32), randomBytes(32)];
const boxOf = (encryptionKey: Buffer, previousEncryptionKey?: Buffer) =>
  new SecretBox({ encryptionKey, previousEncryptionKey });
const place: SecretPlace = { schema: 'identity', table: 'organizations', column: 'hmac_key', id: '1' };

it('opens what it sealed, and shows nothing of it', () => {
  const sealed = boxOf(first).seal('geheim – ключ', place);
  expect(sealed).not.toContain('geheim');
  expect(boxOf(first).open(sealed, place)).toBe('geheim – ключ');
});

it('never seals the same twice', () => {
  expect(boxOf(first).seal('a', place)).not.toBe(boxOf(first).seal('a', place));
});

it('opens what was sealed under the previous key, and tells it apart', () => {
  const sealed = boxOf(first).seal('a', place);
  const rotated = boxOf(second, first);
  expect(rotated.open(sealed, place)).toBe('a');
  expect(sealed.startsWith(rotated.presentPrefix)).toBe(false);
  expect(rotated.seal('a', place).startsWith(rotated.presentPrefix)).toBe(true);
});

it('opens nothing without its key', () => {
  const sealed = boxOf(first).seal('a', place);
  expect(() => boxOf(second).open(sealed, place)).toThrow(/neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS/);
});

it('opens nothing that was changed or moved', () => {
  const box = boxOf(first);
  const sealed = box.seal('a', place);
  expect(() => box.open(sealed, { ...place, id: '2' })).toThrow();
  const last = sealed.lastIndexOf(':') + 1;
  expect(() =>
    box.open(`${sealed.slice(0, last)}${sealed[last] === 'A' ? 'B' : 'A'}${sealed.slice(last + 1)}`, place),
  ).toThrow();
  expect(() => box.open(sealed.split(':').slice(0, 4).join(':'), place)).toThrow();
});

it('answers what an older version kept as it is', () => {
  expect(boxOf(first).open('0123456789abcdef', place)).toBe('0123456789abcdef');
});
