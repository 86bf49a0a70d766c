import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Config } from './config.js';
import { isEncryptionKey, newEncryptionKey, newToken, weakAdminKey } from './secrets.js';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-secrets-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const own = {
  ADMIN_API_KEY: 'b1946ac92492d2347c6235b4',
  INTERNAL_TOKEN: 'd2611184e7d240e4bb2d6f3a',
  DATA_DIR: directory,
};

describe('well-known secrets', () => {
  it.each([
    ['ADMIN_API_KEY', 'change-me'],
    ['ADMIN_API_KEY', 'please_change_me_now'],
    ['INTERNAL_TOKEN', 'CHANGEME'],
    ['INTERNAL_TOKEN', 'replace-this'],
    ['ADMIN_API_KEY', 'password'],
    ['DATABASE_URL', 'postgresql://tollgate:change-me@db:5432/tollgate'],
    ['DATABASE_URL', 'postgresql://postgres:postgres@db/tollgate'],
    ['CLICKHOUSE_URL', 'http://default:change%2Dme@ch:8123'],
    ['REDIS_URL', 'redis://:secret@redis:6379'],
  ])('are refused: %s=%s', (name, value) => {
    expect(() => new Config({ ...own, [name]: value })).toThrow(new RegExp(`${name}: .* published default`));
    expect(() => new Config({ ...own, [name]: value, NODE_ENV: 'production' })).toThrow();
  });

  it('are accepted in explicit development mode', () => {
    expect(new Config({ ...own, ADMIN_API_KEY: 'change-me', NODE_ENV: 'development' }).adminApiKey).toBe('change-me');
  });

  it('do not appear in the error', () => {
    expect(() => new Config({ ...own, DATABASE_URL: 'postgresql://u:change-me-7x@db/t' })).not.toThrow(/7x/);
  });

  it('are distinguished from generated secrets', () => {
    expect(
      new Config({
        ...own,
        DATABASE_URL: 'postgresql://tollgate:JqN8-r3Vd0@db/tollgate',
        REDIS_URL: 'redis://redis:6379',
      }).adminApiKey,
    ).toBe(own.ADMIN_API_KEY);
  });
});

describe("the operators' key", () => {
  it.each([
    'short-key',
    '12345678901234567890',
    'a'.repeat(28),
    'abababababababababab',
    'abcdefghijklmnopqrstuvwxyz',
    '0123456789abcdef0123456789abcdef',
  ])('is not %s', (key) => {
    expect(weakAdminKey({ ADMIN_API_KEY: key })).toMatch(/^ADMIN_API_KEY: .* guessed/);
    expect(weakAdminKey({ ADMIN_API_KEY: key, NODE_ENV: 'development' })).toBeNull();
  });

  it('is generated or absent', () => {
    for (let count = 0; count < 200; count++) expect(weakAdminKey({ ADMIN_API_KEY: newToken() })).toBeNull();
    expect(weakAdminKey({ ADMIN_API_KEY: 'b1946ac92492d2347c6235b4' })).toBeNull();
    expect(weakAdminKey({})).toBeNull();
    expect(weakAdminKey({ ADMIN_API_KEY: '' })).toBeNull();
  });
});

describe('the key for secrets at rest', () => {
  it.each(['change-me', 'c2hvcnQ=', Buffer.alloc(32).toString('base64'), Buffer.alloc(33, 'x').toString('base64')])(
    'is not %s',
    (key) => {
      expect(() => new Config({ ...own, ENCRYPTION_KEY: key })).toThrow(/ENCRYPTION_KEY/);
      expect(() => new Config({ ...own, ENCRYPTION_KEY: newEncryptionKey(), ENCRYPTION_KEY_PREVIOUS: key })).toThrow(
        /ENCRYPTION_KEY_PREVIOUS/,
      );
    },
  );

  it('is generated once when it is not set, readable by its owner only', () => {
    const { encryptionKey } = new Config(own);
    expect(new Config(own).encryptionKey).toEqual(encryptionKey);
    const file = join(directory, 'encryption-key');
    expect(isEncryptionKey(readFileSync(file, 'utf8').trim())).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

it('generates no secret before its first use', () => {
  const elsewhere = join(directory, 'untouched');
  expect(new Config({ DATA_DIR: elsewhere }).port).toBe(3000);
  expect(() => statSync(elsewhere)).toThrow(/ENOENT/);
});
