import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { SecretBox, type SecretPlace } from './secret-box.js';

const [first, second] = [randomBytes(32), randomBytes(32)];
const boxOf = (encryptionKey: Buffer, previousEncryptionKey?: Buffer) =>
  new SecretBox({ encryptionKey, previousEncryptionKey });
const place: SecretPlace = {
  schema: 'identity',
  table: 'open_id_connections',
  column: 'client_secret',
  id: '1',
  organizationId: 'a',
};

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
  const isPresent = (value: string) => rotated.presentPrefixes.some((prefix) => value.startsWith(prefix));
  expect(isPresent(sealed)).toBe(false);
  expect(isPresent(rotated.seal('a', place))).toBe(true);
});

it('opens nothing without the right key', () => {
  const sealed = boxOf(first).seal('a', place);
  expect(() => boxOf(second).open(sealed, place)).toThrow(/neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS/);
});

it('opens no value that was changed or moved', () => {
  const box = boxOf(first);
  const sealed = box.seal('a', place);
  expect(() => box.open(sealed, { ...place, id: '2' })).toThrow();
  expect(() => box.open(sealed, { ...place, organizationId: 'b' })).toThrow();
  expect(() => box.open(sealed, { ...place, organizationId: null })).toThrow();
  const last = sealed.lastIndexOf(':') + 1;
  expect(() =>
    box.open(`${sealed.slice(0, last)}${sealed[last] === 'A' ? 'B' : 'A'}${sealed.slice(last + 1)}`, place),
  ).toThrow();
  expect(() => box.open(sealed.split(':').slice(0, 4).join(':'), place)).toThrow();
});

it('refuses a value that is not sealed', () => {
  expect(() => boxOf(first).open('0123456789abcdef', place)).toThrow(/not sealed/);
});

it('opens a value of an earlier release, which covers the row alone', () => {
  const keyId = createHash('sha256').update(first).digest('hex').slice(0, 16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(
    Buffer.from('identity.open_id_connections.client_secret/1'),
  );
  const content = Buffer.concat([cipher.update('a', 'utf8'), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), content].map((part) => part.toString('base64url'));
  const earlier = ['sealed:1', keyId, ...parts].join(':');
  expect(boxOf(first).open(earlier, place)).toBe('a');
  expect(boxOf(second, first).open(earlier, place)).toBe('a');
  expect(() => boxOf(first).open(earlier, { ...place, id: '2' })).toThrow();
});
